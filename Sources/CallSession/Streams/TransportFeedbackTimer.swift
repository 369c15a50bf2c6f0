package import MediaCore

/// Decides when to tell the sender which packets arrived: often enough that it notices a queue within
/// a tenth of a second, and not for every packet.
package struct TransportFeedbackTimer: Sendable {
  private var arrivals = TransportArrivals()
  /// Of the first packet that was not told yet.
  private var oldest: MediaTime?
  private var count = 0
  private var told: MediaTime?

  private static let longest = MediaTime(milliseconds: 100)
  private static let shortest = MediaTime(milliseconds: 50)
  /// So many are told sooner.
  private static let many = 10

  package init() {}

  package var deadline: MediaTime? {
    guard let oldest else { return nil }
    guard count >= Self.many, let told else { return oldest + Self.longest }
    return min(oldest + Self.longest, told + Self.shortest)
  }

  package mutating func note(_ sequence: SequenceNumber, at now: MediaTime) {
    arrivals.note(sequence, at: now.nanoseconds / 1_000)
    if oldest == nil { oldest = now }
    count += 1
  }

  /// Appends the feedback if it is due.
  package mutating func takeFeedback(
    sender: SSRC, source: SSRC, at now: MediaTime, into packets: inout [RTCPPacket]
  ) {
    guard let deadline, deadline <= now else { return }
    while let feedback = arrivals.takeFeedback(sender: sender, source: source) {
      packets.append(.transportFeedback(feedback))
    }
    (oldest, count, told) = (nil, 0, now)
  }
}
