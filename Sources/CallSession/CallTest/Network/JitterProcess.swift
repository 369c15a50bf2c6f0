import MediaCore

/// A `JitterModel` at work. The delay is a function of time, not of packets: a burst of packets meets
/// one delay, however many they are.
struct JitterProcess: Sendable {
  private let model: JitterModel
  private let kept: Double
  private let fresh: Double
  private var generator: SimulationGenerator
  /// Two Gaussian processes: half the sum of their squares is exponentially distributed.
  private var first: Double
  private var second: Double
  /// The number of the step that `to` is the delay of; `from` is that of the step before.
  private var number: Int64
  private var from: Double
  private var to: Double

  init(_ model: JitterModel, generator: SimulationGenerator) {
    self.model = model
    self.generator = generator
    kept = model.kept
    fresh = (1 - kept * kept).squareRoot()
    number = 0
    (first, second, from, to) = (0, 0, 0, 0)
    restart()
  }

  /// What is added to the latency at a time that is not before the last one asked for.
  mutating func offset(at time: MediaTime) -> MediaTime {
    let position = time.nanoseconds / JitterModel.step.nanoseconds
    // Over a long silence the process forgets itself; only its last steps need to be taken.
    if position - number > Self.longestMemory {
      number = position - 1
      restart()
    }
    while number <= position { advance() }
    let start = (number - 1) * JitterModel.step.nanoseconds
    let share = Double(time.nanoseconds - start) / Double(JitterModel.step.nanoseconds)
    let offset = from + (to - from) * min(max(share, 0), 1)
    return MediaTime(nanoseconds: Int64(offset.rounded()))
  }

  /// In steps: 50 s.
  private static let longestMemory: Int64 = 10_000

  private mutating func restart() {
    first = generator.normal()
    second = generator.normal()
    from = value
    to = from
  }

  private mutating func advance() {
    first = kept * first + fresh * generator.normal()
    second = kept * second + fresh * generator.normal()
    number += 1
    from = to
    to = value
  }

  /// Nanoseconds.
  private var value: Double {
    let bound = Double(model.bound.nanoseconds)
    let deviation = Double(model.deviation.nanoseconds)
    switch model.distribution {
    case .gaussian: return min(max(deviation * first, -bound), bound)
    case .exponential: return min(deviation * (first * first + second * second) / 2, bound)
    }
  }
}
