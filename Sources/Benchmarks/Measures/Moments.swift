internal import Strokes

/// Single acts on a full board, timed: medians of several runs.
enum Moments {
  private static let width: Int32 = 1_920
  private static let height: Int32 = 1_080

  static func run() {
    print("\n### Acts on a board of 5 000 strokes, 1920×1080, one thread\n")
    print("| act | ms, median of 7 | blocks |")
    print("|---|---|---|")
    let board = FullBoard(strokes: 5_000)
    report("undo of the oldest stroke") { board.undo(1) }
    report("undo of the oldest marker") { board.undo(10) }
    report("clear, and its undoing") { board.clearAndUndo() }
    report("a pen's next frame (8 points)") { board.draw() }
    print("\n### One long stroke\n")
    print("| points | ms, median of 7 |")
    print("|---|---|")
    for count in [100_000, 200_000, 1_000_000] {
      let times = repeated { FullBoard(strokes: 0).long(count) }
      print("| \(count) | \(fixed(times.median, 0)) |")
    }
  }

  private static func report(_ name: String, _ act: () -> Int) {
    let (median, blocks) = repeated(act)
    print("| \(name) | \(fixed(median, 2)) | \(blocks) |")
  }

  private static func repeated(_ act: () -> Int) -> (median: Double, blocks: Int) {
    let clock = ContinuousClock()
    var times: [Double] = []
    var blocks = 0
    for _ in 0..<7 {
      let start = clock.now
      blocks = max(blocks, act())
      let elapsed = (clock.now - start).components
      times.append(Double(elapsed.seconds) * 1e3 + Double(elapsed.attoseconds) / 1e15)
    }
    times.sort()
    return (times[3], blocks)
  }

  private final class FullBoard {
    private let renderer = BoardRenderer(
      header: BoardHeader(canvasWidth: width, canvasHeight: height), width: width, height: height,
      viewport: .identity)
    private var hand = Hand(seed: 3)
    private var number: UInt32 = 0
    private var sequence: UInt64 = 0
    private var open: BoardID?
    private var place = (x: 300.0, y: 300.0)

    init(strokes: Int) {
      for index in 0..<strokes { stroke(index % 10 == 9 ? .marker : .pen) }
      _ = renderer.render()
    }

    private func send(_ action: BoardAction) {
      sequence += 1
      renderer.apply(
        BoardEvent(sequence: sequence, time: .zero, author: AuthorID(1), action: action))
    }

    private func newID() -> BoardID {
      number += 1
      return BoardID(author: AuthorID(1), number: number)
    }

    private func stroke(_ kind: InkKind) {
      let id = newID()
      let ink = Ink(kind: kind, colour: .black, width: kind == .marker ? 1_280 : 171)
      send(.strokeBegan(id, ink: ink, channels: [.time, .force], order: nil))
      var (x, y) = (60 + hand.chance() * 1_800, 60 + hand.chance() * 960)
      var path = [(x: x, y: y)]
      for _ in 0..<6 {
        x += hand.wobble() * 60
        y += hand.wobble() * 40
        path.append((x, y))
      }
      send(.strokePoints(id, hand.points(along: path)))
      send(.strokeEnded(id))
    }

    func undo(_ number: UInt32) -> Int {
      let id = BoardID(author: AuthorID(1), number: number)
      send(.undone(id))
      let blocks = renderer.render().blocks.count
      send(.redone(id))
      _ = renderer.render()
      return blocks
    }

    func clearAndUndo() -> Int {
      let id = newID()
      send(.cleared(id))
      let blocks = renderer.render().blocks.count
      send(.undone(id))
      _ = renderer.render()
      return blocks
    }

    func draw() -> Int {
      if open == nil {
        let id = newID()
        open = id
        send(
          .strokeBegan(
            id, ink: Ink(kind: .pen, colour: .black, width: 171), channels: [], order: nil))
      }
      guard let open else { return 0 }
      var points: [StrokePoint] = []
      for _ in 0..<8 {
        place.x += 2
        place.y += 0.6
        points.append(StrokePoint(x: Int32(place.x * 64), y: Int32(place.y * 64)))
      }
      send(.strokePoints(open, points))
      return renderer.render().blocks.count
    }

    /// A wave over the whole board, sampled so often.
    func long(_ count: Int) -> Int {
      let id = newID()
      send(
        .strokeBegan(
          id, ink: Ink(kind: .pen, colour: .black, width: 171), channels: [.time], order: nil))
      var points: [StrokePoint] = []
      points.reserveCapacity(count)
      for index in 0..<count {
        let x = Double(index) / Double(count) * Double(width)
        let phase = index % 400
        let y = 500 + Double(phase < 200 ? phase : 400 - phase) * 0.5
        points.append(
          StrokePoint(x: Int32(x * 64), y: Int32(y * 64), timeOffset: UInt32(index)))
      }
      send(.strokePoints(id, points))
      send(.strokeEnded(id))
      return renderer.render().blocks.count
    }
  }
}
