import Strokes
import TestSupport
import Testing

@testable import CallSession
@testable import MediaCore

/// A client and a server of WHIP or WHEP with a network between them, and no time but its own. Requests take
/// no time, datagrams what the network's profile says.
final class WebRTCCall {
  static let server = TransportAddress(ipv4: 0xC000_0201, port: 443)
  static let caller = TransportAddress(ipv4: 0xC633_6401, port: 40_000)
  static let stunServer = TransportAddress(ipv4: 0xC633_6403, port: 3_478)

  /// What is odd about a call.
  struct Oddities {
    var token: String?
    /// Of the client's certificate, instead of the one that it has.
    var fingerprint: DTLSFingerprint?
    /// The client asks a server of STUN.
    var asks = false
    /// What that answers; nil when it is not there.
    var outside: TransportAddress?
    /// What becomes of the server's answers.
    var answers: (HTTPResponse) -> HTTPResponse? = { $0 }
  }

  private(set) var now = MediaTime.zero
  private(set) var clientEvents: [WebRTCClientOutputs.Event] = []
  private(set) var portEvents: [WebRTCPortOutputs.Event] = []
  private(set) var received: [ReceivedEvent] = []
  private(set) var shown: [UInt8] = []
  private(set) var requests: [(method: HTTPMethod, status: Int)] = []
  private(set) var bodies: [String] = []
  var client: WebRTCClient
  var port = WebRTCPort()
  var isDrawing = true
  /// Nothing that is sent arrives.
  var isCut = false
  /// No datagram does; requests do.
  var isMute = false
  private(set) var steps = 0
  private let kind: SignallingKind
  private let oddities: Oddities
  private var endpoint: SignallingEndpoint
  private var signalling = SignallingOutputs()
  private let offer: WebRTCOffer
  private var path: NetworkPath
  private var clientOutputs = WebRTCClientOutputs()
  private var portOutputs = WebRTCPortOutputs()
  private var sessions: [SessionName: (id: ICEPeerID, mids: [String])] = [:]
  private var random: SeededGenerator
  private var decoder: VPXDecoder
  let board: DrawnBoard
  /// Answers of the STUN server that are not delivered yet.
  private var seen: [[UInt8]] = []
  private var nextSound = MediaTime.zero
  private var requestNumber: UInt64 = 0
  private let serverSeed: UInt64

  init(
    _ kind: SignallingKind, over profile: NetworkProfile = .perfect, seed: UInt64 = 1,
    _ oddities: Oddities = Oddities()
  ) throws {
    self.kind = kind
    self.oddities = oddities
    serverSeed = 1_000 + seed
    random = SeededGenerator(seed: seed)
    path = NetworkPath(profile, participant: 0, seed: seed, from: .zero)
    let fingerprints = [2_000 + seed, 1_000 + seed].map { SeededDTLSEngine.fingerprint(seed: $0) }
    let sending = WebRTCOffer.Way.sending(channels: 1)
    offer = WebRTCOffer(
      kind == .whip ? .receiving : sending, fingerprint: fingerprints[1], addresses: [Self.server],
      wallClockOrigin: 1_700_000_000_000_000_000)
    let own = WebRTCOffer(
      kind == .whip ? sending : .receiving, fingerprint: oddities.fingerprint ?? fingerprints[0],
      addresses: [Self.caller], wallClockOrigin: 1_700_000_000_500_000_000)
    endpoint = SignallingEndpoint(
      SignallingSettings(path: "/live", token: oddities.token.flatMap { BearerToken($0) }))
    let url = try #require(WebURL("http://192.0.2.1/live"))
    var configuration = WebRTCClient.Configuration(
      kind, endpoint: url, token: BearerToken("open.sesame"), offer: own)
    if oddities.asks { configuration.servers = [Self.stunServer] }
    client = WebRTCClient(configuration, using: &random) {
      SeededDTLSEngine($0, seed: 2_000 + seed)
    }
    decoder = try VPXDecoder()
    board = try DrawnBoard()
    client.start(at: .zero, using: &random, into: &clientOutputs)
    drain()
  }

  var soundCount: Int {
    var sequences: Set<Int64> = []
    for case .sound(let sound, _, _) in received { sequences.insert(sound.sequence) }
    return sequences.count
  }

  var frames: [VP8FrameAssembler.Frame] {
    received.compactMap { if case .frame(let frame, _, _) = $0 { frame } else { nil } }
  }

  /// Why the server's peers have gone.
  var ends: [WebRTCPeerEnd] {
    portEvents.compactMap { if case .ended(_, let reason) = $0 { reason } else { nil } }
  }

  /// Who receives.
  var receiver: WebRTCPeer? {
    kind == .whip ? port.connected.first.flatMap { port[$0] } : client.peer
  }

  func run(until end: MediaTime) throws {
    while let next = nextTime, next <= end {
      now = max(now, next)
      steps += 1
      try step()
    }
    now = end
  }

  func run(seconds: Int64) throws { try run(until: MediaTime(milliseconds: seconds * 1_000)) }

  func close() {
    client.close(at: now, into: &clientOutputs)
    drain()
  }

  /// An answer that was held back comes.
  func answer(_ response: HTTPResponse) {
    client.receive(response, at: now, using: &random, into: &clientOutputs)
    drain()
  }

  func closeServer() {
    port.closeAll(at: now, into: &portOutputs)
    drain()
  }

  /// The server is started again, and knows of nobody.
  func restartServer() {
    port = WebRTCPort()
    sessions = [:]
    endpoint = SignallingEndpoint(endpoint.settings)
  }

  private var nextTime: MediaTime? {
    var next = MediaTime.earliest(client.deadline, port.deadline)
    next = MediaTime.earliest(next, path.deadline)
    if !seen.isEmpty { next = now }
    let show = kind == .whip ? client.showDeadline(board.video) : port.showDeadline(board.video)
    next = MediaTime.earliest(next, show.map { max($0, now) })
    if isDrawing { next = MediaTime.earliest(next, board.nextChange) }
    return MediaTime.earliest(next, nextSound)
  }

  private func step() throws {
    deliver()
    if isDrawing, board.nextChange <= now { board.change(at: now) }
    if nextSound <= now { speak() }
    client.handleTimeout(at: now, using: &random, into: &clientOutputs)
    port.handleTimeout(at: now, using: &random, into: &portOutputs)
    if kind == .whip {
      try client.show(board.picture, by: &board.video, at: now, into: &clientOutputs)
    } else {
      try port.show(board.picture, by: &board.video, at: now, into: &portOutputs)
    }
    drain()
    for event in receiver?.takeReceived() ?? [] {
      received.append(event)
      guard case .frame(let frame, _, _) = event, let picture = try decoder.decode(frame.bytes)
      else { continue }
      shown = picture.withPlane(.luma) { plane, _ in plane.indices.map { plane[$0] } }
    }
  }

  private func deliver() {
    for answer in seen {
      client.receive(
        answer, from: Self.stunServer, to: Self.caller, at: now, using: &random,
        into: &clientOutputs)
    }
    seen = []
    var deliveries: [LinkDelivery] = []
    path.deliver(isUp: true, until: now, into: &deliveries)
    for delivery in deliveries {
      port.receive(
        delivery.bytes, from: Self.caller, to: Self.server, at: now, using: &random,
        into: &portOutputs)
    }
    deliveries = []
    path.deliver(isUp: false, until: now, into: &deliveries)
    for delivery in deliveries {
      client.receive(
        delivery.bytes, from: Self.server, to: Self.caller, at: now, using: &random,
        into: &clientOutputs)
    }
  }

  private func speak() {
    let count = nextSound.nanoseconds / 20_000_000
    let packet = LiveSoundEncoder.Packet(
      bytes: [UInt8](repeating: 7, count: 60), ticks: count * 960, time: now)
    nextSound = nextSound + MediaTime(milliseconds: 20)
    if kind == .whip {
      client.sendSound(packet, at: now, into: &clientOutputs)
    } else {
      port.forEachViewer(into: &portOutputs) { $0.sendSound(packet, at: now, into: &$1) }
    }
  }

  // MARK: What was answered

  private func drain() {
    while !clientOutputs.requests.isEmpty {
      let request = clientOutputs.requests.removeFirst()
      guard !isCut else {
        client.receive(
          noAnswer: "no answer", at: now, using: &random, into: &clientOutputs)
        continue
      }
      guard let response = oddities.answers(ask(request)) else { continue }
      requests.append((request.method, response.status))
      bodies.append(String(decoding: request.body, as: UTF8.self))
      client.receive(response, at: now, using: &random, into: &clientOutputs)
    }
    for datagram in clientOutputs.datagrams where !isCut && !isMute {
      guard datagram.path.remote != Self.stunServer else {
        lookAt(datagram.bytes)
        continue
      }
      path.send(datagram.bytes, isUp: true, at: now)
    }
    for datagram in portOutputs.datagrams where !isCut && !isMute {
      path.send(datagram.bytes, isUp: false, at: now)
    }
    clientEvents += clientOutputs.events
    portEvents += portOutputs.events
    clientOutputs.removeAll()
    portOutputs.removeAll()
  }

  /// How the caller looks from outside: the server's answer takes no time.
  private func lookAt(_ bytes: [UInt8]) {
    guard let outside = oddities.outside, let question = try? STUNMessage(parsing: bytes) else {
      return
    }
    var answer = STUNMessage(.success, question.transactionID)
    answer.mappedAddress = outside
    seen.append(answer.bytes(key: nil))
  }

  private func ask(_ request: WebRequest) -> HTTPResponse {
    requestNumber += 1
    endpoint.receive(
      HTTPRequest(
        request.method, request.url.path, headers: request.headers, body: request.body),
      number: requestNumber, at: now, using: &random, into: &signalling)
    for event in signalling.events { follow(event) }
    defer { signalling.removeAll() }
    return signalling.answers.last?.response ?? HTTPResponse(500)
  }

  private func follow(_ event: SignallingOutputs.Event) {
    switch event {
    case .offered(let name, let text):
      do throws(WebRTCOffer.Refusal) {
        let agreement = try offer.answer(text, using: &random)
        let engine = SeededDTLSEngine(agreement.dtls, seed: serverSeed)
        let peer = WebRTCPeer(agreement.streams, engine: engine, using: &random)
        sessions[name] = port.add(peer, agreement.credentials, at: now, into: &portOutputs)
          .map { ($0, agreement.mids) }
        _ = endpoint.accept(name, answer: agreement.answer, into: &signalling)
      } catch {
        endpoint.refuse(name, error.reason, into: &signalling)
      }
    case .restarting(let name, _):
      let credentials = ICECredentials(using: &random)
      guard let session = sessions[name], port.restart(session.id, credentials, at: now) else {
        return endpoint.refuseRestart(name, into: &signalling)
      }
      endpoint.acceptRestart(
        name, fragment: Array(offer.restart(session.mids, credentials).description.utf8),
        into: &signalling)
    case .candidates: break
    case .ended(let name):
      if let id = sessions[name]?.id { port.close(id, at: now, into: &portOutputs) }
    }
  }
}
