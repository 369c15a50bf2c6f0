/// A gain that gets to its aim without a click: by the same small step each sample.
struct GainRamp: Equatable, Sendable {
  private(set) var value: Float
  /// The largest change from a sample to the next.
  let step: Float

  init(_ value: Float, step: Float) {
    self.value = value
    self.step = step
  }

  /// Multiplies a stretch of interleaved samples on the way to `aim`.
  mutating func apply(_ aim: Float, to samples: inout [Float], from start: Int, channels: Int) {
    if value == aim && aim == 1 { return }
    var place = start
    while place < samples.count {
      advance(to: aim)
      for channel in 0..<channels { samples[place + channel] *= value }
      place += channels
    }
  }

  /// One sample further.
  mutating func advance(to aim: Float) {
    value = value < aim ? min(value + step, aim) : max(value - step, aim)
  }
}
