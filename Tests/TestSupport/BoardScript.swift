import Strokes

/// A board that a test draws on, one short call an act.
package final class BoardScript {
  package let renderer: BoardRenderer
  package private(set) var events: [BoardEvent] = []
  private var numbers: [UInt32: UInt32] = [:]
  private var ticks: Int64 = 0

  package init(
    width: Int32 = 200, height: Int32 = 120, background: Background = .colour(.white),
    viewport: Viewport = .identity, backdrop: Colour? = nil
  ) {
    var header = BoardHeader(canvasWidth: width, canvasHeight: height)
    header.background = background
    renderer = BoardRenderer(
      header: header, width: width, height: height, viewport: viewport, backdrop: backdrop)
  }

  package func send(_ action: BoardAction, author: UInt32 = 1) {
    ticks += 10
    let event = BoardEvent(
      sequence: UInt64(events.count + 1), time: BoardTime(ticks: ticks), author: AuthorID(author),
      action: action)
    events.append(event)
    renderer.apply(event)
  }

  package func newID(author: UInt32 = 1) -> BoardID {
    numbers[author, default: 0] += 1
    return BoardID(author: AuthorID(author), number: numbers[author, default: 0])
  }

  /// Begins a stroke and leaves it open.
  package func begin(
    _ kind: InkKind = .monoline, colour: Colour = .black, width: Double = 6,
    channels: PointChannels = [], order: OrderKey? = nil, author: UInt32 = 1
  ) -> BoardID {
    let id = newID(author: author)
    let ink = Ink(kind: kind, colour: colour, width: BoardUnit.quantiseWidth(width) ?? 0)
    send(.strokeBegan(id, ink: ink, channels: channels, order: order), author: author)
    return id
  }

  /// Adds points in board pixels; what is no number is left out, as at capture.
  package func add(_ points: [(Double, Double)], to id: BoardID, force: UInt16? = nil) {
    var quantised: [StrokePoint] = []
    for (index, point) in points.enumerated() {
      guard let x = BoardUnit.quantise(point.0), let y = BoardUnit.quantise(point.1) else {
        continue
      }
      quantised.append(
        StrokePoint(
          x: x, y: y, timeOffset: UInt32(index) * 42, force: force ?? StrokePoint.forceUnit))
    }
    send(.strokePoints(id, quantised), author: id.author.rawValue)
  }

  /// A whole stroke.
  @discardableResult
  package func stroke(
    _ points: [(Double, Double)], _ kind: InkKind = .monoline, colour: Colour = .black,
    width: Double = 6, channels: PointChannels = [], force: UInt16? = nil, order: OrderKey? = nil,
    author: UInt32 = 1
  ) -> BoardID {
    let id = begin(
      kind, colour: colour, width: width, channels: channels, order: order, author: author)
    add(points, to: id, force: force)
    send(.strokeEnded(id), author: author)
    return id
  }

  @discardableResult
  package func act(author: UInt32 = 1, _ make: (BoardID) -> BoardAction) -> BoardID {
    let id = newID(author: author)
    send(make(id), author: author)
    return id
  }

  /// The pixel as 0xAARRGGBB after everything so far.
  package func pixel(_ x: Int, _ y: Int) -> UInt32 {
    _ = renderer.render()
    return renderer.canvas.pixels[y * Int(renderer.canvas.width) + x]
  }

  package var pixels: [UInt32] {
    _ = renderer.render()
    return renderer.canvas.pixels
  }

  /// How much darker than white a column is in all, in pixels of black.
  package func ink(column: Int) -> Double {
    var sum = 0.0
    for y in 0..<Int(renderer.canvas.height) { sum += darkness(pixel(column, y)) }
    return sum
  }

  package func ink(row: Int) -> Double {
    var sum = 0.0
    for x in 0..<Int(renderer.canvas.width) { sum += darkness(pixel(x, row)) }
    return sum
  }

  /// All the darkness of the picture, in pixels of black.
  package var area: Double {
    var sum = 0.0
    for pixel in pixels { sum += darkness(pixel) }
    return sum
  }

  private func darkness(_ pixel: UInt32) -> Double {
    let sum = (pixel >> 16 & 255) + (pixel >> 8 & 255) + (pixel & 255)
    return 1 - Double(sum) / 765
  }
}

/// A straight line of `count` points.
package func line(
  _ from: (Double, Double), _ to: (Double, Double), count: Int = 20
) -> [(Double, Double)] {
  var points: [(Double, Double)] = []
  for index in 0..<count {
    let share = Double(index) / Double(count - 1)
    points.append((from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share))
  }
  return points
}
