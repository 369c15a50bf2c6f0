import MediaCore

/// What a peer sends to us: which source belongs to which section, and what comes of it.
///
/// Sources are known by their payload type: a peer need not say them before (RFC 8843, 9.2), and may
/// change them. Those that repair are known by what was said, or by the type.
struct WebRTCReception: Sendable {
  private let media: [NegotiatedMedia]
  private var received: ReceivedStreams
  /// Of each section, of the source that it has now.
  private var repairs: [SSRC?]
  private(set) var events: [ReceivedEvent] = []

  /// - Parameter media: in which the peer sends, at most one of each codec.
  init(_ media: [NegotiatedMedia]) {
    self.media = media
    received = ReceivedStreams(
      media.map { ($0.codec == .vp8 ? .video : .sound, $0.receiving.media) })
    repairs = media.map { _ in nil }
  }

  var lanes: [MediaLane] { received.lanes.map(\.lane) }
  var statistics: ReceivedStatistics { received.statistics }
  var hasEnded: Bool { received.hasEnded }
  /// Of the pictures; nil before the first packet.
  var videoSource: SSRC? { received.lanes.first { $0.lane == .video }?.source }

  /// Takes note of a packet, so that the session knows its source.
  mutating func note(_ datagram: [UInt8], at now: MediaTime, in session: inout RTPSession) {
    guard let header = (try? RTPPacket(parsing: datagram.span))?.header else {
      return received.refuse()
    }
    received.note(bytes: datagram.count)
    for index in media.indices {
      let types = media[index].receiving
      if header.payloadType == types.media {
        if case .begins(let last) = received.accept(header, of: index, at: now) {
          begin(header.ssrc, after: last, index, in: &session)
        }
        return
      }
      if header.payloadType == types.retransmission {
        return noteRepair(header.ssrc, index, in: &session)
      }
    }
    received.refuse()
  }

  private mutating func begin(
    _ source: SSRC, after last: SSRC?, _ index: Int, in session: inout RTPSession
  ) {
    if let last { session.stopReceiving(last) }
    let type = media[index].receiving.media
    repairs[index] = media[index].remoteSources.first { $0.source == source }?.retransmission
    switch media[index].codec {
    case .vp8:
      session.receiveVideo(
        source, payloadType: type, retransmission: retransmission(of: source, index))
    case .opus: session.receiveAudio(source, payloadType: type)
    }
  }

  /// The first that repairs is the one, where none was said.
  private mutating func noteRepair(
    _ repair: SSRC, _ index: Int, in session: inout RTPSession
  ) {
    guard repairs[index] == nil, let source = received.lanes[index].source else { return }
    repairs[index] = repair
    if let format = retransmission(of: source, index) { session.repair(source, by: format) }
  }

  private func retransmission(of source: SSRC, _ index: Int) -> RetransmissionFormat? {
    guard let again = repairs[index], let type = media[index].receiving.retransmission else {
      return nil
    }
    return RetransmissionFormat(
      original: .init(ssrc: source, payloadType: media[index].receiving.media),
      retransmission: .init(ssrc: again, payloadType: type))
  }

  /// Takes what the session made of what came.
  mutating func take(_ event: StreamOutputs.Event, at now: MediaTime) {
    let source: SSRC
    switch event {
    case .sound(let sound): source = sound.header.ssrc
    case .frame(let frameSource, _): source = frameSource
    case .ended(let endedSource): source = endedSource
    case .senderReport(let report):
      if received.index(of: report.sender) == nil {
        // Of a source whose first packet is still to come.
        for index in media.indices where received.lanes[index].source == nil {
          received.take(event, of: index, at: now, into: &events)
        }
        return
      }
      source = report.sender
    case .keyFrameWanted, .limited, .boardNeeds: return
    }
    guard let index = received.index(of: source) else { return }
    received.take(event, of: index, at: now, into: &events)
  }

  /// What came since the last call.
  mutating func takeEvents() -> [ReceivedEvent] {
    defer { events.removeAll() }
    return events
  }
}
