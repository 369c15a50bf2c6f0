internal import Glibc
internal import Strokes

/// Writes a session as a teacher would draw it: each act takes its time, and time goes on.
struct SessionScript {
  private(set) var events: [BoardEvent] = []
  private(set) var ticks: Int64 = 0
  private var sequence: UInt64 = 0
  var hand: Hand
  var author = AuthorID(1)
  private var numbers: [UInt32: UInt32] = [:]
  /// Where each stroke lies, for erasers.
  private var places: [(id: BoardID, points: [StrokePoint])] = []

  init(seed: UInt64) {
    hand = Hand(seed: seed)
  }

  var seconds: Double { Double(ticks) / 10_000 }

  mutating func wait(_ seconds: Double) {
    ticks += Int64(seconds * 10_000)
  }

  /// Goes on to a time of the session, when that lies ahead.
  mutating func wait(until seconds: Double) {
    ticks = max(ticks, Int64(seconds * 10_000))
  }

  mutating func send(_ action: BoardAction, after delay: Int64 = 0) {
    sequence += 1
    events.append(
      BoardEvent(
        sequence: sequence, time: BoardTime(ticks: ticks + delay), author: author,
        action: action))
  }

  mutating func newID() -> BoardID {
    numbers[author.rawValue, default: 0] += 1
    return BoardID(author: author, number: numbers[author.rawValue, default: 0])
  }

  /// Draws one stroke, in portions as a pen hands them over, and lifts the pen.
  @discardableResult
  mutating func stroke(
    _ path: [(x: Double, y: Double)], _ kind: InkKind = .pen, colour: Colour, width: Double,
    force: Double = 0.9
  ) -> BoardID {
    let id = newID()
    // A pen that says its angles says everything, whatever the ink makes of it.
    let channels: PointChannels =
      hand.grip != nil
      ? [.time, .force, .azimuth, .altitude] : kind == .pen ? [.time, .force] : [.time]
    let ink = Ink(kind: kind, colour: colour, width: BoardUnit.quantiseWidth(width) ?? 64)
    send(.strokeBegan(id, ink: ink, channels: channels, order: nil))
    let points = hand.points(along: path, force: force)
    var start = 0
    while start < points.count {
      let end = min(start + 8, points.count)
      send(
        .strokePoints(id, Array(points[start..<end])),
        after: Int64(points[end - 1].timeOffset))
      start = end
    }
    ticks += Int64(points.last?.timeOffset ?? 0)
    send(.strokeEnded(id))
    places.append((id, points))
    return id
  }

  /// Writes a line of letters; returns where the next would begin.
  @discardableResult
  mutating func write(
    _ text: String, x: Double, y: Double, size: Double, colour: Colour, width: Double,
    _ kind: InkKind = .pen
  ) -> Double {
    var left = x
    let scale = size / 9
    for character in text {
      guard let letter = LetterShapes.strokes(of: character) else { continue }
      let (slant, lift) = (0.08 + hand.wobble() * 0.01, hand.wobble() * 0.2)
      for shape in letter.strokes {
        var path: [(x: Double, y: Double)] = []
        for place in shape {
          path.append(
            (
              left + (place.x + (9 - place.y) * slant + hand.wobble() * 0.12) * scale,
              y + (place.y - 9 + lift + hand.wobble() * 0.12) * scale
            ))
        }
        stroke(path, kind, colour: colour, width: width)
        wait(0.045 + hand.chance() * 0.03)
      }
      left += letter.advance * scale
      wait(character == " " ? 0.12 : 0.03)
    }
    return left
  }

  /// Rubs along a path: a bitmap eraser, resolved to the strokes that it meets.
  mutating func rub(_ path: [(x: Double, y: Double)], width: Double) -> BoardID {
    let points = hand.points(along: path, force: 1)
    ticks += Int64(points.last?.timeOffset ?? 0)
    let id = newID()
    var hits: [Erasure.Hit] = []
    let reach = Int64((width / 2 + 4) * 64)
    for place in places where Self.meets(place.points, points, reach) {
      hits.append(Erasure.Hit(item: place.id, pointCount: UInt32(place.points.count)))
    }
    var locations: [SIMD2<Int32>] = []
    for point in points { locations.append(SIMD2(point.x, point.y)) }
    let shape = Erasure.Shape.bitmap(
      path: locations, width: BoardUnit.quantiseWidth(width) ?? 64)
    send(.erased(id, Erasure(shape: shape, hits: hits)))
    return id
  }

  private static func meets(_ one: [StrokePoint], _ other: [StrokePoint], _ reach: Int64) -> Bool {
    for a in one {
      for b in other {
        let (dx, dy) = (Int64(a.x) - Int64(b.x), Int64(a.y) - Int64(b.y))
        if dx * dx + dy * dy < reach * reach { return true }
      }
    }
    return false
  }

  /// Moves the view in small steps, as a pinch does.
  mutating func zoom(
    from: Viewport, to: Viewport, over duration: Double
  ) {
    let steps = max(1, Int(duration * 30))
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      let eased = share * share * (3 - 2 * share)
      send(
        .viewMoved(
          Viewport(
            scale: from.scale * pow(to.scale / from.scale, eased),
            offsetX: from.offsetX + (to.offsetX - from.offsetX) * eased,
            offsetY: from.offsetY + (to.offsetY - from.offsetY) * eased)))
      wait(duration / Double(steps))
    }
  }

  /// Takes the strokes of a page out of the eraser's memory.
  mutating func forgetPlaces() {
    places.removeAll(keepingCapacity: true)
  }

  mutating func takeEvents() -> [BoardEvent] {
    let taken = events
    events.removeAll(keepingCapacity: true)
    return taken
  }
}
