import MediaCore
import Testing

@testable import CallSession

@Suite struct SignallingClientTests {
  /// A client and what it has said so far.
  struct Client {
    var client: SignallingClient
    var outputs = SignallingClientOutputs()

    init(
      _ kind: SignallingKind = .whip, _ url: String = "https://a.example/whip", token: String? = nil
    )
      throws
    {
      client = SignallingClient(
        kind, endpoint: try #require(WebURL(url)), token: token.flatMap { BearerToken($0) })
      client.start(offer: Array("v=0".utf8), into: &outputs)
    }

    mutating func answer(
      _ status: Int, _ headers: [(String, String)] = [], _ body: String = "",
      at now: MediaTime = .zero
    ) {
      client.receive(
        HTTPResponse(status, headers: HTTPHeaders(headers), body: Array(body.utf8)), at: now,
        into: &outputs)
    }

    mutating func establish(_ location: String = "/whip/1") {
      answer(
        201, [("Location", location), ("ETag", "\"e1\""), ("Content-Type", "application/sdp")],
        "v=0")
    }

    var last: WebRequest? { outputs.requests.last }
  }

  @Test func `an offer becomes a session, which ends with DELETE`() throws {
    var test = try Client(token: "secret")
    #expect(test.last?.method == .post && test.last?.url.description == "https://a.example/whip")
    #expect(test.last?.headers["Content-Type"] == "application/sdp")
    #expect(test.last?.headers["Authorization"] == "Bearer secret")
    test.answer(
      201,
      [
        ("location", "../sessions/1?a=b"), ("etag", "\"e1\""),
        ("Content-Type", "application/sdp;charset=utf-8"),
        (
          "Link",
          "<stun:s.example>; rel=\"ice-server\", <turn:t.example>; rel=ice-server; username=u"
        ),
        ("Link", "</style.css>; rel=stylesheet"),
      ], "v=0\r\n")
    #expect(
      test.outputs.events == [
        .answered(
          Array("v=0\r\n".utf8),
          iceServers: [
            ICEServer(url: "stun:s.example"), ICEServer(url: "turn:t.example", username: "u"),
          ])
      ])
    test.client.close(into: &test.outputs)
    #expect(test.last?.method == .delete)
    #expect(test.last?.url.description == "https://a.example/sessions/1?a=b")
    #expect(test.last?.headers["Authorization"] == "Bearer secret")
    test.answer(200)
    #expect(test.outputs.events.last == .closed)
  }

  @Test func `a redirect is followed, and the token stays at home`() throws {
    var test = try Client(token: "secret")
    test.answer(307, [("Location", "/other")])
    #expect(test.last?.url.description == "https://a.example/other")
    #expect(test.last?.headers["Authorization"] == "Bearer secret")
    test.answer(308, [("Location", "https://b.example:8443/whip")])
    #expect(test.last?.url.description == "https://b.example:8443/whip")
    #expect(test.last?.headers["Authorization"] == nil)
    #expect(test.last?.method == .post && test.last?.body == Array("v=0".utf8))
    test.establish()
    test.client.close(into: &test.outputs)
    #expect(test.last?.url.description == "https://b.example:8443/whip/1")
    #expect(test.last?.headers["Authorization"] == nil)
  }

  @Test func `redirects come to an end, and never lead away from TLS`() throws {
    var test = try Client()
    for _ in 0..<5 { test.answer(307, [("Location", "/again")]) }
    #expect(test.outputs.events.isEmpty && test.outputs.requests.count == 6)
    test.answer(307, [("Location", "/again")])
    #expect(test.outputs.requests.count == 6)
    guard case .failed(let failure)? = test.outputs.events.last else {
      Issue.record("it goes on")
      return
    }
    #expect(failure.code == .server && failure.message.contains("on and on"))
    for location in ["http://a.example/whip", "ftp://a.example/", "https://u:p@a.example/", ""] {
      var other = try Client()
      other.answer(307, location.isEmpty ? [] : [("Location", location)])
      #expect(other.outputs.requests.count == 1 && other.outputs.events.count == 1)
    }
  }

  @Test func `a full server is asked again when it says so`() throws {
    var test = try Client()
    test.answer(503, [("Retry-After", "7")], at: MediaTime(milliseconds: 1_000))
    #expect(test.client.deadline == MediaTime(milliseconds: 8_000))
    test.client.wake(at: MediaTime(milliseconds: 7_999), into: &test.outputs)
    #expect(test.outputs.requests.count == 1)
    test.client.wake(at: MediaTime(milliseconds: 8_000), into: &test.outputs)
    #expect(test.outputs.requests.count == 2 && test.client.deadline == nil)
    // What no person would wait for is cut.
    test.answer(429, [("Retry-After", "999999999999")], at: .zero)
    #expect(test.client.deadline == MediaTime(milliseconds: 60_000))
    for count in 2..<9 {
      test.client.wake(at: MediaTime(milliseconds: 60_000), into: &test.outputs)
      #expect(test.outputs.requests.count == count + 1)
      test.answer(503)
      #expect(test.client.deadline == MediaTime(milliseconds: 5_000))
    }
    test.client.wake(at: MediaTime(milliseconds: 60_000), into: &test.outputs)
    test.answer(503)
    #expect(test.client.deadline == nil)
    guard case .failed(let failure)? = test.outputs.events.last else {
      Issue.record("it goes on")
      return
    }
    #expect(failure.code == .busy && failure.status == 503)
  }

  @Test(arguments: [
    (400, SignallingFailure.Code.offer, "does not understand"), (401, .token, "--token"),
    (403, .token, "does not accept the token"), (404, .address, "check the address"),
    (405, .address, "not that of a WHIP endpoint"), (406, .offer, "other codecs"),
    (409, .busy, "somebody publishes"), (413, .offer, "too large"), (415, .offer, "WHIP"),
    (422, .offer, "other codecs"), (500, .server, "try again"), (200, .server, "status 200"),
    (302, .server, "status 302"),
  ])
  func `every refusal has a remedy`(status: Int, code: SignallingFailure.Code, words: String) throws
  {
    var test = try Client()
    test.answer(status)
    guard case .failed(let failure)? = test.outputs.events.last else {
      Issue.record("it goes on")
      return
    }
    #expect(failure.code == code && failure.status == status)
    #expect(failure.message.contains(words))
    // Nothing follows.
    test.client.close(into: &test.outputs)
    test.client.trickle([1], into: &test.outputs)
    #expect(test.outputs.requests.count == 1 && test.outputs.events.count == 1)
  }

  @Test func `candidates wait for the answer, go one by one, and carry the tag`() throws {
    var test = try Client()
    test.client.trickle([1], into: &test.outputs)
    test.client.trickle([2], into: &test.outputs)
    #expect(test.outputs.requests.count == 1)
    test.establish()
    #expect(test.last?.method == .patch && test.last?.body == [1])
    #expect(test.last?.headers["If-Match"] == "\"e1\"")
    #expect(test.last?.headers["Content-Type"] == "application/trickle-ice-sdpfrag")
    test.answer(204)
    #expect(test.last?.body == [2] && test.outputs.requests.count == 3)
    test.answer(412)
    test.client.trickle([3], into: &test.outputs)
    #expect(test.last?.body == [3])
    // A server without trickle is left alone.
    test.client.trickle([4], into: &test.outputs)
    test.answer(405)
    #expect(test.outputs.requests.count == 4)
    #expect(test.outputs.events.count == 1)
  }

  @Test func `a restart takes the place of what waits, and brings a new tag`() throws {
    var test = try Client()
    test.establish()
    test.client.trickle([1], into: &test.outputs)
    test.client.trickle([2], into: &test.outputs)
    test.client.restart([3], into: &test.outputs)
    test.answer(204)
    #expect(test.last?.body == [3] && test.last?.headers["If-Match"] == "*")
    test.client.trickle([4], into: &test.outputs)
    test.answer(200, [("ETag", "\"e2\"")], "new")
    #expect(test.outputs.events.last == .restarted(fragment: Array("new".utf8)))
    #expect(test.last?.body == [4] && test.last?.headers["If-Match"] == "\"e2\"")
    test.answer(204)
    test.client.restart([5], into: &test.outputs)
    test.answer(422)
    #expect(test.outputs.events.last == .restartRefused)
    test.client.restart([6], into: &test.outputs)
    test.answer(404)
    guard case .failed(let failure)? = test.outputs.events.last else {
      Issue.record("it goes on")
      return
    }
    #expect(failure.code == .ended)
  }

  @Test func `closing while the offer is on its way ends the session that it makes`() throws {
    var test = try Client()
    test.client.close(into: &test.outputs)
    #expect(test.outputs.requests.count == 1 && test.outputs.events.isEmpty)
    test.establish()
    #expect(test.last?.method == .delete && test.outputs.events.isEmpty)
    test.client.receive(noAnswer: "gone", into: &test.outputs)
    #expect(test.outputs.events == [.closed])
  }

  @Test func `a session without a description is ended before it is told of`() throws {
    var test = try Client()
    test.answer(201, [("Location", "/whip/1"), ("Content-Type", "text/html")], "hello")
    #expect(test.last?.method == .delete && test.outputs.events.isEmpty)
    test.answer(200)
    guard case .failed(let failure)? = test.outputs.events.last else {
      Issue.record("it goes on")
      return
    }
    #expect(failure.code == .server && test.outputs.events.count == 1)
  }

  @Test func `no answer at all is told as the network tells it`() throws {
    var test = try Client()
    test.client.receive(noAnswer: "nobody listens there", into: &test.outputs)
    #expect(
      test.outputs.events == [.failed(SignallingFailure(.network, "nobody listens there"))])
  }
}
