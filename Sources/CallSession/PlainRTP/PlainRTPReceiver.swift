package import MediaCore

/// Receives VP8 and Opus by plain RTP from whoever sends them to us.
///
/// The first source on a port is received; another one takes over when it has fallen silent. Reports,
/// requests for packets that are missing and for key frames go back, which a sender need not heed. Every
/// call takes the time and leaves its answers in `PlainRTPReceiverOutputs`; after each of them `deadline`
/// says when to call `handleTimeout`.
package struct PlainRTPReceiver: Sendable {
  private var received: ReceivedStreams
  /// Of each stream: it has ports of its own.
  private var sessions: [RTPSession] = []
  private var configurations: [RTPSession.Configuration] = []
  private var streams = StreamOutputs()

  /// - Parameters:
  ///   - types: the payload types of what is received.
  ///   - canonicalName: by which we are known in reports.
  package init(
    _ types: [(lane: MediaLane, payloadType: UInt8)], canonicalName: String,
    using random: inout some RandomNumberGenerator
  ) {
    received = ReceivedStreams(types)
    for _ in types {
      var configuration = RTPSession.Configuration(
        source: SSRC.new(using: &random), canonicalName: canonicalName)
      configuration.extensions = .none
      configurations.append(configuration)
      sessions.append(RTPSession(configuration))
    }
  }

  package var statistics: ReceivedStatistics { received.statistics }

  /// Whether all that came has ended.
  package var hasEnded: Bool { received.hasEnded }

  package var deadline: MediaTime? {
    var deadline: MediaTime?
    for index in sessions.indices where received.lanes[index].source != nil {
      deadline = MediaTime.earliest(deadline, sessions[index].deadline ?? .zero)
    }
    return deadline
  }

  /// Takes a datagram that came by a lane's ports.
  ///
  /// - Returns: whether it is of what is received: answers go to who sent it.
  @discardableResult
  package mutating func receive(
    _ datagram: [UInt8], lane: MediaLane, at now: MediaTime,
    into outputs: inout PlainRTPReceiverOutputs
  ) -> Bool {
    guard let index = received.lanes.firstIndex(where: { $0.lane == lane }) else { return false }
    switch DatagramKind(datagram.span) {
    case .rtp:
      guard let packet = try? RTPPacket(parsing: datagram.span) else {
        received.refuse()
        return false
      }
      switch received.accept(packet.header, of: index, at: now) {
      case .refused: return false
      case .known: break
      case .begins: begin(packet.header, of: index)
      }
    case .rtcp: break
    default:
      received.refuse()
      return false
    }
    received.note(bytes: datagram.count)
    sessions[index].receive(datagram, at: now, into: &streams)
    drain(index, at: now, into: &outputs)
    return true
  }

  private mutating func begin(_ header: RTPHeader, of index: Int) {
    sessions[index] = RTPSession(configurations[index])
    switch received.lanes[index].lane {
    case .video:
      sessions[index].receiveVideo(
        header.ssrc, payloadType: header.payloadType, retransmission: nil)
    case .sound: sessions[index].receiveAudio(header.ssrc, payloadType: header.payloadType)
    }
  }

  /// Does what is due.
  ///
  /// - Parameter random: spreads reports (RFC 3550, 6.3.1).
  package mutating func handleTimeout(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout PlainRTPReceiverOutputs
  ) {
    for index in sessions.indices where received.lanes[index].source != nil {
      guard sessions[index].deadline.map({ $0 <= now }) ?? true else { continue }
      sessions[index].handleTimeout(at: now, using: &random, into: &streams)
      drain(index, at: now, into: &outputs)
    }
  }

  /// What is done with the pictures cannot go on without a key frame.
  package mutating func requestKeyFrame(
    at now: MediaTime, into outputs: inout PlainRTPReceiverOutputs
  ) {
    for (index, lane) in received.lanes.enumerated() where lane.lane == .video {
      guard let source = lane.source else { continue }
      sessions[index].requestKeyFrame(source, into: &streams)
      drain(index, at: now, into: &outputs)
    }
  }

  /// Says goodbye to those who send (RFC 3550, 6.6).
  package mutating func close(at now: MediaTime, into outputs: inout PlainRTPReceiverOutputs) {
    for index in sessions.indices where received.lanes[index].source != nil {
      sessions[index].close(at: now, into: &streams)
      drain(index, at: now, into: &outputs)
    }
  }

  private mutating func drain(
    _ index: Int, at now: MediaTime, into outputs: inout PlainRTPReceiverOutputs
  ) {
    for datagram in streams.datagrams where datagram.isControl {
      outputs.datagrams.append(
        PlainRTPDatagram(
          bytes: datagram.bytes, lane: received.lanes[index].lane, isControl: true))
    }
    for event in streams.events {
      received.take(event, of: index, at: now, into: &outputs.events)
    }
    streams.removeAll()
  }
}
