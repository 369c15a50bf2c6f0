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
  let isAudio: Bool
  let retransmission: RetransmissionFormat?
  var history = RetransmissionHistory()
  private var nextRetransmission: SequenceNumber
  var requests = KeyFrameRequestFilter()
  /// Of a camera.
  private(set) var keyFrame: KeyFrame?
  /// Of sound.
  var copies = SoundCopies()
  /// When the last packet left, and how often it has been sent again in case.
  private(set) var lastSent: MediaTime?
  private(set) var tailProbes = 0
  /// Its numbers on the transport.
  private(set) var tailNumbers: [Int64] = []

  static let mostTailProbes = 8

  init(
    source: SSRC, media: Media, retransmission: RetransmissionFormat?,
    using random: inout some RandomNumberGenerator
  ) {
    self.source = source
    self.media = media
    if case .audio = media { isAudio = true } else { isAudio = false }
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

  var boardHasNeed: Bool {
    if case .board(let board) = media { board.hasNeed } else { false }
  }

  /// Whether it is a board whose frames say what they depend on.
  var hasDependencies: Bool {
    if case .board(let board) = media { board.hasDependencies } else { false }
  }

  /// Changes the stream of a board where it stands; of anything else nothing.
  mutating func changeBoard(_ change: (inout BoardSendStream) -> Void) {
    guard case .board(var board) = media else { return }
    // What it keeps would be copied if it stood in two places.
    media = .audio(board.stream)
    change(&board)
    media = .board(board)
  }

  /// The numbers of the last key frame's packets.
  struct KeyFrame: Sendable {
    var first: SequenceNumber
    var count: Int

    func contains(_ number: SequenceNumber) -> Bool {
      let place = Int(first.distance(to: number))
      return place >= 0 && place < count
    }
  }

  /// A key frame is about to leave: nobody needs again what came before it.
  mutating func beginKeyFrame(from first: SequenceNumber, count: Int) {
    forgetSent()
    keyFrame = KeyFrame(first: first, count: count)
  }

  /// Nothing of what was sent is sent again.
  mutating func forgetSent() {
    history = RetransmissionHistory()
    (keyFrame, lastSent, tailProbes, tailNumbers) = (nil, nil, 0, [])
  }

  /// A packet leaves.
  ///
  /// - Parameter number: on the transport.
  mutating func note(_ packet: OutgoingPacket, number: Int64, at now: MediaTime) {
    if !packet.dependencies.isEmpty { noteDeparture(packet, number: number, at: now) }
    if packet.header.ssrc == source {
      (lastSent, tailProbes, tailNumbers) = (now, 0, [number])
    } else if let last = history.last?.header.sequenceNumber.rawValue, packet.payload.count > 1,
      UInt16(packet.payload[0]) << 8 | UInt16(packet.payload[1]) == last,
      tailNumbers.count < 2 * Self.mostTailProbes
    {
      tailNumbers.append(number)
    }
  }

  private mutating func noteDeparture(
    _ packet: OutgoingPacket, number: Int64, at now: MediaTime
  ) {
    var original = packet.header.sequenceNumber
    if packet.header.ssrc != source {
      guard packet.payload.count > 1 else { return }
      original = SequenceNumber(UInt16(packet.payload[0]) << 8 | UInt16(packet.payload[1]))
    }
    changeBoard { $0.noteDeparture(of: original, number: number, at: now) }
  }

  mutating func noteTailProbe() { tailProbes += 1 }

  /// A packet that sends another again.
  mutating func again(_ packet: OutgoingPacket) -> OutgoingPacket? {
    guard let retransmission else { return nil }
    defer { nextRetransmission = nextRetransmission.advanced(by: 1) }
    let (header, payload) = retransmission.again(
      packet.header, payload: packet.payload.span, number: nextRetransmission)
    return OutgoingPacket(
      header: header, payload: payload, isRecovery: packet.isRecovery,
      isShownAtOnce: packet.isShownAtOnce, audioLevel: packet.audioLevel,
      dependencies: packet.dependencies)
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
