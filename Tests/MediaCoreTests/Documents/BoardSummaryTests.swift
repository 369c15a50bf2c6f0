import MediaCore
import Strokes
import Testing

@Suite struct BoardSummaryTests {
  static let ada = AuthorID(7)
  static let bob = AuthorID(3)

  func summary(_ events: [(seconds: Int64, AuthorID, BoardAction)]) -> BoardSummary {
    var summary = BoardSummary()
    for (index, (seconds, author, action)) in events.enumerated() {
      summary.include(
        BoardEvent(
          sequence: UInt64(index + 1), time: BoardTime(ticks: seconds * 10_000), author: author,
          action: action))
    }
    return summary
  }

  @Test func `it counts what happened and keeps names and chapters in order`() {
    let stroke = BoardID(author: Self.ada, number: 1)
    let summary = summary([
      (0, Self.ada, .joined(name: "Ada")),
      (
        1, Self.ada,
        .strokeBegan(
          stroke, ink: Ink(kind: .pen, colour: .black, width: 128), channels: [], order: nil)
      ),
      (1, Self.ada, .strokePoints(stroke, [StrokePoint(x: 0, y: 0), StrokePoint(x: 9, y: 9)])),
      (2, Self.bob, .chat("hello")),
      (5, Self.ada, .chapter("Two")),
      (3, Self.bob, .chapter("late")),
      (4, Self.ada, .audioFile(path: "talk.opus", offset: .zero)),
      (4, Self.ada, .unknown(kind: "later", payload: [])),
    ])
    #expect(summary.duration == MediaTime(milliseconds: 5_000))
    #expect(summary.eventCount == 8)
    #expect(summary.strokeCount == 1 && summary.pointCount == 2)
    #expect(summary.chatCount == 1 && summary.unknownCount == 1)
    #expect(summary.audioFiles.map(\.path) == ["talk.opus"])
    #expect(summary.audioFiles.map(\.start.seconds) == [5])
    // A chapter stands where it is shown: at the running maximum of the times.
    #expect(summary.chapters.map(\.title) == ["Two", "late"])
    #expect(summary.chapters.map(\.time.seconds) == [5, 5])
    #expect(summary.participants.map(\.name) == ["Ada", nil])
    #expect(summary.participants.map(\.eventCount) == [6, 2])
  }

  @Test func `names of a hostile session do not fill the memory`() {
    var summary = BoardSummary()
    for number in 0..<UInt32(BoardSummary.largestKept + 10) {
      summary.include(
        BoardEvent(
          sequence: UInt64(number) + 1, time: .zero, author: AuthorID(number),
          action: .chapter("c")))
    }
    #expect(summary.participants.count == BoardSummary.largestKept)
    #expect(summary.chapters.count == BoardSummary.largestKept)
    #expect(summary.eventCount == UInt64(BoardSummary.largestKept) + 10)
  }
}
