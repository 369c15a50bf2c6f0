/// Whether strokes could be read, and how soon.
extension VerdictDraft {
  private enum Way: String, CaseIterable {
    case events
    case video

    func legibility(_ viewer: CallTestReport.Viewer) -> CallTestReport.Legibility {
      self == .events ? viewer.events : viewer.video
    }
  }

  mutating func judgeBoard() {
    guard let board = report.board, !board.viewers.isEmpty else { return }
    let times = strokeTimes(board)
    let planned = board.strokes > 0 ? Array(1...board.strokes) : []
    let undrawn = planned.filter { times[$0] == nil && !board.skipped.contains($0) }
    if !undrawn.isEmpty {
      add(
        .lostStroke, .bad, .init(kind: .board, participant: board.author),
        "Nobody will see \(Self.list(undrawn, times)): planned, but never drawn.",
        "Look at what \(report.name(of: board.author)) sends: the pen's input comes before the "
          + "network.",
        [.init("board.strokes", Double(board.strokes), .count)])
    }
    let drawn = Set(times.keys).sorted()
    let unread = drawn.filter { number in
      board.viewers.allSatisfy { viewer in
        Way.allCases.allSatisfy { Self.delay(of: number, $0.legibility(viewer)) == nil }
      }
    }
    if !unread.isEmpty {
      add(
        .lostStroke, .bad, .init(kind: .board),
        "Nobody will be able to read \(Self.list(unread, times)), neither by events nor by video: "
          + "probably never sent.",
        "Look for the stroke in the session log: is it not there, it was lost before the room.",
        [.init("board.strokes", Double(board.strokes), .count)]
          + unread.map { .init("board.stroke", Double($0), .count) })
    }
    for viewer in board.viewers {
      for way in Way.allCases {
        judge(viewer, way, drawn.filter { !unread.contains($0) }, times)
      }
    }
  }

  private mutating func judge(
    _ viewer: CallTestReport.Viewer, _ way: Way, _ drawn: [Int], _ times: [Int: Double]
  ) {
    let legibility = way.legibility(viewer)
    let subject = CallTestFinding.Subject(kind: .board, participant: viewer.participant)
    let name = report.name(of: viewer.participant)
    let lost = drawn.filter { Self.delay(of: $0, legibility) == nil }
    if !lost.isEmpty {
      add(
        .lostStroke, .bad, subject,
        "\(name) will never be able to read \(Self.list(lost, times)) by \(way.rawValue).",
        way == .events
          ? "Events are sent until they arrive: look for a broken channel, or another board."
          : "Look at what was owed to this receiver: nothing mended these blocks.",
        lost.map { .init("board.\(way.rawValue).stroke", Double($0), .count) })
    }
    let delays = drawn.compactMap { Self.delay(of: $0, legibility) }
    let late = delays.count { $0 > legibility.goal }
    guard late > 0, !drawn.isEmpty else { return }
    let share = Double(delays.count - late) / Double(drawn.count)
    let limit = CallTestThresholds.strokesInTime
    let median = ReportFigure.quantile(0.5, of: delays) ?? .nan
    let most = ReportFigure.quantile(0.95, of: delays) ?? .nan
    add(
      .lateStrokes, limit.level(of: share), subject,
      "\(name) will read strokes late by \(way.rawValue): \(ReportFigure.percent(share)) within "
        + "\(ReportFigure.milliseconds(legibility.goal)), the median after "
        + "\(ReportFigure.milliseconds(median)), 95 in 100 within \(ReportFigure.milliseconds(most)).",
      "Look at the queue and the loss of \(name)'s link from the room.",
      [
        .init("board.\(way.rawValue).inTime", share, .share, limit: limit.fair),
        .init("board.\(way.rawValue).median", median, .milliseconds),
        .init("board.\(way.rawValue).delay95", most, .milliseconds),
      ])
  }

  /// Of every stroke that anybody knows of.
  private func strokeTimes(_ board: CallTestReport.Board) -> [Int: Double] {
    var times: [Int: Double] = [:]
    for viewer in board.viewers {
      for way in Way.allCases {
        for stroke in way.legibility(viewer).strokes { times[stroke.number] = stroke.time }
      }
    }
    return times
  }

  private static func delay(
    of number: Int, _ legibility: CallTestReport.Legibility
  ) -> Double? {
    let stroke = legibility.strokes.first { $0.number == number }
    return stroke?.delay.flatMap { $0.isFinite ? $0 : nil }
  }

  private static let mostListed = 5

  /// "stroke 7 (at 12.3 s)", "strokes 1 (at 0.5 s), 2 (at 1.2 s) and 4 more".
  private static func list(_ numbers: [Int], _ times: [Int: Double]) -> String {
    let words = numbers.prefix(mostListed).map { number in
      "\(number)" + (times[number].map { " (at \(ReportFigure.seconds($0)))" } ?? "")
    }
    let more = numbers.count - words.count
    return (numbers.count == 1 ? "stroke " : "strokes ") + words.joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
  }
}
