/// Findings as they are collected.
struct VerdictDraft {
  let report: CallTestReport
  private(set) var findings: [CallTestFinding] = []

  init(_ report: CallTestReport) {
    self.report = report
  }

  /// What is good is no finding.
  mutating func add(
    _ name: CallTestFinding.Name, _ level: CallTestVerdict.Level,
    _ subject: CallTestFinding.Subject, _ text: String, _ remedy: String,
    _ figures: [CallTestFinding.Figure]
  ) {
    guard level > .good else { return }
    findings.append(
      CallTestFinding(
        name: name, level: level, subject: subject, text: text, remedy: remedy,
        figures: figures.filter { $0.value.isFinite }))
  }

  func sorted() -> [CallTestFinding] {
    let order = CallTestFinding.Name.allCases
    let places = findings.enumerated().map { index, finding in
      (index, finding, [order.firstIndex(of: finding.name) ?? 0] + finding.subject.rank)
    }
    return places.sorted { first, second in
      if first.1.level != second.1.level { return first.1.level > second.1.level }
      if first.2 != second.2 { return first.2.lexicographicallyPrecedes(second.2) }
      return first.0 < second.0
    }.map(\.1)
  }

  /// A call of which nothing is known is not good.
  mutating func judgeCoverage() {
    let sounds = report.paths.compactMap(\.sound)
    let hasPictures = report.paths.contains { $0.picture != nil }
    let hasBoard = report.board.map { !$0.viewers.isEmpty } ?? false
    if sounds.isEmpty, !hasPictures, !hasBoard {
      add(
        .notMeasured, .fair, .call,
        "Nobody knows how the call will be: neither sound nor pictures nor strokes were measured.",
        "Let the call last longer, with sound or a board.",
        [.init("paths", Double(report.paths.count), .count)])
    }
    let spoken = (sounds.map(\.spoken) + report.participants.map(\.spoken)).max() ?? 0
    if !sounds.isEmpty, !(spoken > 0) {
      add(
        .nobodySpoke, .fair, .call,
        "Nobody knows how people will be heard: nobody said anything in "
          + "\(ReportFigure.seconds(report.duration)).",
        "Give the participants something to say, or check that the microphones are on.",
        [.init("participants.spoken", 0, .seconds)])
    }
  }
}
