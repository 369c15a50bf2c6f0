/// How far the sound of a recording stands from where its source says, window by window.
///
/// Levels in 10 ms steps find the place, levels in 1 ms steps refine it: the logarithm makes quiet
/// onsets count as much as loud vowels, and a coder or a change of gain changes little of it.
struct SoundAlignment {
  struct Window: Equatable {
    /// Middle of the window in the source, in seconds of file time.
    var time: Double
    /// Seconds by which the recording is late; negative when it is early.
    var offset: Double
    /// −1 to 1.
    var correlation: Double
  }

  private(set) var windows: [Window] = []

  /// Milliseconds.
  private static let longestWindow = 4_000
  private static let reach = 2_500
  private static let mostWindows = 60
  private static let leastCorrelation = 0.6
  /// Standard deviation of the levels, in bels: less has no onsets to go by.
  private static let leastVariation = 0.3
  /// By this the best place must be better than any other one that is not beside it.
  private static let leastLead = 0.04

  init(of actual: SoundEnvelope, to expected: SoundEnvelope) {
    let length = min(Self.longestWindow, expected.powers.count / 2 / 10 * 10)
    guard length >= 500 else { return }
    let (coarseExpected, coarseActual) = (expected.levels(10), actual.levels(10))
    let room = expected.powers.count - length
    let count = min(Self.mostWindows, max(room / 2_000 + 1, 3))
    for index in 0..<count {
      let start = room * index / (count - 1) / 10 * 10
      guard
        let coarse = Self.place(
          coarseExpected, start / 10, length / 10, coarseActual, -Self.reach / 10...Self.reach / 10,
          isSole: true)
      else { continue }
      let around = Int(coarse.lag) * 10
      guard
        let fine = Self.place(
          expected.levels(1, in: start..<start + length), 0, length,
          actual.levels(1, in: start + around - 20..<start + around + 20 + length), 0...40,
          isSole: false)
      else { continue }
      windows.append(
        Window(
          time: Double(start + length / 2) / 1000,
          offset: (Double(around - 20) + fine.lag) / 1000,
          correlation: coarse.correlation))
    }
  }

  /// The lag at which `actual` is most like `expected` from `start` on; nil when none stands out.
  private static func place(
    _ expected: [Float], _ start: Int, _ length: Int, _ actual: [Float], _ lags: ClosedRange<Int>,
    isSole: Bool
  ) -> (lag: Double, correlation: Double)? {
    guard start + length <= expected.count else { return nil }
    var mean = 0.0
    for index in start..<start + length { mean += Double(expected[index]) }
    mean /= Double(length)
    var pattern: [Double] = []
    var energy = 0.0
    for index in start..<start + length {
      let value = Double(expected[index]) - mean
      pattern.append(value)
      energy += value * value
    }
    guard energy >= leastVariation * leastVariation * Double(length) else { return nil }
    var scores: [Double] = []
    for lag in lags {
      var (sum, square, product) = (0.0, 0.0, 0.0)
      for index in 0..<length {
        let place = start + lag + index
        let value = place >= 0 && place < actual.count ? Double(actual[place]) : -7
        sum += value
        square += value * value
        product += value * pattern[index]
      }
      let spread = square - sum * sum / Double(length)
      scores.append(spread > 1e-9 ? product / (energy * spread).squareRoot() : 0)
    }
    var best = 0
    for index in scores.indices where scores[index] > scores[best] { best = index }
    guard scores[best] >= leastCorrelation else { return nil }
    if isSole {
      // 80 ms around it belong to the same place.
      for index in scores.indices where abs(index - best) > 8 {
        if scores[index] > scores[best] - leastLead { return nil }
      }
    }
    var lag = Double(lags.lowerBound + best)
    if best > 0, best + 1 < scores.count {
      let (left, middle, right) = (scores[best - 1], scores[best], scores[best + 1])
      let curve = left - 2 * middle + right
      if curve < 0 { lag += 0.5 * (left - right) / curve }
    }
    return (isSole ? lag.rounded() : lag, scores[best])
  }
}
