/// Turns the points of a stroke into sweeps, one point after the other.
///
/// The curve is a centripetal Catmull-Rom spline through the points; where the path turns by more
/// than a right angle it keeps its corner. A piece between two points is final once the point
/// after it is known; until then it is the provisional tail, see `tail(_:)`. What a stroke of n
/// points looks like therefore depends on these n points alone.
struct StrokeTracer {
  /// A point of the stroke, with the pen on the canvas there.
  private struct Knot {
    var pose: PenPose
    var index: Int32
  }

  private let map: AffineTransform
  private let radiusScale: Double
  private let clip: SweepClip
  private var dynamics: PenDynamics
  private var count: Int32 = 0

  /// The last three distinct points, oldest first; `knots` says how many there are.
  private var before: Knot
  private var previous: Knot
  private var last: Knot
  private var knots = 0

  /// How far the chords may lie from the curve, in canvas pixels.
  private static let flatness = 0.1
  private static let mostPieces = 64.0

  /// - Parameters:
  ///   - map: from the item's space (board pixels) to the canvas.
  ///   - clip: pieces that end far outside are cut to the canvas's surroundings.
  init(ink: Ink, channels: PointChannels, map: AffineTransform, clip: SweepClip) {
    self.map = map
    radiusScale = map.meanScale / 2
    self.clip = clip
    dynamics = PenDynamics(ink: ink, channels: channels)
    let none = Knot(
      pose: PenPose(x: 0, y: 0, radius: 0, edgeX: 0, edgeY: 0, opacity: 1), index: 0)
    before = none
    previous = none
    last = none
  }

  /// Takes the next point and hands over the sweeps that it makes final.
  @inline(__always)
  mutating func add(_ point: StrokePoint, _ emit: (Sweep) -> Void) {
    let knot = Knot(pose: pose(at: point), index: count)
    count += 1
    if knots > 0, knot.pose.x == last.pose.x, knot.pose.y == last.pose.y {
      // The pen rests: only its nib can change, and what was drawn stays.
      last = knot
      clip.emit(from: knot.pose, to: knot.pose, point: knot.index, emit)
      return
    }
    switch knots {
    case 0:
      clip.emit(from: knot.pose, to: knot.pose, point: knot.index, emit)
    case 1:
      break
    default:
      trace(
        from: previous.pose, to: last, before: knots > 2 ? before.pose : nil, after: knot.pose,
        emit)
    }
    before = previous
    previous = last
    last = knot
    knots = min(knots + 1, 3)
  }

  /// The piece to the last point as it looks while no further point is known.
  @inline(__always)
  func tail(_ emit: (Sweep) -> Void) {
    guard knots > 1 else { return }
    trace(from: previous.pose, to: last, before: knots > 2 ? before.pose : nil, after: nil, emit)
  }

  private mutating func pose(at point: StrokePoint) -> PenPose {
    let mark = dynamics.mark(at: point)
    let steps = Double(BoardUnit.perPixel)
    let place = map.apply(x: Double(point.x) / steps, y: Double(point.y) / steps)
    var pose = PenPose(
      x: place.x, y: place.y, radius: mark.width * radiusScale, edgeX: 0, edgeY: 0,
      opacity: mark.opacity)
    guard mark.thickness > 0 else { return pose }
    // A broad nib: a line with rounded ends, as long as the mark is wide.
    pose.radius = mark.thickness * radiusScale
    let half = (mark.width - mark.thickness) / 2
    pose.edgeX = (map.a * mark.edgeX + map.c * mark.edgeY) * half
    pose.edgeY = (map.b * mark.edgeX + map.d * mark.edgeY) * half
    // Either end of the edge is as good as the other; the nearer one makes no bow tie.
    if knots > 0, pose.edgeX * last.pose.edgeX + pose.edgeY * last.pose.edgeY < 0 {
      (pose.edgeX, pose.edgeY) = (-pose.edgeX, -pose.edgeY)
    }
    return pose
  }

  private func trace(
    from start: PenPose, to last: Knot, before: PenPose?, after: PenPose?, _ emit: (Sweep) -> Void
  ) {
    let end = last.pose
    let (chordX, chordY) = (end.x - start.x, end.y - start.y)
    let chord = Self.rootOfLength(chordX, chordY)
    var (startX, startY) = (chordX, chordY)
    if let before {
      (startX, startY) = Self.tangent(
        incoming: (start.x - before.x, start.y - before.y), outgoing: (chordX, chordY),
        scale: chord, fallback: (chordX, chordY))
    }
    var (endX, endY) = (chordX, chordY)
    if let after {
      (endX, endY) = Self.tangent(
        incoming: (chordX, chordY), outgoing: (after.x - end.x, after.y - end.y),
        scale: chord, fallback: (chordX, chordY))
    }
    // As a Bézier curve, whose second differences bound the distance to its chords.
    let (c1x, c1y) = (start.x + startX / 3, start.y + startY / 3)
    let (c2x, c2y) = (end.x - endX / 3, end.y - endY / 3)
    let bend1 = Self.squaredLength(start.x - 2 * c1x + c2x, start.y - 2 * c1y + c2y)
    let bend2 = Self.squaredLength(c1x - 2 * c2x + end.x, c1y - 2 * c2y + end.y)
    let bend = (bend1 > bend2 ? bend1 : bend2).squareRoot()
    let wanted = (0.75 * bend / Self.flatness).squareRoot().rounded(.up)
    let pieces = Int32(wanted < 1 ? 1 : wanted < Self.mostPieces ? wanted : Self.mostPieces)

    var from = start
    for piece in 1...pieces {
      var next = end
      if piece < pieces {
        let s = Double(piece) / Double(pieces)
        let u = 1 - s
        let (b0, b1, b2, b3) = (u * u * u, 3 * u * u * s, 3 * u * s * s, s * s * s)
        next = start.mixed(with: end, share: s)
        next.x = b0 * start.x + b1 * c1x + b2 * c2x + b3 * end.x
        next.y = b0 * start.y + b1 * c1y + b2 * c2y + b3 * end.y
      }
      clip.emit(from: from, to: next, point: last.index, emit)
      from = next
    }
  }

  /// The curve's direction where two chords meet, scaled for the piece whose root of length is
  /// `scale`; `fallback`, the piece's own chord, at a corner.
  private static func tangent(
    incoming: (x: Double, y: Double), outgoing: (x: Double, y: Double), scale: Double,
    fallback: (x: Double, y: Double)
  ) -> (Double, Double) {
    guard incoming.x * outgoing.x + incoming.y * outgoing.y > 0 else { return fallback }
    let d1 = rootOfLength(incoming.x, incoming.y)
    let d2 = rootOfLength(outgoing.x, outgoing.y)
    guard d1 > 0, d2 > 0 else { return fallback }
    let sum = d1 + d2
    let x = incoming.x / d1 + outgoing.x / d2 - (incoming.x + outgoing.x) / sum
    let y = incoming.y / d1 + outgoing.y / d2 - (incoming.y + outgoing.y) / sum
    return (x * scale, y * scale)
  }

  private static func squaredLength(_ x: Double, _ y: Double) -> Double { x * x + y * y }

  private static func rootOfLength(_ x: Double, _ y: Double) -> Double {
    squaredLength(x, y).squareRoot().squareRoot()
  }
}
