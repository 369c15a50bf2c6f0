import MediaCore

/// Gives packets of an echo the numbers that they had on the way there.
///
/// The server numbers what came to it without gaps. By their own times what was lost on the way there is
/// missing here as well, and is made good as anybody would who got it at once.
struct EchoNumbering: Sendable {
  private var first: RTPTimestamp?
  /// Samples of a packet, as we send them.
  private let packet: Int64

  init(packet: Int64) { self.packet = packet }

  /// - Parameter timestamp: the header's, with its laps.
  mutating func numbered(_ header: RTPHeader, _ timestamp: RTPTimestamp) -> RTPHeader {
    let first = first ?? timestamp
    self.first = first
    var header = header
    header.sequenceNumber = SequenceNumber(truncating: first.distance(to: timestamp) / packet)
    return header
  }
}
