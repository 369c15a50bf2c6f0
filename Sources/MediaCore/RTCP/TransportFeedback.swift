/// When the packets of a transport arrived (draft-holmer-rmcat-transport-wide-cc-extensions-01, 3.1).
///
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |      base sequence number     |      packet status count      |
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |                 reference time                | fb pkt. count |
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |  status chunks of 16 bits …   | deltas of 8 or 16 bits …      |
///
/// Every packet that was sent counts, whatever it carried: a sender that hears nothing of its
/// probes believes them lost.
package struct TransportFeedback: Equatable, Sendable {
  package struct Arrival: Equatable, Sendable {
    /// Behind the base.
    package var offset: UInt16
    /// Since the arrival before it, or since the reference time: quarters of a millisecond.
    package var delta: Int16

    package init(offset: UInt16, delta: Int16) {
      self.offset = offset
      self.delta = delta
    }
  }

  package var sender: SSRC
  package var source: SSRC
  package var base: SequenceNumber
  /// Packets that this tells of, those that did not arrive included.
  package var count: UInt16
  /// In units of 64 ms, 24 bits with a sign.
  package var referenceTime: Int32
  /// Counts these packets.
  package var number: UInt8
  /// Those that arrived, by offset.
  package var arrivals: [Arrival]

  package init(
    sender: SSRC, source: SSRC, base: SequenceNumber, count: UInt16, referenceTime: Int32,
    number: UInt8, arrivals: [Arrival]
  ) {
    self.sender = sender
    self.source = source
    self.base = base
    self.count = count
    self.referenceTime = referenceTime
    self.number = number
    self.arrivals = arrivals
  }

  /// Microseconds of one delta, and of the reference time's unit.
  package static let deltaUnit: Int64 = 250
  package static let referenceUnit: Int64 = 64_000

  enum Symbol {
    static let missing: UInt8 = 0
    static let small: UInt8 = 1
    static let large: UInt8 = 2
  }

  static let headerSize = 16
}
