package import MediaCore

/// What those who receive a stream of plain RTP tell of it: nobody has to, and several may.
package struct PlainRTPReceivers: Sendable {
  package struct Report: Equatable, Sendable {
    /// Of the packets since the report before, 0 to 1.
    package var loss: Double
  }

  private struct Receiver {
    var source: SSRC
    var heard: MediaTime
    var roundTrip = RoundTripTime()
    /// By lane.
    var reports: [Report?]
  }

  private var receivers: [Receiver] = []

  /// More would be somebody who makes them up.
  private static let most = 256
  /// Who has not been heard of for so long is gone (RFC 3550, 6.3.5: some intervals).
  private static let patience = MediaTime(milliseconds: 30_000)

  package init() {}

  /// Some tell of both lanes under one name, others under two.
  package var count: Int {
    MediaLane.allCases.map { lane in
      receivers.count { $0.reports[lane.rawValue] != nil }
    }.max() ?? 0
  }

  /// Of all who told, the longest; nil while nobody did.
  package var roundTrip: MediaTime? { receivers.compactMap(\.roundTrip.smoothed).max() }

  /// How the worst off receives a lane; nil while nobody told.
  package func worst(_ lane: MediaLane) -> Report? {
    receivers.compactMap { $0.reports[lane.rawValue] }.max { $0.loss < $1.loss }
  }

  /// Forgets who has not been heard of for long.
  mutating func expire(at now: MediaTime) {
    receivers.removeAll { now - $0.heard > Self.patience }
  }

  /// Takes a report on a stream of ours.
  ///
  /// - Parameter wallClock: when it came, by the clock of our sender reports.
  /// - Returns: whether its receiver tells of that lane for the first time.
  mutating func note(
    _ report: ReceptionReport, from source: SSRC, lane: MediaLane, at now: MediaTime,
    wallClock: NTPTime
  ) -> Bool {
    expire(at: now)
    let known = receivers.firstIndex { $0.source == source }
    guard known != nil || receivers.count < Self.most else { return false }
    let index = known ?? receivers.count
    if known == nil {
      receivers.append(
        Receiver(source: source, heard: now, reports: MediaLane.allCases.map { _ in nil }))
    }
    let isFirst = receivers[index].reports[lane.rawValue] == nil
    receivers[index].heard = now
    receivers[index].roundTrip.note(report, at: wallClock)
    receivers[index].reports[lane.rawValue] = Report(
      loss: Double(report.fractionLost) / 256)
    return isFirst
  }

  /// Somebody says goodbye.
  mutating func remove(_ sources: [SSRC]) {
    receivers.removeAll { sources.contains($0.source) }
  }
}
