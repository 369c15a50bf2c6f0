package import MediaCore

/// How the delay of a link moves about.
package struct JitterModel: Equatable, Sendable {
  package enum Distribution: String, CaseIterable, Sendable {
    /// Around the latency, both ways.
    case gaussian
    /// On top of the latency: mostly little, now and then much, as where stations contend.
    case exponential
  }

  package var distribution: Distribution
  /// The standard deviation; of the exponential distribution also the mean.
  package var deviation: MediaTime
  /// How long the delay remembers itself: after this time a correlation of about 1/e is left.
  package var correlation: MediaTime
  /// The most by which the delay differs from the latency.
  package var bound: MediaTime

  package init(
    _ distribution: Distribution, deviation: MediaTime, correlation: MediaTime, bound: MediaTime
  ) {
    self.distribution = distribution
    self.deviation = deviation
    self.correlation = correlation
    self.bound = bound
  }

  /// The spacing of the delays that are drawn; between them the delay moves in a straight line.
  package static let step = MediaTime(milliseconds: 5)

  /// The share of itself that the underlying Gaussian process keeps over a step. A first-order filter
  /// in its implicit form, which takes no exponential function: `correlation / (correlation + step)`.
  package var kept: Double {
    let memory = Double(correlation.nanoseconds)
    return memory / (memory + Double(Self.step.nanoseconds))
  }
}
