import Strokes
import TestSupport
import Testing

@testable import CallSession

/// A snapshot in place of the log so far: whatever comes after, both lead to the same pixels.
@Suite struct BoardSnapshotTests {
  private static func pixels(_ session: RandomSession, _ events: [BoardEvent]) -> [UInt32] {
    let renderer = BoardRenderer(
      header: session.header, width: session.width, height: session.height,
      viewport: session.viewport)
    renderer.provide(session.picture, for: session.pictureHash)
    for event in events { renderer.apply(event) }
    _ = renderer.render()
    return renderer.canvas.pixels
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `the log after a snapshot does what it does after the whole log`(seed: UInt64) {
    let session = RandomSession(seed: seed, steps: 90, kinds: [.monoline, .marker, .pen])
    let events = session.split(seed: seed)
    let expected = Self.pixels(session, events)
    var ledger = BoardLedger()
    for (index, event) in events.enumerated() {
      ledger.append(event)
      guard index % 17 == Int(seed % 17) || index == events.count - 1 else { continue }
      let log = ledger.snapshot.log + events[(index + 1)...]
      #expect(Self.pixels(session, log) == expected, "seed \(seed), after \(index) events")
      #expect(log.count <= events.count)
      for (event, next) in zip(log, log.dropFirst()) {
        #expect(event.sequence <= next.sequence)
      }
    }
  }

  @Test func `a long stroke is one event, and what does not draw is none`() {
    let author = AuthorID(1)
    let id = BoardID(author: author, number: 1)
    var events: [BoardAction] = [
      .joined(name: "Ann"),
      .strokeBegan(
        id, ink: Ink(kind: .pen, colour: .black, width: 64), channels: [], order: nil),
    ]
    for x in 0..<500 as Range<Int32> {
      events += [
        .strokePoints(id, [StrokePoint(x: x, y: 0)]), .pointer(x: x, y: 0, isVisible: true),
      ]
    }
    events += [.ruler(Ruler(x: 1, y: 1, direction: 1)), .ruler(Ruler(x: 2, y: 1, direction: 1))]
    events += [.viewMoved(.identity), .chat("hello"), .strokeEnded(id), .viewMoved(.identity)]
    var ledger = BoardLedger()
    for (index, action) in events.enumerated() {
      ledger.append(
        BoardEvent(
          sequence: UInt64(index + 1), time: .zero, author: author, action: action))
    }
    let log = ledger.snapshot.log
    #expect(log.count == 5)
    guard case .strokePoints(_, let points) = log[1].action else {
      Issue.record("points come second: \(log)")
      return
    }
    #expect(points.map(\.x) == Array(0..<500))
    #expect(log[2].action == .ruler(Ruler(x: 2, y: 1, direction: 1)))
    #expect(log.last?.action == .viewMoved(.identity))
  }

  /// Strokes that nobody ends would be drawn anew with everything above them, for ever.
  @Test func `that somebody left is kept when it ended their strokes`() {
    let (ann, bob) = (AuthorID(1), AuthorID(2))
    let id = BoardID(author: ann, number: 1)
    let ink = Ink(kind: .pen, colour: .black, width: 64)
    let actions: [(AuthorID, BoardAction)] = [
      (ann, .strokeBegan(id, ink: ink, channels: [], order: nil)), (bob, .left), (ann, .left),
    ]
    var ledger = BoardLedger()
    for (index, (author, action)) in actions.enumerated() {
      ledger.append(
        BoardEvent(sequence: UInt64(index + 1), time: .zero, author: author, action: action))
    }
    #expect(ledger.snapshot.log.map(\.sequence) == [1, 3])
  }

  @Test func `points beyond what one event holds begin another`() {
    let author = AuthorID(1)
    let id = BoardID(author: author, number: 1)
    let many = [StrokePoint](repeating: StrokePoint(x: 0, y: 0), count: 40_000)
    var ledger = BoardLedger()
    for sequence in 1...3 as ClosedRange<UInt64> {
      let action = BoardAction.strokePoints(id, many)
      ledger.append(
        BoardEvent(sequence: sequence, time: .zero, author: author, action: action))
    }
    #expect(ledger.snapshot.log.count == 3)
    let stream = SnapshotStream(BoardHeader(), ledger.snapshot.log, sequence: 3)
    #expect(stream.parts.count > 3)
    #expect(stream.parts.map(\.isLast).filter { $0 }.count == 1)
    var decoder = BinaryCodecDecoder(stream.parts.flatMap(\.bytes))
    #expect((try? decoder.header()) == BoardHeader())
  }
}
