import CallSession
import MediaCore
import Synchronization
import TestSupport
import Testing

@testable import MediaIO

/// Those who ask the real server for more than is theirs. Time is what the test says; HTTP is real.
@Suite struct WebRTCLiveSenderHostilityTests {
  /// What HTTP's thread has brought.
  private final class Answers: Sendable {
    let arrived = Mutex<[Result<HTTPResponse, MediaError>]>([])

    func take() -> Result<HTTPResponse, MediaError>? {
      arrived.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
  }

  private final class Server {
    let sender: WebRTCLiveSender
    private let loop: EventLoop
    private let picture = I420Picture(width: 64, height: 48)
    private let answers = Answers()
    private let client: HTTPClientThread
    private let endpoint: WebURL
    private var random = SeededGenerator(seed: 8)
    var now = MediaTime.zero

    init(mostViewers: Int, token: String? = nil) throws {
      var options = WebRTCLiveSender.Options(listen: try #require(SocketAddress("127.0.0.1")))
      options.mostViewers = mostViewers
      options.token = token.flatMap { BearerToken($0) }
      sender = try WebRTCLiveSender(options)
      loop = try EventLoop()
      try sender.begin(
        in: loop, identifiers: 100..<200,
        stream: LiveStreamShape(width: 64, height: 48, channels: 1, wallClockOrigin: 0))
      let address = try #require(sender.address)
      endpoint = try #require(WebURL("http://\(address)\(WebRTCLiveSender.path)"))
      let (answers, waker) = (answers, loop.waker)
      client = try HTTPClientThread { answer in
        answers.arrived.withLock { $0.append(answer) }
        waker.wake()
      }
    }

    func offer() throws -> [UInt8] {
      var negotiation = SessionNegotiation(
        sessionID: 1,
        wishes: [
          .video(id: 0, direction: .receiving), .audio(id: 1, direction: .receiving),
        ],
        transport: LocalTransport(
          credentials: ICECredentials(using: &random),
          fingerprints: [try DTLSCertificate().fingerprint], isLite: false, answersAs: .active))
      return Array(try negotiation.offer().description.utf8)
    }

    func ask(_ body: [UInt8], _ headers: [(String, String)] = []) throws -> HTTPResponse {
      let type = [("Content-Type", "application/sdp")]
      client.send(
        WebRequest(.post, endpoint, headers: HTTPHeaders(type + headers), body: body))
      let end = loop.clock.now + MediaTime(milliseconds: 20_000)
      while loop.clock.now < end {
        _ = try loop.wait(until: end)
        try sender.advance(picture, to: now)
        if let answer = answers.take() { return try answer.get() }
      }
      throw MediaError(.networkFailed, "no answer")
    }

    func advance() throws { try sender.advance(picture, to: now) }

    func finish() throws { try sender.finish(at: now, after: nil) }
  }

  @Test func `sessions that nobody takes up are so many at most, and expire`() throws {
    let server = try Server(mostViewers: 20)
    defer { try? server.finish() }
    let offer = try server.offer()
    for _ in 0..<20 { #expect(try server.ask(offer).status == 201) }
    let refused = try server.ask(offer)
    #expect(refused.status == 503 && refused.headers["Retry-After"] != nil)
    server.now = MediaTime(milliseconds: 29_000)
    try server.advance()
    #expect(try server.ask(offer).status == 503)
    server.now = MediaTime(milliseconds: 31_000)
    try server.advance()
    for _ in 0..<20 { #expect(try server.ask(offer).status == 201) }
    #expect(try server.ask(offer).status == 503)
  }

  @Test func `a refusal says which rule, and nothing of this machine or of the request`() throws {
    let server = try Server(mostViewers: 20)
    defer { try? server.finish() }
    let text = String(decoding: try server.offer(), as: UTF8.self)
    let offers = [
      "", "hello /etc/passwd", String(text.prefix(200)),
      text.replacing("VP8", with: "VP7").replacing("opus", with: "speex"),
      text.replacing("a=fingerprint:sha-256", with: "a=fingerprint:md2"),
      text.replacing("a=ice-pwd:", with: "a=ice-pwd:secret"),
      text.replacing("UDP/TLS/RTP/SAVPF", with: "RTP/AVP"),
    ]
    var refused = 0
    for offer in offers {
      let answer = try server.ask(Array(offer.utf8))
      // What is only odd is answered.
      if answer.status == 201 { continue }
      refused += 1
      #expect((400..<500).contains(answer.status))
      let body = String(decoding: answer.body, as: UTF8.self)
      // {"status":400,"title":"Words."}: letters, the status's digits and the names of codecs.
      #expect(body.hasPrefix("{\"status\":\(answer.status),\"title\":\""))
      let title = body.dropFirst("{\"status\":400,\"title\":\"".count)
        .replacing("VP8", with: "").replacing("H.264", with: "")
      #expect(title.allSatisfy { $0.isLetter || " .,-\"}\n'".contains($0) }, "\(body)")
      #expect(!body.contains("etc") && !body.contains("secret") && body.utf8.count < 120)
      #expect(answer.headers["Server"] == nil)
    }
    #expect(refused >= 5)
  }

  @Test func `who does not know the token takes nobody's place`() throws {
    let server = try Server(mostViewers: 1, token: "open.sesame")
    defer { try? server.finish() }
    let offer = try server.offer()
    for header in [
      [], [("Authorization", "Bearer open.barley")], [("Authorization", "open.sesame")],
    ] {
      for _ in 0..<3 { #expect(try server.ask(offer, header).status == 401) }
    }
    #expect(try server.ask(offer, [("Authorization", "Bearer open.sesame")]).status == 201)
  }
}
