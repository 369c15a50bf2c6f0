internal import CallSession
internal import MediaCore
internal import MediaIO

/// What a browser does that watches, and is told the time: full ICE, the handshake's client, SRTP that is
/// opened, and feedback on all that came. Its way is a socket of its own.
final class LoadViewer {
  let socket: UDPSocket
  let offer: [UInt8]
  private(set) var isConnected = false
  private(set) var frames = 0
  private(set) var sounds = 0
  /// Frames since `takeFrames`, of a viewer that looks.
  private var seen: [[UInt8]] = []
  private let looks: Bool
  private let address: TransportAddress
  private let context: OpenSSLDTLSContext
  private var negotiation: SessionNegotiation
  private var ice: ICEAgent
  private var dtls: OpenSSLDTLSEngine?
  private var keys: LibSRTPContext?
  private var session: RTPSession?
  private var random: SimulationGenerator
  private var answers = StreamOutputs()

  /// - Parameter looks: whether frames are kept for somebody who decodes them.
  init(seed: UInt64, context: OpenSSLDTLSContext, looks: Bool) throws(MediaError) {
    socket = try UDPSocket(ViewerStage.loopback)
    address = socket.localAddress.transportAddress
    var random = SimulationGenerator(seed: seed)
    let credentials = ICECredentials(using: &random)
    var video = MediaWish.video(id: 0, direction: .receiving)
    video.extensions.append(RTPExtensionMap.playoutDelayURI)
    var negotiation = SessionNegotiation(
      sessionID: seed, wishes: [video, .audio(id: 1, direction: .receiving)],
      transport: LocalTransport(
        credentials: credentials, fingerprints: [context.fingerprint], isLite: false,
        answersAs: .active))
    do throws(NegotiationError) {
      offer = Array(try negotiation.offer().description.utf8)
    } catch {
      throw MediaError(.networkFailed, "no offer: \(error.message)")
    }
    self.negotiation = negotiation
    self.context = context
    self.looks = looks
    ice = ICEAgent(credentials, role: .controlling, using: &random)
    self.random = random
  }

  /// Takes the server's answer; checks begin.
  func accept(_ answer: [UInt8], at now: MediaTime) throws(MediaError) {
    let refusal = MediaError(.networkFailed, "the server's answer is of no use")
    do {
      try negotiation.accept(SessionDescription(bytes: answer))
    } catch {
      throw refusal
    }
    guard let agreed = negotiation.current else { throw refusal }
    var outputs = ICEOutputs()
    ice.addHost(address, at: now, into: &outputs)
    ice.setRemote(agreed.transport.credentials, isLite: true, at: now)
    for candidate in agreed.transport.candidates {
      guard
        let known = ICECandidate(
          remote: .host, host: candidate.address, port: candidate.port,
          priority: candidate.priority)
      else { continue }
      ice.addRemote(known, at: now)
    }
    do throws(DTLSError) {
      dtls = try OpenSSLDTLSEngine(
        DTLSConfiguration(.client, remoteFingerprints: agreed.transport.fingerprints),
        context: context)
    } catch {
      throw MediaError(.networkFailed, error.text)
    }
    session = receiving(agreed)
  }

  private func receiving(_ agreed: NegotiatedSession) -> RTPSession {
    var configuration = RTPSession.Configuration(source: SSRC(1), canonicalName: "viewer")
    configuration.extensions = RTPExtensionMap(agreed.media.flatMap(\.extensions))
    var session = RTPSession(configuration)
    for media in agreed.media {
      guard let source = media.remoteSources.first else { continue }
      guard media.codec == .vp8 else {
        session.receiveAudio(source.source, payloadType: media.receiving.media)
        continue
      }
      var again: RetransmissionFormat?
      if let other = source.retransmission, let type = media.receiving.retransmission {
        again = RetransmissionFormat(
          original: .init(ssrc: source.source, payloadType: media.receiving.media),
          retransmission: .init(ssrc: other, payloadType: type))
      }
      session.receiveVideo(
        source.source, payloadType: media.receiving.media, retransmission: again)
    }
    return session
  }

  /// When `handleTimeout` is to be called; nil when nothing is pending.
  var deadline: MediaTime? {
    let deadline = MediaTime.earliest(ice.deadline, dtls?.deadline)
    return isConnected ? MediaTime.earliest(deadline, session?.deadline) : deadline
  }

  /// What is to be sent after it stands in `datagrams`.
  func receive(
    _ bytes: [UInt8], from server: TransportAddress, at now: MediaTime,
    into datagrams: inout [ICEDatagram]
  ) throws(MediaError) {
    var outputs = ICEOutputs()
    var flight: [[UInt8]] = []
    switch DatagramKind(bytes.span) {
    case .stun: ice.receive(bytes, from: server, to: address, at: now, into: &outputs)
    case .dtls: dtls?.receive(bytes, at: now, into: &flight)
    case .rtp, .rtcp: open(bytes, at: now)
    case nil: break
    }
    try finish(outputs, flight, at: now, into: &datagrams)
  }

  func handleTimeout(
    at now: MediaTime, into datagrams: inout [ICEDatagram]
  ) throws(MediaError) {
    var outputs = ICEOutputs()
    var flight: [[UInt8]] = []
    ice.handleTimeout(at: now, using: &random, into: &outputs)
    dtls?.handleTimeout(at: now, into: &flight)
    if isConnected { session?.handleTimeout(at: now, using: &random, into: &answers) }
    try finish(outputs, flight, at: now, into: &datagrams)
  }

  func takeFrames() -> [[UInt8]] {
    defer { seen.removeAll() }
    return seen
  }

  private func open(_ bytes: [UInt8], at now: MediaTime) {
    var plain = bytes
    do throws(SRTPError) {
      if DatagramKind(bytes.span) == .rtcp {
        try keys?.unprotectRTCP(&plain)
      } else {
        try keys?.unprotectRTP(&plain)
      }
    } catch {
      return
    }
    if isConnected { session?.receive(plain, at: now, into: &answers) }
  }

  private func finish(
    _ outputs: ICEOutputs, _ flight: [[UInt8]], at now: MediaTime,
    into datagrams: inout [ICEDatagram]
  ) throws(MediaError) {
    datagrams += outputs.datagrams
    var flight = flight
    if ice.path != nil { dtls?.start(at: now, into: &flight) }
    do throws(SRTPError) {
      if !isConnected, let agreed = dtls?.state.keys {
        keys = try LibSRTPContext(sending: agreed.sending, receiving: agreed.receiving)
        isConnected = true
        session?.handleTimeout(at: now, using: &random, into: &answers)
      }
      for datagram in answers.datagrams where datagram.isControl {
        var bytes = datagram.bytes
        try keys?.protectRTCP(&bytes)
        flight.append(bytes)
      }
    } catch {
      throw MediaError(.networkFailed, "SRTP cannot be used")
    }
    for event in answers.events {
      switch event {
      case .frame(_, let frame):
        frames += 1
        if looks { seen.append(frame.bytes) }
      case .sound: sounds += 1
      default: break
      }
    }
    answers.removeAll()
    guard let path = ice.path else { return }
    for bytes in flight { datagrams.append(ICEDatagram(bytes, path)) }
  }
}
