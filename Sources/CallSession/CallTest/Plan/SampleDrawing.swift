package import MediaCore
package import Strokes

/// What is drawn in a call test when no session is given: lines of handwriting-like loops, a frame around
/// some of them, now and then something struck out.
package enum SampleDrawing {
  package static let header = BoardHeader(canvasWidth: 1_280, canvasHeight: 720)

  private static let author = AuthorID(1)
  /// Points a second.
  private static let rate: Int64 = 60

  /// A drawing that goes on for so long. Equal lengths and seeds give equal drawings.
  package static func events(until end: MediaTime, seed: UInt64) -> [BoardEvent] {
    var pen = Pen(seed: seed)
    var number: UInt32 = 0
    while pen.time < end {
      number += 1
      if number % 160 == 0 {
        pen.clear(BoardID(author: author, number: number))
      } else {
        pen.word(BoardID(author: author, number: number), isFrame: number % 12 == 0)
      }
    }
    return pen.events
  }

  private struct Pen {
    var events: [BoardEvent] = []
    var time = MediaTime.zero
    private var generator: SimulationGenerator
    private var x: Double = 60
    private var y: Double = 80
    private var lineStart: (x: Double, y: Double) = (60, 80)

    init(seed: UInt64) { generator = SimulationGenerator(seed: seed, stream: 1 << 22) }

    private mutating func add(_ action: BoardAction) {
      events.append(
        BoardEvent(
          sequence: UInt64(events.count) + 1,
          time: BoardTime(ticks: time.nanoseconds / 100_000), author: author, action: action))
    }

    mutating func clear(_ name: BoardID) {
      add(.cleared(name))
      (x, y) = (60, 80)
      wait(milliseconds: 900)
    }

    private mutating func wait(milliseconds: Int64) {
      time = time + MediaTime(milliseconds: milliseconds)
    }

    /// Loops from left to right, or a frame around the line.
    mutating func word(_ name: BoardID, isFrame: Bool) {
      var ink = Ink(kind: .pen, colour: Colour(red: 20, green: 30, blue: 60), width: 5 * 64)
      if isFrame {
        ink = Ink(kind: .marker, colour: Colour(red: 210, green: 60, blue: 30), width: 7 * 64)
      }
      add(.strokeBegan(name, ink: ink, channels: [.time, .force], order: nil))
      let points = isFrame ? frame() : loops()
      var sent = 0
      while sent < points.count {
        // A page sends what its pen has brought since the last picture.
        let part = Array(points[sent..<min(sent + 2, points.count)])
        sent += part.count
        wait(milliseconds: 1_000 * Int64(part.count) / rate)
        add(.strokePoints(name, part))
      }
      add(.strokeEnded(name))
      wait(milliseconds: 150 + Int64(generator.uniform() * 250))
    }

    private mutating func loops() -> [StrokePoint] {
      let letters = 2 + Int(generator.uniform() * 4)
      if x + Double(letters) * 34 > 1_220 {
        y = y + 76 > 680 ? 80 : y + 76
        x = 60
      }
      lineStart = (x, y)
      var points: [StrokePoint] = []
      let height = 18 + generator.uniform() * 14
      for step in 0...letters * 12 {
        // Whole-number cosine tables would do; a parabola each way is as round as handwriting is.
        let place = Double(step % 12) / 12
        let swing = 1 - 4 * (place < 0.5 ? place : 1 - place)
        let bulge = (place < 0.5 ? 1 : -1) * (1 - swing * swing)
        points.append(
          point(
            x + Double(step) / 12 * 30 + bulge * 9, y - swing * height,
            step, force: 0.8 + 0.4 * place))
      }
      x += Double(letters) * 30 + 34
      return points
    }

    private mutating func frame() -> [StrokePoint] {
      let (left, right) = (lineStart.x - 14, x - 16)
      let (top, bottom) = (y - 44, y + 44)
      let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
      var points: [StrokePoint] = []
      for (from, to) in zip(corners, corners.dropFirst()) {
        for step in 0..<10 {
          let part = Double(step) / 10
          points.append(
            point(
              from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part, points.count,
              force: 1))
        }
      }
      points.append(point(left, top, points.count, force: 1))
      return points
    }

    private func point(_ x: Double, _ y: Double, _ step: Int, force: Double) -> StrokePoint {
      StrokePoint(
        x: Int32((x * 64).rounded()), y: Int32((y * 64).rounded()),
        timeOffset: UInt32(Int64(step) * 10_000 / rate),
        force: UInt16((force * Double(StrokePoint.forceUnit)).rounded()))
    }
  }
}
