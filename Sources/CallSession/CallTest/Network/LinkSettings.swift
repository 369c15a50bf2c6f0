package import MediaCore

/// One direction of a network path.
package struct LinkSettings: Equatable, Sendable {
  /// From the moment at which a packet is sent whole to its arrival.
  package var latency = MediaTime.zero
  package var jitter: JitterModel?
  package var loss = LossModel.none
  package var reordering: Reordering?
  /// The chance that a packet arrives twice.
  package var duplication = 0.0
  /// Nil where nothing limits the rate.
  package var capacity: LinkCapacity?
  /// In order, apart from one another. What would cross the link meanwhile is lost.
  package var outages: [Outage] = []

  package init() {}

  package struct Reordering: Equatable, Sendable {
    /// The chance that a packet is held back while later ones pass.
    package var rate: Double
    /// For how long.
    package var delay: MediaTime

    package init(rate: Double, delay: MediaTime) {
      self.rate = rate
      self.delay = delay
    }
  }

  package struct Outage: Equatable, Sendable {
    package var start: MediaTime
    package var length: MediaTime

    package init(start: MediaTime, length: MediaTime) {
      self.start = start
      self.length = length
    }

    var end: MediaTime { start + length }
  }
}
