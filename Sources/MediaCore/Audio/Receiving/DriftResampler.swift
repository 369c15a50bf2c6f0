internal import Glibc

/// Plays samples a little faster or slower than they come, by as little as two clocks differ: a
/// windowed sinc of 32 samples in 256 phases, with a line between neighbouring phases.
///
/// What lies below 20 kHz, as all of Opus does, comes out with an error 75 dB below it. At speed 1
/// the fraction of a sample that is due is soon made whole, and then samples pass unchanged.
struct DriftResampler: Sendable {
  static let taps = 32
  private static let phases = 256
  private static let filter = Filter(makeTable())
  /// By how much it runs fast to make a fraction whole.
  private static let settling = 2e-4

  /// Of every phase the weights, eight in a vector, and what is added to come to the next phase's.
  private struct Filter: Sendable {
    var weights: [SIMD8<Float>] = []
    var steps: [SIMD8<Float>] = []

    init(_ table: [Float]) {
      for start in stride(from: 0, to: phases * taps, by: 8) {
        var (weight, step) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
        for lane in 0..<8 {
          weight[lane] = table[start + lane]
          step[lane] = table[start + taps + lane] - table[start + lane]
        }
        weights.append(weight)
        steps.append(step)
      }
    }
  }

  /// Input samples for one output sample.
  private(set) var speed = 1.0
  /// What has come and may still be needed, channel by channel; the first samples are the oldest.
  private var planes: [[Float]]
  /// Where the next output sample stands, in samples from the first.
  private var position = Double(taps / 2 - 1)

  init(channels: Int) {
    // Silence before the first sample, which comes out first.
    let silence = [Float](repeating: 0, count: Self.taps / 2 - 1)
    planes = [[Float]](repeating: silence, count: channels)
  }

  mutating func setSpeed(_ speed: Double) {
    precondition((0.9...1.1).contains(speed), "a speed that is nearly 1")
    self.speed = speed
  }

  /// Samples that have gone in and not yet come out, a channel.
  var latency: Double { Double(planes[0].count) - position }

  /// How the place moves in the next `count` samples.
  private func step(for count: Int) -> Double {
    let fraction = position - position.rounded(.down)
    guard speed == 1, fraction > 0 else { return speed }
    return 1 + min((1 - fraction) / Double(count), Self.settling)
  }

  /// Samples a channel that must go in before `count` come out.
  func missing(for count: Int) -> Int {
    let last = Int(position + Double(count - 1) * step(for: count))
    return max(last + Self.taps / 2 + 1 - planes[0].count, 0)
  }

  /// - Parameter samples: interleaved.
  mutating func append(_ samples: ArraySlice<Float>) {
    guard planes.count > 1 else {
      planes[0] += samples
      return
    }
    for channel in planes.indices {
      for index in stride(
        from: samples.startIndex + channel, to: samples.endIndex, by: planes.count)
      {
        planes[channel].append(samples[index])
      }
    }
  }

  /// Appends `count` samples a channel, interleaved; enough must have gone in.
  mutating func read(_ count: Int, into output: inout [Float]) {
    precondition(missing(for: count) == 0, "enough samples have gone in")
    let first = output.count
    let step = step(for: count)
    if step == 1, position == position.rounded(.down) {
      copy(count, into: &output)
      return drop(through: position + Double(count))
    }
    output.append(contentsOf: repeatElement(0, count: count * planes.count))
    let filter = Self.filter
    for channel in planes.indices {
      let plane = planes[channel]
      let input = plane.span
      let (weights, steps) = (filter.weights.span, filter.steps.span)
      var samples = output.mutableSpan
      var slot = first + channel
      for index in 0..<count {
        // From the start, so that rounding does not add up.
        samples[slot] = Self.sample(
          of: input, at: position + Double(index) * step, weights, steps)
        slot += planes.count
      }
    }
    drop(through: position + Double(count) * step)
  }

  /// Samples as they came.
  private func copy(_ count: Int, into output: inout [Float]) {
    let first = Int(position)
    guard planes.count > 1 else {
      output += planes[0][first..<first + count]
      return
    }
    output.reserveCapacity(output.count + count * planes.count)
    for index in first..<first + count {
      for channel in planes.indices { output.append(planes[channel][index]) }
    }
  }

  /// Goes to a place, and forgets what is not needed there any more.
  private mutating func drop(through place: Double) {
    // The rounding of a step that was to end at a whole sample.
    let isWhole = abs(place - place.rounded()) < 1e-6
    position = isWhole ? place.rounded() : place
    let used = Int(position) - Self.taps / 2 + 1
    for channel in planes.indices { planes[channel].removeFirst(used) }
    position -= Double(used)
  }

  @inline(__always)
  private static func sample(
    of input: Span<Float>, at place: Double, _ weights: Span<SIMD8<Float>>,
    _ steps: Span<SIMD8<Float>>
  ) -> Float {
    let whole = Int(place)
    let fraction = place - Double(whole)
    if fraction == 0 { return input[whole] }
    let exact = fraction * Double(phases)
    let phase = Int(exact)
    let part = Float(exact - Double(phase))
    // In halves, which is what the processor has.
    var (low, high) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var (lowSlope, highSlope) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    let start = whole - taps / 2 + 1
    let values = input.extracting(start..<start + taps)
    let row = phase * (taps / 8)..<(phase + 1) * (taps / 8)
    let (weights, steps) = (weights.extracting(row), steps.extracting(row))
    for piece in 0..<taps / 8 {
      let (first, second) = (values.vector4(at: piece * 8), values.vector4(at: piece * 8 + 4))
      low += first * weights[piece].lowHalf
      high += second * weights[piece].highHalf
      lowSlope += first * steps[piece].lowHalf
      highSlope += second * steps[piece].highHalf
    }
    let half = (low + part * lowSlope) + (high + part * highSlope)
    let quarter = half.lowHalf + half.highHalf
    return quarter.x + quarter.y
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
