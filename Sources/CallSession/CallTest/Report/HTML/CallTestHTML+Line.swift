/// A line to a server, in the place of a call.
extension CallTestHTML {
  func writeLine(into html: inout HTMLWriter) {
    guard let line = report.line else { return }
    section("Your line", into: &html) { html in
      html.element(
        "p",
        "To \(line.server) and back a packet takes "
          + (line.roundTrip.map { ReportFigure.milliseconds($0) } ?? "a time that nobody told")
          + ". The server keeps everything for \(ReportFigure.milliseconds(line.echoDelay)) besides, "
          + "which is taken off all delays.")
      table("Lost is what was lost before anything was sent again", into: &html) { html in
        headings(["Link", "Packets", "Bytes", "Bit rate", "Lost"], into: &html)
        html.element("tbody") { html in
          for you in report.participants {
            writeRow(you.up, report.linkName(of: you.number, isUp: true), into: &html)
            writeRow(you.down, report.linkName(of: you.number, isUp: false), into: &html)
          }
        }
      }
      html.element("div", ["class": "plots"]) { html in
        for you in report.participants {
          for (link, isUp) in [(you.up, true), (you.down, false)] {
            let plot = bitrates(you, link, isUp: isUp)
            if !plot.isEmpty { plot.write(into: &html) }
          }
        }
      }
      html.element("p", "The board was not tested: an echo has none.")
    }
  }

  private func writeRow(
    _ link: CallTestReport.Link, _ name: String, into html: inout HTMLWriter
  ) {
    html.element("tr") { html in
      html.element("th", ["scope": "row"], name)
      cell(ReportFigure.text(Double(link.packets)), into: &html)
      cell(ReportFigure.text(Double(link.bytes)), into: &html)
      cell(
        ReportFigure.bitrate(ReportFigure.quantile(0.5, of: link.bitrate.map(\.value))), "median",
        into: &html)
      cell(ReportFigure.percent(link.loss), into: &html)
    }
  }

  // MARK: How it was measured

  static func network(of line: CallTestReport.Line) -> String {
    "Packets went to \(line.server) and back in real time, by ICE, DTLS and SRTP as those of a browser, "
      + "so no two tests are quite the same. The seed chooses voice and picture."
  }

  static func terms(of line: CallTestReport.Line) -> [(String, String)] {
    [
      (
        "There and back",
        "What was said and shown went up your line and down again, as from you to somebody with a line "
          + "like yours. The \(ReportFigure.milliseconds(line.echoDelay)) for which the server keeps it are "
          + "in no delay here."
      ),
      (
        "Lost on each link",
        "To the server as its feedback tells, from the server as the packets' numbers tell, of all "
          + "sound and pictures, before anything is sent again. What the server takes the link to carry "
          + "it does not tell."
      ),
      (
        "Not in the path",
        "A room with its mixing, the board, browsers, and your own microphone, camera and loudspeaker: "
          + "speech and pictures are made by the test. The server's page tests a browser with them."
      ),
    ]
  }
}
