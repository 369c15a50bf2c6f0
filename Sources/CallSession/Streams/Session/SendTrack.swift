import MediaCore

/// A source of ours, with what is kept to mend its losses.
struct SendTrack: Sendable {
  enum Media: Sendable {
    case audio(RTPSendStream)
    case camera(RTPSendStream, VP8Packetizer)
    case board(BoardSendStream)
  }

  let source: SSRC
  var media: Media
  let retransmission: RetransmissionFormat?
  var history = RetransmissionHistory()
  private var nextRetransmission: SequenceNumber
  var requests = KeyFrameRequestFilter()
  /// Of the last packet that left, and how often it has been sent since.
  private(set) var lastSent: MediaTime?
  private(set) var tailProbes = 0

  static let mostTailProbes = 2

  init(
    source: SSRC, media: Media, retransmission: RetransmissionFormat?,
    using random: inout some RandomNumberGenerator
  ) {
    self.source = source
    self.media = media
    self.retransmission = retransmission
    nextRetransmission = SequenceNumber(UInt16.random(in: 0...0x7FFF, using: &random))
  }

  var stream: RTPSendStream {
    switch media {
    case .audio(let stream): stream
    case .camera(let stream, _): stream
    case .board(let board): board.stream
    }
  }

  var isAudio: Bool {
    if case .audio = media { true } else { false }
  }

  mutating func noteSent(at now: MediaTime) { (lastSent, tailProbes) = (now, 0) }

  mutating func noteTailProbe() { tailProbes += 1 }

  /// The extended numbers that a request means.
  func sequences(of numbers: [SequenceNumber]) -> [Int64] {
    numbers.compactMap { history.sequence(of: $0) }
  }

  /// A packet that sends another again.
  mutating func again(_ packet: OutgoingPacket) -> OutgoingPacket? {
    guard let retransmission else { return nil }
    defer { nextRetransmission = nextRetransmission.advanced(by: 1) }
    let (header, payload) = retransmission.again(
      packet.header, payload: packet.payload.span, number: nextRetransmission)
    return OutgoingPacket(header: header, payload: payload, isRecovery: packet.isRecovery)
  }

  /// A packet that carries nothing, on the retransmission stream, so that receivers miss nothing if it is
  /// lost.
  mutating func padding() -> OutgoingPacket? {
    guard let retransmission else { return nil }
    defer { nextRetransmission = nextRetransmission.advanced(by: 1) }
    let header = RTPHeader(
      payloadType: retransmission.retransmission.payloadType, sequenceNumber: nextRetransmission,
      timestamp: history.last?.header.timestamp ?? 0, ssrc: retransmission.retransmission.ssrc)
    return OutgoingPacket(header: header, payload: [], padding: 255)
  }
}
