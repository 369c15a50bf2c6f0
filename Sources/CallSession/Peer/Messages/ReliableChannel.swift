package import MediaCore

/// Messages between two ends over datagrams that may be lost: whole, once and in order, as a data channel or
/// a WebSocket would carry them, but soon.
///
/// A value that is told the time: messages and the peer's segments go in, segments and the peer's messages come
/// out, and `deadline` says when to ask for more. Loss recovery is that of RFC 9002: every sending has a number of its
/// own, three later ones that came or a round trip's time tell that it is lost, and a tail that is not
/// answered is repeated. Where the path loses much, small parts are sent more than once from the
/// beginning, some milliseconds apart. How fast it may send is for the owner to say, who knows the path.
package struct ReliableChannel: Sendable {
  /// Of a message.
  package static let mostBytes = 8 << 20
  /// Of a segment.
  package static let largestSegment = 1_100
  /// Of messages that wait or are under way.
  package static let mostWaiting = 16 << 20

  private var sender: ChannelSender
  private var receiver = ChannelReceiver()

  /// - Parameter bitrate: see `bitrate`.
  package init(bitrate: Int64 = 1_000_000) { sender = ChannelSender(bitrate: bitrate) }

  /// Bits a second that may be sent, overhead of the transport included.
  package var bitrate: Int64 {
    get { sender.bitrate }
    set { sender.bitrate = max(newValue, 1_000) }
  }

  /// The share of packets that the path loses, as others have found; the channel learns it by itself, too.
  package var knownLoss: Double {
    get { sender.path.told }
    set { sender.path.told = newValue }
  }

  /// The share that it goes by.
  package var loss: Double { sender.path.loss }
  package var roundTrip: MediaTime { sender.path.roundTrip.estimate }

  /// Bytes of messages of which it is not known yet that they came.
  package var backlog: Int { sender.backlog }

  /// Takes a message to be sent; `takeSegments` has its first segments at once.
  package mutating func send(_ message: [UInt8]) throws(ReliableChannelError) {
    try sender.send(message)
  }

  /// Takes what the peer sent, and appends the messages that are whole and in turn with it.
  package mutating func receive(
    segment bytes: [UInt8], at now: MediaTime, into messages: inout [[UInt8]]
  ) throws(ReliableChannelError) {
    let segment = try ChannelSegment(parsing: bytes)
    try sender.receive(segment, at: now)
    if let content = segment.content {
      try receiver.receive(content, at: now, into: &messages)
    }
  }

  /// Appends the segments that leave now, of at most `largestSegment` bytes each.
  package mutating func takeSegments(at now: MediaTime, into segments: inout [[UInt8]]) {
    sender.handleTimeout(at: now)
    while let content = sender.next(at: now) { segments.append(segment(content)) }
    if let due = receiver.acknowledgementDue, due <= now { segments.append(segment(nil)) }
  }

  private mutating func segment(_ content: ChannelSegment.Content?) -> [UInt8] {
    receiver.noteAcknowledgement()
    return ChannelSegment(
      missing: receiver.missing, packets: receiver.packets.newestFirst, content: content
    ).serialized
  }

  /// When to call `takeSegments`; nil when nothing is pending. Not later than now after `send`.
  package var deadline: MediaTime? {
    MediaTime.earliest(sender.deadline, receiver.acknowledgementDue)
  }
}
