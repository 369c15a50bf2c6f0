/// A report as one HTML file for people: the verdict first, then what to do, then every figure. It needs
/// no network and no script.
package struct CallTestHTML {
  let report: CallTestReport
  let verdict: CallTestVerdict
  let requirements: [CallTestRequirement.Result]
  /// What repeats the test, as it would be typed.
  let command: String?

  package init(
    _ report: CallTestReport, requirements: [CallTestRequirement.Result] = [],
    command: String? = nil
  ) {
    self.report = report
    self.requirements = requirements
    self.command = command
    verdict = CallTestVerdict(report)
  }

  /// UTF-8. Equal reports give equal bytes.
  package func html() -> [UInt8] {
    var html = HTMLWriter()
    html.raw("<!DOCTYPE html>\n")
    html.element("html", ["lang": "en"]) { html in
      html.element("head") { html in
        html.empty("meta", ["charset": "utf-8"])
        html.empty(
          "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        html.element(
          "title", "\(report.line == nil ? "Call" : "Line") test: \(verdict.level.rawValue)")
        html.element("style") { $0.raw(Self.style) }
      }
      html.element("body") { html in
        html.element("main") { html in
          writeVerdict(into: &html)
          writeFindings(into: &html)
          writeRequirements(into: &html)
          writePaths(into: &html)
          writeLinks(into: &html)
          writeLine(into: &html)
          writeDelays(into: &html)
          writeStrokes(into: &html)
          writeMethod(into: &html)
        }
        html.element("footer", "Made by FaceBoard's call test.")
      }
    }
    return Array(html.html.utf8) + [UInt8(ascii: "\n")]
  }

  func section(
    _ title: String, into html: inout HTMLWriter, _ body: (inout HTMLWriter) -> Void
  ) {
    html.element("section") { html in
      html.element("h2", title)
      body(&html)
    }
  }

  /// A table that a narrow screen moves sideways by itself.
  func table(
    _ caption: String, style: String = "", into html: inout HTMLWriter,
    _ body: (inout HTMLWriter) -> Void
  ) {
    html.element(
      "div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": caption]
    ) { html in
      html.element("table", ["class": style]) { html in
        html.element("caption", caption)
        body(&html)
      }
    }
  }

  func headings(_ names: [String], into html: inout HTMLWriter) {
    html.element("thead") { html in
      html.element("tr") { html in
        for name in names { html.element("th", ["scope": "col"], name) }
      }
    }
  }

  /// A cell whose level is said by colour, by a sign and in words for readers of screens.
  func cell(
    _ text: String, _ note: String = "", level: CallTestVerdict.Level = .good,
    into html: inout HTMLWriter
  ) {
    html.element("td", ["class": level == .good ? "" : level.rawValue]) { html in
      html.text(text)
      if level > .good { html.element("span", ["class": "hidden"], " (\(level.rawValue))") }
      if !note.isEmpty { html.element("small", note) }
    }
  }

  func level(_ value: Double?, _ limit: CallTestLimit) -> CallTestVerdict.Level {
    value.map { $0.isFinite ? limit.level(of: $0) : .good } ?? .good
  }

  /// Of the palette: a participant has one colour in the whole report.
  func colour(of participant: Int) -> Int {
    report.participants.firstIndex { $0.number == participant } ?? 0
  }
}
