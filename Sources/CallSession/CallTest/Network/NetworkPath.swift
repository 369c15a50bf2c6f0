package import MediaCore

/// Both directions of one participant's network, apart from any call: for datagrams of programs that know
/// nothing of it. The profile's times count from the participant's first datagram.
package struct NetworkPath: Sendable {
  package private(set) var up: NetworkLink
  package private(set) var down: NetworkLink
  /// Datagrams that were dropped since too many were under way: by the sender of a flood, not by chance.
  package private(set) var overflowed: Int64 = 0
  private let origin: MediaTime

  /// In one direction; at 60 s of delay this is a megabit a second of datagrams of 900 bytes.
  package static let mostInFlight = 8_192

  /// - Parameter origin: when the participant's first datagram came.
  package init(_ profile: NetworkProfile, participant: Int, seed: UInt64, from origin: MediaTime) {
    up = profile.uplink(ofParticipant: participant, seed: seed)
    down = profile.downlink(ofParticipant: participant, seed: seed)
    self.origin = origin
  }

  /// When the next datagram arrives at one of the ends.
  package var deadline: MediaTime? {
    MediaTime.earliest(up.deadline, down.deadline).map { $0 + origin }
  }

  package mutating func send(_ bytes: [UInt8], isUp: Bool, at now: MediaTime) {
    let statistics = isUp ? up.statistics : down.statistics
    guard statistics.inFlight < Self.mostInFlight else {
      overflowed += 1
      return
    }
    if isUp {
      up.send(bytes, at: now - origin)
    } else {
      down.send(bytes, at: now - origin)
    }
  }

  /// Appends what has arrived by `now`, in order of arrival; times are those of the path.
  package mutating func deliver(
    isUp: Bool, until now: MediaTime, into deliveries: inout [LinkDelivery]
  ) {
    if isUp {
      up.deliver(until: now - origin, into: &deliveries)
    } else {
      down.deliver(until: now - origin, into: &deliveries)
    }
  }
}
