/// How wide a stroke is at each of its points, from force and speed.
///
/// Speed is the path length of the last 40 ms over their time, and the width follows it with a
/// time constant, so the same movement sampled at 60 or 240 Hz is equally thick.
struct WidthLaw {
  private let kind: InkKind
  private let nominal: Double
  private let hasForce: Bool
  private let hasTime: Bool

  /// Path length and time of recent points, as a ring of a power of two.
  private var lengths: [Double] = []
  private var times: [UInt32] = []
  private var next = 0
  private var total = 0.0
  private var lastX = 0.0
  private var lastY = 0.0
  private var count = 0
  private var width = 0.0

  /// Tenths of a millisecond over which speed is measured.
  private static let window: UInt32 = 400
  private static let ringSize = 64
  /// Seconds in which the width makes up most of a difference.
  private static let response = 0.02

  init(ink: Ink, channels: PointChannels) {
    kind = ink.kind
    nominal = Double(ink.width) / Double(BoardUnit.perPixel)
    hasForce = channels.contains(.force)
    hasTime = channels.contains(.time)
  }

  /// The width at the next point, in board pixels.
  mutating func width(at point: StrokePoint) -> Double {
    if point.width > 0 { return Double(point.width) / Double(BoardUnit.perPixel) }
    guard kind == .pen else { return nominal }
    let target = nominal * forceFactor(point) * speedFactor(point)
    if count == 1 || !hasTime {
      width = target
    } else {
      let elapsed = secondsSincePrevious
      width += (target - width) * (elapsed / (elapsed + Self.response))
    }
    return width
  }

  private func forceFactor(_ point: StrokePoint) -> Double {
    guard hasForce else { return 1 }
    let force = Double(point.force) / Double(StrokePoint.forceUnit)
    return 0.3 + 0.7 * (force < 2.3 ? force : 2.3)
  }

  /// From 1 at rest towards 0.7 (with force) or 0.55 (without) in fast movement.
  private mutating func speedFactor(_ point: StrokePoint) -> Double {
    advance(to: point)
    guard hasTime else { return 1 }
    let speed = pixelsPerSecond
    let share = speed / (speed + 1_200)
    return 1 - share * (hasForce ? 0.3 : 0.45)
  }

  private mutating func advance(to point: StrokePoint) {
    let x = Double(point.x) / Double(BoardUnit.perPixel)
    let y = Double(point.y) / Double(BoardUnit.perPixel)
    if count > 0 {
      let (dx, dy) = (x - lastX, y - lastY)
      total += (dx * dx + dy * dy).squareRoot()
    }
    (lastX, lastY) = (x, y)
    if lengths.count < Self.ringSize {
      lengths.append(total)
      times.append(point.timeOffset)
    } else {
      lengths[next] = total
      times[next] = point.timeOffset
    }
    next = (next + 1) & (Self.ringSize - 1)
    count += 1
  }

  /// Index in the ring of the point `age` before the newest.
  private func slot(_ age: Int) -> Int {
    (next - 1 - age) & (Self.ringSize - 1)
  }

  private var pixelsPerSecond: Double {
    let newest = slot(0)
    var age = 0
    while age + 1 < lengths.count {
      age += 1
      if times[newest] >= times[slot(age)], times[newest] - times[slot(age)] >= Self.window {
        break
      }
    }
    let oldest = slot(age)
    let elapsed = times[newest] > times[oldest] ? times[newest] - times[oldest] : 0
    let span = elapsed < Self.window ? Self.window : elapsed
    return (lengths[newest] - lengths[oldest]) * Double(BoardTime.ticksPerSecond) / Double(span)
  }

  private var secondsSincePrevious: Double {
    guard lengths.count > 1 else { return 0 }
    let (newest, previous) = (times[slot(0)], times[slot(1)])
    return newest > previous ? Double(newest - previous) / Double(BoardTime.ticksPerSecond) : 0
  }
}
