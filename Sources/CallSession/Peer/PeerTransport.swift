package import MediaCore

/// All that goes between us and one peer, as datagrams that are protected: streams of sound and video, their
/// reports, and a channel of messages.
///
/// A segment of messages is a packet of RTP like the others, on a source of its own, so that protection, pacing
/// and the estimate of the path are the same for all. Every call takes the time and leaves its answers in
/// `PeerOutputs`; after each of them `deadline` says when to call `handleTimeout`.
package struct PeerTransport: ~Copyable {
  /// As it is now; `withSession` changes it.
  package private(set) var session: RTPSession
  private var context: LibSRTPContext
  private var channel: ReliableChannel
  private let messagesOut: SSRC
  private let messagesIn: SSRC
  /// Of the next packet with a segment, extended.
  private var nextSequence: Int64
  private var hasBegun = false
  /// Datagrams that were not accepted: of no known kind, forged, damaged, or here before.
  package private(set) var refused = 0
  /// Why messages were not taken, or do not come any more; such a connection is to be ended.
  package private(set) var messageFailure: ReliableChannelError?

  private var streams = StreamOutputs()
  private var segments: [[UInt8]] = []

  /// - Parameters:
  ///   - context: with keys of its own, which protect nothing else.
  ///   - messagesOut: the source of our messages.
  ///   - messagesIn: the source of the peer's.
  ///   - random: gives the first number of our messages' packets.
  package init(
    _ configuration: RTPSession.Configuration, context: consuming LibSRTPContext,
    messagesOut: SSRC, messagesIn: SSRC, using random: inout some RandomNumberGenerator
  ) {
    session = RTPSession(configuration)
    channel = ReliableChannel(bitrate: Self.share(of: configuration.startBitrate))
    self.context = context
    self.messagesOut = messagesOut
    self.messagesIn = messagesIn
    // In the lower half, see `SRTPContext`.
    nextSequence = Int64(UInt16.random(in: 0...0x7FFF, using: &random))
  }

  /// Calls a function of the session, and protects what comes of it.
  package mutating func withSession<Result>(
    into outputs: inout PeerOutputs, _ body: (inout RTPSession, inout StreamOutputs) -> Result
  ) -> Result {
    let result = body(&session, &streams)
    drain(into: &outputs)
    return result
  }

  /// Takes a message for the peer.
  ///
  /// - Returns: whether it was taken; if not, `messageFailure` says why.
  @discardableResult
  package mutating func send(
    _ message: [UInt8], at now: MediaTime, into outputs: inout PeerOutputs
  ) -> Bool {
    let isTaken = queue(message)
    if isTaken { sendSegments(at: now, into: &outputs) }
    return isTaken
  }

  /// The same, and the message leaves with the next one that is sent, or by `handleTimeout`, which is due at
  /// once: several that are small go together.
  @discardableResult
  package mutating func queue(_ message: [UInt8]) -> Bool {
    do {
      try channel.send(message)
      return true
    } catch {
      messageFailure = error
      return false
    }
  }

  /// Bytes of messages of which it is not known yet that they came.
  package var messageBacklog: Int { channel.backlog }
  /// The share of packets that are lost on the way to the peer, as far as is known.
  package var loss: Double { channel.loss }

  /// Takes a datagram as it came from the network.
  package mutating func receive(
    _ datagram: [UInt8], at now: MediaTime, into outputs: inout PeerOutputs
  ) {
    var bytes = datagram
    do {
      switch DatagramKind(bytes.span) {
      case .rtp: try context.unprotectRTP(&bytes)
      case .rtcp: try context.unprotectRTCP(&bytes)
      default: throw SRTPError.malformed
      }
    } catch {
      refused += 1
      return
    }
    // A segment, too, for what the session tells of all packets.
    session.receive(bytes, at: now, into: &streams)
    receiveSegment(bytes, at: now, into: &outputs)
    sendSegments(at: now, into: &outputs)
  }

  private mutating func receiveSegment(
    _ bytes: [UInt8], at now: MediaTime, into outputs: inout PeerOutputs
  ) {
    guard DatagramKind(bytes.span) == .rtp, let packet = try? RTPPacket(parsing: bytes.span),
      packet.header.ssrc == messagesIn, packet.header.payloadType == CallStreams.messages
    else { return }
    do {
      try channel.receive(
        segment: Array(bytes[packet.payload]), at: now, into: &outputs.messages)
    } catch {
      refused += 1
      if error == .broken { messageFailure = error }
    }
  }

  /// When `handleTimeout` is to be called; nil when nothing is pending.
  package var deadline: MediaTime? {
    hasBegun ? MediaTime.earliest(session.deadline, channel.deadline) : .zero
  }

  /// Does what is due.
  package mutating func handleTimeout(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout PeerOutputs
  ) {
    hasBegun = true
    session.handleTimeout(at: now, using: &random, into: &streams)
    sendSegments(at: now, into: &outputs)
  }

  /// Sends what is queued and may leave.
  package mutating func sendQueued(at now: MediaTime, into outputs: inout PeerOutputs) {
    sendSegments(at: now, into: &outputs)
  }

  private mutating func sendSegments(at now: MediaTime, into outputs: inout PeerOutputs) {
    // Where too much is under way, strokes still go on, as sound does, and a whole board waits.
    channel.bitrate = Self.share(of: session.isFull ? session.target / 3 : session.target)
    channel.knownLoss = session.loss
    session.noteWaiting(messages: channel.backlog)
    channel.takeSegments(at: now, into: &segments)
    for segment in segments {
      let header = RTPHeader(
        payloadType: CallStreams.messages,
        sequenceNumber: SequenceNumber(truncating: nextSequence),
        timestamp: UInt32(truncatingIfNeeded: now.ticks(of: 90_000)), ssrc: messagesOut)
      nextSequence += 1
      session.sendNumbered(
        OutgoingPacket(header: header, payload: segment), at: now, into: &streams)
    }
    segments.removeAll(keepingCapacity: true)
    drain(into: &outputs)
  }

  /// A board that is sent whole leaves something to sound and pictures.
  private static func share(of bitrate: Int64) -> Int64 { max(bitrate * 3 / 4, leastBitrate) }

  private static let leastBitrate: Int64 = 40_000

  private mutating func drain(into outputs: inout PeerOutputs) {
    for index in streams.datagrams.indices {
      // Taken out, so that it is protected where it stands.
      var bytes: [UInt8] = []
      swap(&bytes, &streams.datagrams[index].bytes)
      do {
        if streams.datagrams[index].isControl {
          try context.protectRTCP(&bytes)
        } else {
          try context.protectRTP(&bytes)
        }
        outputs.datagrams.append(bytes)
      } catch {
        // The key is exhausted: nothing leaves any more.
        messageFailure = .broken
      }
    }
    outputs.events += streams.events
    streams.removeAll()
  }
}
