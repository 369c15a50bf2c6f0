/// Participants and what their links carried.
extension CallTestHTML {
  func writeLinks(into html: inout HTMLWriter) {
    guard !report.participants.isEmpty, report.line == nil else { return }
    section("Participants and their links", into: &html) { html in
      table("Planned figures are the profile's", into: &html) { html in
        headings(
          [
            "Participant", "Spoke", "Link", "Packets", "Lost", "Latency", "Longest queue",
            "Dropped by it",
          ], into: &html)
        html.element("tbody") { html in
          for participant in report.participants {
            writeRow(participant, participant.up, isUp: true, into: &html)
            writeRow(participant, participant.down, isUp: false, into: &html)
          }
        }
      }
      writeEvents(into: &html)
      html.element("div", ["class": "plots"]) { html in
        for participant in report.participants {
          bitrates(participant, participant.up, isUp: true).write(into: &html)
          bitrates(participant, participant.down, isUp: false).write(into: &html)
        }
      }
    }
  }

  private func writeRow(
    _ participant: CallTestReport.Participant, _ link: CallTestReport.Link, isUp: Bool,
    into html: inout HTMLWriter
  ) {
    let clock =
      participant.sampleClockPPM == 0
      ? "" : "sound clock \(ReportFigure.text(participant.sampleClockPPM)) ppm"
    func found(_ names: CallTestFinding.Name...) -> CallTestVerdict.Level {
      verdict.findings.filter {
        names.contains($0.name) && $0.subject.participant == participant.number
          && $0.subject.kind == (isUp ? .up : .down)
      }.map(\.level).max() ?? .good
    }
    html.element("tr") { html in
      html.element("th", ["scope": "row"]) { html in
        html.text(report.name(of: participant.number))
        if isUp, !clock.isEmpty { html.element("small", clock) }
      }
      cell(isUp ? ReportFigure.seconds(participant.spoken) : "", into: &html)
      cell(isUp ? "to the room" : "from the room", into: &html)
      cell(ReportFigure.text(Double(link.packets)), into: &html)
      cell(
        ReportFigure.percent(link.loss),
        link.plannedLoss.map { "planned \(ReportFigure.percent($0))" } ?? "",
        level: found(.lossyLink), into: &html)
      cell(
        ReportFigure.milliseconds(link.latency),
        link.plannedLatency.map { "planned \(ReportFigure.milliseconds($0))" } ?? "",
        level: found(.slowLink), into: &html)
      cell(
        ReportFigure.milliseconds(link.longestQueue),
        (link.longestCongestion ?? 0) > 0
          ? "> 500 ms for \(ReportFigure.milliseconds(link.longestCongestion))" : "",
        level: max(
          level(link.longestQueue, CallTestThresholds.queue),
          level(link.longestCongestion, CallTestThresholds.congestion)), into: &html)
      cell(
        ReportFigure.percent(link.queueLoss),
        level: level(link.queueLoss, CallTestThresholds.queueLoss), into: &html)
    }
  }

  /// What the numbers in the plots mean.
  private func writeEvents(into html: inout HTMLWriter) {
    guard !report.networkEvents.isEmpty else { return }
    html.element("p", "The network by plan, numbered in the plots:")
    html.element("ol") { html in
      for event in report.networkEvents {
        html.element("li", "at \(ReportFigure.seconds(event.time)): \(event.text)")
      }
    }
  }

  func bitrates(
    _ participant: CallTestReport.Participant, _ link: CallTestReport.Link, isUp: Bool
  ) -> SVGPlot {
    let most = (link.bitrate + link.estimate).map(\.value).filter(\.isFinite).max() ?? 0
    let (scale, unit) = most >= 2e6 ? (1e6, "Mbit/s") : (1e3, "kbit/s")
    func scaled(_ points: [CallTestReport.Point]) -> [CallTestReport.Point] {
      points.map { .init($0.time, $0.value / scale) }
    }
    let name =
      report.line == nil
      ? "\(report.name(of: participant.number)) \(isUp ? "to" : "from") the room"
      : report.linkName(of: participant.number, isUp: isUp)
    // What comes over a line is counted where it arrives.
    let verb = report.line == nil || isUp ? "sent" : "received"
    let sent = ReportFigure.quantile(0.5, of: link.bitrate.map(\.value))
    let estimate = ReportFigure.quantile(0.5, of: link.estimate.map(\.value))
    return SVGPlot(
      title: name, unit: unit, duration: report.duration,
      series: [PlotSeries(verb, scaled(link.bitrate), colour: 0)]
        + (link.estimate.isEmpty
          ? [] : [PlotSeries("the sender's estimate", scaled(link.estimate), colour: 1)]),
      events: eventTimes,
      summary: "\(name): in the median \(ReportFigure.bitrate(sent)) \(verb)"
        + (estimate == nil ? "." : ", \(ReportFigure.bitrate(estimate)) estimated."))
  }

  var eventTimes: [Double] { report.networkEvents.map(\.time) }
}
