/// How fast a pen moves: the path length of the last 40 ms over their time, so the same movement
/// sampled at 60 or 240 Hz is equally fast.
struct PenSpeed {
  /// A recent point: the path's length up to there, and its time.
  private struct Sample {
    var length: Double
    var time: UInt32
  }

  /// As a ring of a power of two.
  private var samples: [Sample] = []
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
    let sample = Sample(length: total, time: point.timeOffset)
    if samples.count < Self.ringSize {
      samples.append(sample)
    } else {
      samples[next] = sample
    }
    next = (next + 1) & (Self.ringSize - 1)
    count &+= 1
  }

  /// Board pixels.
  var pixelsPerSecond: Double {
    let newest = samples[slot(0)]
    var oldest = newest
    for age in 1..<max(samples.count, 1) {
      oldest = samples[slot(age)]
      if newest.time >= oldest.time, newest.time - oldest.time >= Self.window { break }
    }
    let elapsed = newest.time > oldest.time ? newest.time - oldest.time : 0
    let span = elapsed < Self.window ? Self.window : elapsed
    return (newest.length - oldest.length) * Double(BoardTime.ticksPerSecond) / Double(span)
  }

  /// Between the last two points; 0 for the first.
  var secondsSincePrevious: Double {
    guard samples.count > 1 else { return 0 }
    let (newest, previous) = (samples[slot(0)].time, samples[slot(1)].time)
    return newest > previous ? Double(newest - previous) / Double(BoardTime.ticksPerSecond) : 0
  }

  /// Index in the ring of the point `age` before the newest.
  private func slot(_ age: Int) -> Int {
    (next - 1 - age) & (Self.ringSize - 1)
  }
}
