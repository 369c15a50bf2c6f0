import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// What a browser does that watches: full ICE, the handshake's client, streams that are decoded.
final class WebRTCViewer {
  let address: TransportAddress
  let dtls: SeededDTLSEngine
  private(set) var frames = 0
  private(set) var sounds: Set<Int64> = []
  private(set) var goodbyes = 0
  /// Brightness of the last picture.
  private(set) var shown: [UInt8] = []
  /// Whether any packet asked to be shown at once.
  private(set) var hasPlayoutDelay = false
  private var ice: ICEAgent
  private var session: RTPSession
  private var context: LibSRTPContext?
  private var decoder: VPXDecoder
  private var random: SeededGenerator
  private var answers = StreamOutputs()
  private let agreed: NegotiatedSession

  /// - Parameter answer: to an offer; what it says of the peer that is to be made.
  init(
    seed: UInt64, at now: MediaTime, fingerprint: DTLSFingerprint? = nil,
    answer: ([UInt8]) throws -> [UInt8]
  ) throws {
    address = TransportAddress(ipv4: 0xC633_6400 + UInt32(seed), port: 40_000)
    var random = SeededGenerator(seed: seed)
    let credentials = ICECredentials(using: &random)
    let own = fingerprint ?? SeededDTLSEngine.fingerprint(seed: seed)
    var video = MediaWish.video(id: 0, direction: .receiving)
    video.extensions.append(RTPExtensionMap.playoutDelayURI)
    var negotiation = SessionNegotiation(
      sessionID: seed, wishes: [video, .audio(id: 1, direction: .receiving)],
      transport: LocalTransport(
        credentials: credentials, fingerprints: [own], isLite: false, answersAs: .active))
    let offer = try negotiation.offer()
    let text = try answer(Array(offer.description.utf8))
    try negotiation.accept(SessionDescription(bytes: text))
    agreed = try #require(negotiation.current)
    let remote = agreed.transport
    #expect(remote.isLite && remote.role == .active)
    dtls = SeededDTLSEngine(
      DTLSConfiguration(.client, remoteFingerprints: remote.fingerprints), seed: seed)
    ice = ICEAgent(credentials, role: .controlling, using: &random)
    var outputs = ICEOutputs()
    ice.addHost(address, at: now, into: &outputs)
    ice.setRemote(remote.credentials, isLite: true, at: now)
    for candidate in remote.candidates {
      let known = ICECandidate(
        remote: .host, host: candidate.address, port: candidate.port, priority: candidate.priority)
      ice.addRemote(try #require(known), at: now)
    }
    var configuration = RTPSession.Configuration(
      source: SSRC(UInt32(seed)), canonicalName: "viewer")
    configuration.extensions = RTPExtensionMap(agreed.media.flatMap(\.extensions))
    session = RTPSession(configuration)
    for media in agreed.media {
      let source = try #require(media.remoteSources.first)
      let again = source.retransmission.flatMap { again in
        media.receiving.retransmission.map { type in
          RetransmissionFormat(
            original: .init(ssrc: source.source, payloadType: media.receiving.media),
            retransmission: .init(ssrc: again, payloadType: type))
        }
      }
      if media.codec == .vp8 {
        session.receiveVideo(
          source.source, payloadType: media.receiving.media, retransmission: again)
      } else {
        session.receiveAudio(source.source, payloadType: media.receiving.media)
      }
    }
    decoder = try VPXDecoder()
    self.random = random
  }

  var deadline: MediaTime? {
    var deadline = MediaTime.earliest(ice.deadline, dtls.deadline)
    if context != nil { deadline = MediaTime.earliest(deadline, session.deadline) }
    return deadline
  }

  func receive(
    _ bytes: [UInt8], from remote: TransportAddress, at now: MediaTime
  ) throws
    -> [ICEDatagram]
  {
    var outputs = ICEOutputs()
    var flight: [[UInt8]] = []
    switch DatagramKind(bytes.span) {
    case .stun: ice.receive(bytes, from: remote, to: address, at: now, into: &outputs)
    case .dtls: dtls.receive(bytes, at: now, into: &flight)
    case .rtp, .rtcp: try receiveMedia(bytes, at: now)
    case nil: Issue.record("the server sent what is nothing")
    }
    return try finish(outputs, flight, at: now)
  }

  func handleTimeout(at now: MediaTime) throws -> [ICEDatagram] {
    var outputs = ICEOutputs()
    var flight: [[UInt8]] = []
    ice.handleTimeout(at: now, using: &random, into: &outputs)
    dtls.handleTimeout(at: now, into: &flight)
    if context != nil { session.handleTimeout(at: now, using: &random, into: &answers) }
    return try finish(outputs, flight, at: now)
  }

  /// Leaves, and says so.
  func close(at now: MediaTime) throws -> [ICEDatagram] {
    var flight: [[UInt8]] = []
    dtls.close(into: &flight)
    return try finish(ICEOutputs(), flight, at: now)
  }

  private func receiveMedia(_ bytes: [UInt8], at now: MediaTime) throws {
    guard context != nil else { return }
    var plain = bytes
    if DatagramKind(bytes.span) == .rtcp {
      try? context?.unprotectRTCP(&plain)
    } else {
      try? context?.unprotectRTP(&plain)
      if let packet = try? RTPPacket(parsing: plain.span),
        let id = agreed.media(ofWish: 0)?.extensionID(RTPExtensionMap.playoutDelayURI),
        packet.element(id, in: plain.span)?.count == 3
      {
        hasPlayoutDelay = true
      }
    }
    session.receive(plain, at: now, into: &answers)
  }

  private func finish(
    _ outputs: ICEOutputs, _ flight: [[UInt8]], at now: MediaTime
  ) throws -> [ICEDatagram] {
    var flight = flight
    // The handshake begins as soon as there is a way.
    if ice.path != nil { dtls.start(at: now, into: &flight) }
    if context == nil, let keys = dtls.state.keys {
      context = try LibSRTPContext(sending: keys.sending, receiving: keys.receiving)
      session.handleTimeout(at: now, using: &random, into: &answers)
    }
    for datagram in answers.datagrams {
      var bytes = datagram.bytes
      if datagram.isControl { try context?.protectRTCP(&bytes) } else { continue }
      flight.append(bytes)
    }
    for event in answers.events {
      switch event {
      case .frame(_, let frame):
        frames += 1
        if let picture = try decoder.decode(frame.bytes) {
          shown = picture.withPlane(.luma) { plane, _ in plane.indices.map { plane[$0] } }
        }
      case .sound(let sound): sounds.insert(sound.sequence)
      case .ended: goodbyes += 1
      default: break
      }
    }
    answers.removeAll()
    guard let path = ice.path else { return outputs.datagrams }
    return outputs.datagrams + flight.map { ICEDatagram($0, path) }
  }
}
