package import MediaCore

/// One direction between a participant and the room.
package struct CallTestLink: Hashable, Sendable {
  /// From 0 on.
  package var participant: Int
  package var isUp: Bool

  package init(participant: Int, isUp: Bool) {
    self.participant = participant
    self.isUp = isUp
  }
}

/// What carries the datagrams of a call test: the simulated network, or sockets.
package protocol CallTestCarrier: ~Copyable {
  mutating func send(_ datagram: [UInt8], over link: CallTestLink, at now: MediaTime)
  /// When something arrives; nil when that is not known.
  var deadline: MediaTime? { get }
  /// Appends what has arrived, in order of arrival.
  mutating func deliver(until now: MediaTime, into arrivals: inout [CallTestArrival])
  /// What became of a link's datagrams; nil when the carrier cannot tell.
  func statistics(of link: CallTestLink) -> LinkStatistics?
}

package struct CallTestArrival: Sendable {
  package var link: CallTestLink
  package var datagram: [UInt8]
  /// How long it was under way; nil when the carrier cannot tell.
  package var delay: MediaTime?

  package init(link: CallTestLink, datagram: [UInt8], delay: MediaTime?) {
    self.link = link
    self.datagram = datagram
    self.delay = delay
  }
}
