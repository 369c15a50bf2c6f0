/// What a report means for the people of the call. A function of the report: every finding cites the
/// figures that it is from, and the level is that of the worst.
package struct CallTestVerdict: Equatable, Sendable, Encodable {
  package enum Level: String, CaseIterable, Comparable, Sendable, Encodable {
    case good
    case fair
    case bad

    package static func < (first: Level, second: Level) -> Bool {
      first.rank < second.rank
    }

    private var rank: Int {
      switch self {
      case .good: 0
      case .fair: 1
      case .bad: 2
      }
    }
  }

  package let level: Level
  /// A sentence for people: how the call will be.
  package let summary: String
  /// The worst first; of one level in the order of their names.
  package let findings: [CallTestFinding]

  package init(_ report: CallTestReport) {
    var draft = VerdictDraft(report)
    draft.judgeCoverage()
    draft.judgeLine()
    draft.judgeMicrophonesAndCameras()
    draft.judgeLinks()
    draft.judgePaths()
    draft.judgeBoard()
    findings = draft.sorted()
    level = findings.map(\.level).max() ?? .good
    summary = Self.summary(findings, report)
  }

  private static func summary(_ findings: [CallTestFinding], _ report: CallTestReport) -> String {
    guard let worst = findings.first else { return praise(report) }
    if worst.level == .bad {
      let more = findings.count - 1
      return worst.text + (more == 0 ? "" : " And \(ReportFigure.count(more, "more finding")).")
    }
    return findings.count == 1
      ? "The call will work, with one flaw. \(worst.text)"
      : "The call will work, with \(findings.count) flaws. The worst: \(worst.text)"
  }

  /// Only of what was measured.
  private static func praise(_ report: CallTestReport) -> String {
    if report.line != nil { return linePraise(report) }
    let isHeard = report.paths.contains { $0.sound != nil }
    let isSeen = report.paths.contains { $0.picture != nil }
    let isDrawn = report.board.map { !$0.viewers.isEmpty } ?? false
    let verbs = (isHeard ? ["hear"] : []) + (isSeen ? ["see"] : [])
    guard !verbs.isEmpty else { return "Everybody will be able to read the board in time." }
    let board = isDrawn ? ", and read the board in time" : ""
    return "Everybody will \(verbs.joined(separator: " and ")) everybody well\(board)."
  }
}
