/// How fast a pen moves: the path length of the last 40 ms over their time, so the same movement
/// sampled at 60 or 240 Hz is equally fast.
struct PenSpeed {
  /// Path length and time of recent points, as a ring of a power of two.
  private var lengths: [Double] = []
  private var times: [UInt32] = []
  private var next = 0
  private var total = 0.0
  private var lastX = 0.0
  private var lastY = 0.0
  private var count = 0

  /// Tenths of a millisecond over which speed is measured.
  private static let window: UInt32 = 400
  private static let ringSize = 64

  mutating func advance(to point: StrokePoint) {
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
    count &+= 1
  }

  /// Board pixels.
  var pixelsPerSecond: Double {
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

  /// Between the last two points; 0 for the first.
  var secondsSincePrevious: Double {
    guard lengths.count > 1 else { return 0 }
    let (newest, previous) = (times[slot(0)], times[slot(1)])
    return newest > previous ? Double(newest - previous) / Double(BoardTime.ticksPerSecond) : 0
  }

  /// Index in the ring of the point `age` before the newest.
  private func slot(_ age: Int) -> Int {
    (next - 1 - age) & (Self.ringSize - 1)
  }
}
