import TestSupport
import Testing

@testable import CallSession
@testable import MediaCore

/// Somebody who tests their line, a server that echoes, and a network between them, with no time but its own.
/// Requests take no time.
final class EchoedLine {
  static let server = TransportAddress(ipv4: 0xC000_0201, port: 443)
  static let caller = TransportAddress(ipv4: 0xC633_6401, port: 40_000)

  private(set) var now = MediaTime.zero
  private(set) var events: [WebRTCClientOutputs.Event] = []
  /// Nothing that is sent arrives.
  var isCut = false
  private var client: WebRTCClient
  private var test: LineTest
  private var port = WebRTCPort()
  private var path: NetworkPath
  private var clientOutputs = WebRTCClientOutputs()
  private var portOutputs = WebRTCPortOutputs()
  private var random: SeededGenerator
  private let offer: WebRTCOffer
  private let seed: UInt64

  init(
    over profile: NetworkProfile = .perfect, seconds: Int64 = 12, seed: UInt64 = 1
  ) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    path = NetworkPath(profile, participant: 0, seed: seed, from: .zero)
    func offer(_ address: TransportAddress, _ seed: UInt64) -> WebRTCOffer {
      WebRTCOffer(
        .echoing, fingerprint: SeededDTLSEngine.fingerprint(seed: seed), addresses: [address],
        wallClockOrigin: 1_700_000_000_000_000_000 + Int64(seed) * 1_000_000)
    }
    self.offer = offer(Self.server, 1_000 + seed)
    client = WebRTCClient(
      WebRTCClient.Configuration(
        .echo, endpoint: try #require(WebURL("http://192.0.2.1/echo")), token: nil,
        offer: offer(Self.caller, 2_000 + seed)), using: &random
    ) { SeededDTLSEngine($0, seed: 2_000 + seed) }
    test = try LineTest(
      LineTestPlan(
        server: "http://192.0.2.1/echo", seed: seed,
        duration: MediaTime(milliseconds: seconds * 1_000), speech: try SampleSpeech.parts(1)[0]))
    client.start(at: .zero, using: &random, into: &clientOutputs)
    try drain()
  }

  var isOver: Bool { test.isOver(at: now) }

  /// Plays until the test or the time is over.
  func run(until end: MediaTime = MediaTime(milliseconds: 60_000)) throws {
    while !isOver, let next = nextTime, next <= end {
      now = max(now, next)
      deliver()
      client.handleTimeout(at: now, using: &random, into: &clientOutputs)
      port.handleTimeout(at: now, using: &random, into: &portOutputs)
      try client.run(&test, at: now, into: &clientOutputs)
      try drain()
    }
    if !isOver { now = end }
  }

  func report(fault: String? = nil) -> CallTestReport? {
    test.report(of: client, fault: fault, at: now)
  }

  private var nextTime: MediaTime? {
    var next = MediaTime.earliest(client.deadline, port.deadline)
    next = MediaTime.earliest(next, path.deadline)
    return MediaTime.earliest(next, test.deadline)
  }

  private func deliver() {
    for isUp in [true, false] {
      var deliveries: [LinkDelivery] = []
      path.deliver(isUp: isUp, until: now, into: &deliveries)
      for delivery in deliveries {
        if isUp {
          port.receive(
            delivery.bytes, from: Self.caller, to: Self.server, at: now, using: &random,
            into: &portOutputs)
        } else {
          client.receive(
            delivery.bytes, from: Self.server, to: Self.caller, at: now, using: &random,
            into: &clientOutputs)
        }
      }
    }
  }

  private func drain() throws {
    while !clientOutputs.requests.isEmpty {
      let request = clientOutputs.requests.removeFirst()
      client.receive(
        try answer(request), at: now, using: &random, into: &clientOutputs)
    }
    for datagram in clientOutputs.datagrams where !isCut {
      path.send(datagram.bytes, isUp: true, at: now)
    }
    for datagram in portOutputs.datagrams where !isCut {
      path.send(datagram.bytes, isUp: false, at: now)
    }
    events += clientOutputs.events
    clientOutputs.removeAll()
    portOutputs.removeAll()
  }

  private func answer(_ request: WebRequest) throws -> HTTPResponse {
    guard request.method == .post else { return HTTPResponse(404) }
    let agreement = try offer.answer(request.body, using: &random)
    let peer = WebRTCPeer(
      agreement.streams, engine: SeededDTLSEngine(agreement.dtls, seed: 1_000 + seed),
      echo: EchoLine(), using: &random)
    _ = port.add(peer, agreement.credentials, at: now, into: &portOutputs)
    return HTTPResponse(
      201,
      headers: HTTPHeaders([("Location", "/echo/1"), ("Content-Type", "application/sdp")]),
      body: agreement.answer)
  }
}
