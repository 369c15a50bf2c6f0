import CallSession

/// What a call test says on a terminal: the verdict, what to do, and a line for each path.
struct CalltestSummary {
  private let report: CallTestReport
  private let verdict: CallTestVerdict
  private let results: [CallTestRequirement.Result]

  init(
    _ report: CallTestReport, _ verdict: CallTestVerdict, _ results: [CallTestRequirement.Result]
  ) {
    self.report = report
    self.verdict = verdict
    self.results = results
  }

  var lines: [String] {
    var lines = [verdict.summary]
    for finding in verdict.findings where finding.level != .good {
      lines.append("  \(finding.level.rawValue): \(finding.text) \(finding.remedy)")
    }
    lines.append("")
    lines += table
    if let board = report.board { lines += strokes(board) }
    if let line = report.line { lines += self.line(line) }
    if !results.isEmpty {
      lines.append("")
      for result in results { lines.append((result.isMet ? "met: " : "NOT met: ") + result.text) }
    }
    return lines
  }

  private func name(_ number: Int) -> String {
    for participant in report.participants where participant.number == number {
      return participant.name
    }
    return "participant \(number)"
  }

  private var table: [String] {
    var rows = [["", "delay", "MOS", "STOI", "concealed", "frozen", "SSIM", "lip sync"]]
    for path in report.paths {
      let (sound, picture) = (path.sound, path.picture)
      rows.append([
        report.name(of: path),
        figure(sound?.delay, places: 0, " ms"), figure(sound?.mos, places: 2),
        figure(sound?.intelligibility, places: 2),
        figure(sound.map { $0.audiblyConcealed * 100 }, places: 2, " %"),
        figure(picture?.frozen, places: 0, " ms"), figure(picture?.similarity, places: 3),
        figure(picture?.largestOffset, places: 0, " ms"),
      ])
    }
    return Self.aligned(rows)
  }

  private func line(_ line: CallTestReport.Line) -> [String] {
    var lines: [String] = []
    for you in report.participants {
      for (way, link) in [("to the server", you.up), ("from the server", you.down)] {
        let rate = link.bitrate.isEmpty ? 0 : Double(link.bytes) * 8 / report.duration
        lines.append(
          "\(way): \(figure(link.loss.map { $0 * 100 }, places: 2, " %")) lost before repair, "
            + "\(figure(rate / 1_000, places: 0, " kbit/s"))")
      }
    }
    let held = Decimal.text(line.echoDelay, places: 0)
    lines.append(
      "round trip: \(figure(line.roundTrip, places: 0, " ms")); the server's \(held) ms are taken off; "
        + "the board is not tested")
    return lines
  }

  private func strokes(_ board: CallTestReport.Board) -> [String] {
    board.viewers.map { viewer in
      let parts = [("by events", viewer.events), ("by video", viewer.video)].map { name, strokes in
        let inTime = strokes.strokes.count { ($0.delay ?? .infinity) <= strokes.goal }
        return "\(inTime) of \(strokes.strokes.count) strokes within "
          + "\(Decimal.text(strokes.goal, places: 0)) ms \(name)"
      }
      return "\(name(viewer.participant)) reads " + parts.joined(separator: ", ")
    }
  }

  private func figure(_ value: Double?, places: Int, _ unit: String = "") -> String {
    value.map { Decimal.text($0, places: places) + unit } ?? "–"
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let columns = rows[0].count
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - text.count)
        line += column == 0 ? text + space : "  " + space + text
      }
      return line
    }
  }
}
