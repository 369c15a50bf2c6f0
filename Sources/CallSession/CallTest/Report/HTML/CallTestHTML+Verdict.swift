/// What to know and what to do.
extension CallTestHTML {
  func writeVerdict(into html: inout HTMLWriter) {
    html.element("p", ["class": "facts"], facts)
    html.element("header", ["class": "verdict \(verdict.level.rawValue)"]) { html in
      writeChip(verdict.level, into: &html)
      html.element("h1", verdict.summary)
    }
    let tiles = tiles
    guard !tiles.isEmpty else { return }
    html.element("ul", ["class": "tiles", "aria-label": "The worst figure of each kind"]) { html in
      for tile in tiles {
        html.element("li", ["class": tile.level.rawValue]) { html in
          html.element("span", ["class": "name"], tile.name)
          html.element("span", ["class": "value"], tile.value)
          html.element("span", ["class": "where"], tile.place)
          if tile.level > .good { writeChip(tile.level, into: &html) }
        }
      }
    }
  }

  private var facts: String {
    if let line = report.line {
      return "Line test · to \(line.server) and back · \(ReportFigure.seconds(report.duration)) · "
        + "seed \(report.seed)"
    }
    let network = report.usesSockets ? "through sockets" : "over the simulated network"
    return "Call test · profile \(report.profile) · "
      + "\(ReportFigure.count(report.participants.count, "participant")) · "
      + "\(ReportFigure.seconds(report.duration)) \(network) · seed \(report.seed)"
  }

  private struct Tile {
    let name: String
    let value: String
    let place: String
    let level: CallTestVerdict.Level
  }

  private var tiles: [Tile] {
    let paths: [Tile?] = [
      tile("Mean opinion score", CallTestThresholds.mos) { $0.sound?.mos },
      tile("Mouth to ear", CallTestThresholds.delay) { $0.sound?.delay },
      tile("Intelligibility", CallTestThresholds.intelligibility) { $0.sound?.intelligibility },
      tile("Audibly concealed", CallTestThresholds.concealed) { $0.sound?.audiblyConcealed },
      tile("Frozen", CallTestThresholds.frozen) {
        $0.picture.flatMap { PathRule.frozen($0, in: report) }
      },
      tile("Lips and voice apart", CallTestThresholds.offset) {
        $0.picture.flatMap(PathRule.offset)
      },
    ]
    let strokes = [
      strokes("Strokes in time, events") { $0.events },
      strokes("Strokes in time, video") { $0.video },
    ]
    return (paths + strokes).compactMap { $0 }
  }

  private func tile(
    _ name: String, _ limit: CallTestLimit, _ figure: (CallTestReport.Path) -> Double?
  ) -> Tile? {
    var worst: (value: Double, path: CallTestReport.Path)?
    for path in report.paths {
      guard let value = figure(path), value.isFinite else { continue }
      if worst.map({ limit.worse(value, $0.value) != $0.value }) ?? true { worst = (value, path) }
    }
    return worst.map { value, path in
      Tile(
        name: name, value: limit.unit.text(value).replacing(" a minute", with: "/min"),
        place: report.line == nil ? "worst: \(report.name(of: path, "→"))" : report.name(of: path),
        level: limit.level(of: value))
    }
  }

  private func strokes(
    _ name: String, _ way: (CallTestReport.Viewer) -> CallTestReport.Legibility
  ) -> Tile? {
    guard let board = report.board else { return nil }
    let shares = board.viewers.compactMap { viewer in
      way(viewer).share(ofPlanned: board.strokes).map { (viewer, $0) }
    }
    return shares.min { $0.1 < $1.1 }.map { viewer, share in
      Tile(
        name: name, value: ReportFigure.percent(share),
        place: "worst: \(report.name(of: viewer.participant))",
        level: CallTestThresholds.strokesInTime.level(of: share))
    }
  }

  /// A form, a word and a colour.
  func writeChip(_ level: CallTestVerdict.Level, into html: inout HTMLWriter) {
    let (path, word) =
      switch level {
      case .good:
        ("M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zM6.9 11.2 3.9 8.2l1.3-1.3 1.7 1.7 4-4 1.3 1.3z", "Good")
      case .fair: ("M8 1 15.5 14.5H.5zM7.2 6v4h1.6V6zM7.2 11.3v1.6h1.6v-1.6z", "Fair")
      case .bad:
        (
          "M5 1h6l4 4v6l-4 4H5l-4-4V5zM5.2 6.4 6.8 8l-1.6 1.6 1.2 1.2L8 9.2l1.6 1.6 1.2-1.2L9.2 "
            + "8l1.6-1.6-1.2-1.2L8 6.8 6.4 5.2z", "Bad"
        )
      }
    html.element("span", ["class": "chip \(level.rawValue)"]) { html in
      html.element("svg", ["viewBox": "0 0 16 16", "aria-hidden": "true"]) { html in
        html.empty("path", ["fill-rule": "evenodd", "d": path])
      }
      html.text(word)
    }
  }

  func writeFindings(into html: inout HTMLWriter) {
    guard !verdict.findings.isEmpty else { return }
    section("What was found, and what to do", into: &html) { html in
      html.element("ol", ["class": "findings"]) { html in
        for finding in verdict.findings {
          html.element("li", ["class": "finding \(finding.level.rawValue)"]) { html in
            writeChip(finding.level, into: &html)
            html.element("code", finding.name.rawValue)
            html.element("p", ["class": "text"], finding.text)
            html.element("p", finding.remedy)
            html.element("p", ["class": "from"], "From " + Self.source(finding.figures))
          }
        }
      }
    }
  }

  private static func source(_ figures: [CallTestFinding.Figure]) -> String {
    figures.prefix(8).map { figure in
      "\(figure.name) \(figure.unit.text(figure.value))"
        + (figure.limit.map { " (good: \(figure.unit.text($0)))" } ?? "")
    }.joined(separator: " · ")
  }

  func writeRequirements(into html: inout HTMLWriter) {
    guard !requirements.isEmpty else { return }
    section("What was required", into: &html) { html in
      table("Compared with the worst path or viewer", into: &html) { html in
        headings(["Figure", "Required", "Measured", "Where", "Met"], into: &html)
        html.element("tbody") { html in
          for result in requirements {
            html.element("tr") { html in
              let sign = result.figure.isHigherBetter ? "≥ " : "≤ "
              html.element("th", ["scope": "row"], result.figure.rawValue)
              cell(sign + ReportFigure.short(result.limit) + " " + result.figure.unit, into: &html)
              cell(ReportFigure.short(result.measured) + " " + result.figure.unit, into: &html)
              cell(result.place, into: &html)
              cell(result.isMet ? "yes" : "no", level: result.isMet ? .good : .bad, into: &html)
            }
          }
        }
      }
    }
  }
}
