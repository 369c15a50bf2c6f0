package import MediaCore

/// How long a kind of job takes a worker: a measured mean, and how much it varies.
package struct JobDuration: Equatable, Sendable {
  package var mean: MediaTime
  package var deviation: MediaTime

  package init(mean: MediaTime, deviation: MediaTime = .zero) {
    self.mean = mean
    self.deviation = deviation
  }

  /// Within three deviations, and never less than a tenth of the mean.
  func drawn(using generator: inout SimulationGenerator) -> MediaTime {
    let spread = min(max(generator.normal(), -3), 3) * Double(deviation.nanoseconds)
    let duration = max(Double(mean.nanoseconds) + spread, Double(mean.nanoseconds) / 10)
    return MediaTime(nanoseconds: Int64(duration.rounded()))
  }
}
