internal import Glibc

/// Plays samples a little faster or slower than they come, by as little as two clocks differ: a
/// windowed sinc of 32 samples in 256 phases, with a line between neighbouring phases.
///
/// What lies below 20 kHz, as all of Opus does, comes out with an error 75 dB below it. While the
/// speed is 1 and no fraction of a sample is due, samples pass unchanged.
struct DriftResampler: Sendable {
  static let taps = 32
  private static let phases = 256
  private static let table = makeTable()

  let channels: Int
  /// Input samples for one output sample.
  private(set) var speed = 1.0
  /// What has come and may still be needed, interleaved; the first samples are the oldest.
  private var input: [Float]
  /// Where the next output sample stands in `input`, in samples a channel from its first.
  private var position = Double(taps / 2 - 1)
  private var kernel = [Float](repeating: 0, count: taps)

  init(channels: Int) {
    self.channels = channels
    // Silence before the first sample, which comes out first.
    input = [Float](repeating: 0, count: (Self.taps / 2 - 1) * channels)
  }

  mutating func setSpeed(_ speed: Double) {
    precondition((0.9...1.1).contains(speed), "a speed that is nearly 1")
    self.speed = speed
  }

  /// Samples that have gone in and not yet come out, a channel.
  var latency: Double { Double(input.count / channels) - position }

  /// Samples a channel that must go in before `count` come out.
  func missing(for count: Int) -> Int {
    let last = Int(position + Double(count - 1) * speed)
    return max(last + Self.taps / 2 + 1 - input.count / channels, 0)
  }

  mutating func append(_ samples: ArraySlice<Float>) { input += samples }

  /// Appends `count` samples a channel; enough must have gone in.
  mutating func read(_ count: Int, into output: inout [Float]) {
    precondition(missing(for: count) == 0, "enough samples have gone in")
    let start = position
    for index in 0..<count {
      // From the start, so that rounding does not add up.
      let place = start + Double(index) * speed
      let whole = Int(place)
      let fraction = place - Double(whole)
      if fraction == 0 {
        for channel in 0..<channels { output.append(input[whole * channels + channel]) }
      } else {
        shapeKernel(fraction)
        filter(from: whole - Self.taps / 2 + 1, into: &output)
      }
    }
    position = start + Double(count) * speed
    let used = Int(position) - Self.taps / 2 + 1
    input.removeFirst(used * channels)
    position -= Double(used)
  }

  private mutating func shapeKernel(_ fraction: Double) {
    let exact = fraction * Double(Self.phases)
    let phase = Int(exact)
    let part = Float(exact - Double(phase))
    let (lower, upper) = (phase * Self.taps, (phase + 1) * Self.taps)
    let table = Self.table
    for tap in 0..<Self.taps {
      kernel[tap] = table[lower + tap] + part * (table[upper + tap] - table[lower + tap])
    }
  }

  private mutating func filter(from first: Int, into output: inout [Float]) {
    for channel in 0..<channels {
      // Four sums, so that they can run side by side.
      var sum = SIMD4<Float>.zero
      var place = first * channels + channel
      for tap in stride(from: 0, to: Self.taps, by: 4) {
        let values = SIMD4(
          input[place], input[place + channels], input[place + 2 * channels],
          input[place + 3 * channels])
        let weights = SIMD4(kernel[tap], kernel[tap + 1], kernel[tap + 2], kernel[tap + 3])
        sum += values * weights
        place += 4 * channels
      }
      output.append(sum.sum())
    }
  }

  /// For every phase and one more the weights of the samples around, a Kaiser window (β = 8) on a
  /// sinc; each phase's add up to 1, so that the level does not waver.
  private static func makeTable() -> [Float] {
    var table: [Float] = []
    for phase in 0...phases {
      let fraction = Double(phase) / Double(phases)
      var weights: [Double] = []
      for tap in 0..<taps {
        let distance = Double(tap - taps / 2 + 1) - fraction
        let edge = distance / Double(taps / 2)
        let window = bessel(8 * max(1 - edge * edge, 0).squareRoot()) / bessel(8)
        let sinc = abs(distance) < 1e-9 ? 1 : sin(.pi * distance) / (.pi * distance)
        weights.append(window * sinc)
      }
      var sum = 0.0
      for weight in weights { sum += weight }
      for weight in weights { table.append(Float(weight / sum)) }
    }
    return table
  }

  /// The modified Bessel function of order 0, by its series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for index in 1...40 {
      term *= x / 2 / Double(index)
      sum += term * term
    }
    return sum
  }
}
