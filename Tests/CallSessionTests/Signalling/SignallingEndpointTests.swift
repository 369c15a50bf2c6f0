import MediaCore
import Testing

@testable import CallSession

@Suite struct SignallingEndpointTests {
  @Test(arguments: [SignallingKind.whip, .whep])
  func `an accepted offer is created, and its answer has all that a client needs`(
    kind: SignallingKind
  ) throws {
    let desk = SignallingDesk(kind) {
      $0.iceServers = [
        ICEServer(url: "stun:stun.example.net"),
        ICEServer(url: "turn:turn.example.net?transport=udp", username: "u\"1", credential: "p\\2"),
      ]
    }
    #expect(desk.post() == nil)
    let name = try #require(desk.offered)
    #expect(desk.outputs.events == [.offered(name, offer: SignallingDesk.offer)])
    #expect(desk.accept(name))
    let response = try #require(desk.outputs.answers.last?.response)
    let path = kind == .whip ? "/whip" : "/whep"
    #expect(response.status == 201 && response.body == Array("v=0\r\n".utf8))
    #expect(response.headers["content-type"] == "application/sdp")
    #expect(response.headers["Location"] == "\(path)/\(name)")
    #expect(response.headers["ETag"] == "\"v1\"")
    #expect(response.headers["Access-Control-Allow-Origin"] == "*")
    #expect(response.headers["Access-Control-Expose-Headers"] == "Location, ETag, Link")
    #expect(
      response.headers.values("Link") == [
        "<stun:stun.example.net>; rel=\"ice-server\"",
        "<turn:turn.example.net?transport=udp>; rel=\"ice-server\"; username=\"u\\\"1\"; "
          + "credential=\"p\\\\2\"; credential-type=\"password\"",
      ])
    #expect(ICEServer.servers(of: response.headers) == desk.endpoint.settings.iceServers)
  }

  @Test func `a session's name has 128 random bits, and another one each time`() throws {
    let desk = SignallingDesk()
    var paths: Set<String> = []
    for _ in 0..<50 { paths.insert(desk.establish().path) }
    #expect(paths.count == 50)
    #expect(paths.allSatisfy { $0.utf8.count == "/whep/".utf8.count + 32 })
    let name = SessionName(using: &desk.random)
    #expect(SessionName(name.description[...]) == name)
    #expect(SessionName("ABCDEF0123456789ABCDEF0123456789") == nil)
    #expect(SessionName("0123") == nil)
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let method: HTTPMethod
    /// Of the endpoint, or of a session when it is nil.
    let path: String?
    let headers: [String: String]
    var body = "v=0\r\n"
    let status: Int
    var header: (String, String)?

    var testDescription: String { "\(method) \(path ?? "session") \(headers) -> \(status)" }
  }

  static let sdp = "application/sdp"
  static let fragment = "application/trickle-ice-sdpfrag"
  static let rows: [Row] = [
    Row(method: .get, path: "/whep", headers: [:], status: 405, header: ("Allow", "OPTIONS, POST")),
    Row(
      method: .head, path: "/whep", headers: [:], status: 405, header: ("Allow", "OPTIONS, POST")),
    Row(method: .put, path: "/whep", headers: [:], status: 405, header: ("Allow", "OPTIONS, POST")),
    Row(
      method: .patch, path: "/whep", headers: [:], status: 405, header: ("Allow", "OPTIONS, POST")),
    Row(method: .delete, path: "/whep", headers: [:], status: 405),
    Row(method: .other, path: "/whep", headers: [:], status: 405),
    Row(
      method: .get, path: nil, headers: [:], status: 405,
      header: ("Allow", "DELETE, OPTIONS, PATCH")),
    Row(method: .post, path: nil, headers: ["Content-Type": sdp], status: 405),
    Row(
      method: .post, path: "/whep", headers: ["Content-Type": "text/plain"], status: 415,
      header: ("Accept-Post", sdp)),
    Row(method: .post, path: "/whep", headers: [:], status: 415),
    Row(method: .post, path: "/whep", headers: ["Content-Type": sdp], body: "", status: 400),
    Row(
      method: .post, path: "/whep", headers: ["Content-Type": sdp],
      body: String(repeating: "a", count: 65_537), status: 413),
    Row(
      method: .options, path: "/whep", headers: ["Origin": "https://a.example"], status: 204,
      header: ("Accept-Post", sdp)),
    Row(
      method: .options, path: "/whep", headers: [:], status: 204,
      header: ("Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match")),
    Row(method: .options, path: nil, headers: [:], status: 204, header: ("Accept-Patch", fragment)),
    Row(
      method: .options, path: nil, headers: [:], status: 204,
      header: ("Access-Control-Allow-Methods", "DELETE, OPTIONS, PATCH")),
    Row(method: .patch, path: nil, headers: ["Content-Type": fragment], status: 428),
    Row(
      method: .patch, path: nil, headers: ["Content-Type": fragment, "If-Match": "\"v0\""],
      status: 412),
    Row(
      method: .patch, path: nil, headers: ["Content-Type": fragment, "If-Match": "W/\"v1\""],
      status: 412),
    Row(
      method: .patch, path: nil, headers: ["Content-Type": sdp, "If-Match": "\"v1\""], status: 415,
      header: ("Accept-Patch", fragment)),
    Row(
      method: .patch, path: nil, headers: ["Content-Type": fragment, "If-Match": "\"v1\""],
      body: String(repeating: "a", count: 16_385), status: 413),
    Row(
      method: .patch, path: nil, headers: ["Content-Type": fragment, "If-Match": "\"v1\""],
      status: 204),
    Row(
      method: .patch, path: nil, headers: ["Content-Type": fragment, "If-Match": "\"v0\", \"v1\""],
      status: 204),
    Row(
      method: .patch, path: nil, headers: ["Content-Type": fragment, "If-Match": "*"], status: 204),
    Row(method: .delete, path: nil, headers: [:], status: 200),
    Row(method: .delete, path: "/whep/", headers: [:], status: 404),
    Row(method: .delete, path: "/whep/00000000000000000000000000000000", headers: [:], status: 404),
    Row(method: .patch, path: "/whep/../../secret", headers: [:], status: 404),
  ]

  @Test(arguments: rows)
  func `each request has its status, and none but DELETE ends the session`(row: Row) throws {
    let desk = SignallingDesk()
    let (path, tag) = desk.establish()
    desk.outputs.removeAll()
    let response = try #require(
      desk.ask(
        row.method, row.path ?? path, row.headers.map { ($0.key, $0.value) }, Array(row.body.utf8)))
    #expect(response.status == row.status)
    if let (name, value) = row.header { #expect(response.headers[name] == value) }
    #expect(response.headers["Access-Control-Allow-Origin"] == "*")
    if row.status >= 400 {
      #expect(response.headers["Content-Type"] == "application/problem+json")
      // Nothing of the request comes back.
      #expect(!String(decoding: response.body, as: UTF8.self).contains("secret"))
    }
    let goesOn = row.method != .delete || row.status != 200
    #expect(desk.endpoint.sessionCount == (goesOn ? 1 : 0))
    #expect(desk.patch(path, tag)?.status == (goesOn ? 204 : 410))
  }

  @Test(arguments: [
    "application/sdp; charset=utf-8", "Application/SDP", "application/sdp ;charset=\"utf-8\"",
  ])
  func `a media type may have parameters and any letters`(type: String) {
    let desk = SignallingDesk()
    #expect(desk.ask(.post, "/whep", [("Content-Type", type)], SignallingDesk.offer) == nil)
    #expect(desk.offered != nil)
  }

  @Test(
    arguments: [
      (nil, 401, "Bearer realm=\"FaceBoard\""), ("Bearer right", 0, nil), ("bearer  right", 0, nil),
      ("Bearer wrong", 401, "Bearer realm=\"FaceBoard\", error=\"invalid_token\""),
      ("Bearer righ", 401, "Bearer realm=\"FaceBoard\", error=\"invalid_token\""),
      ("Bearer right ", 0, nil), ("Basic cmlnaHQ=", 401, "Bearer realm=\"FaceBoard\""),
      ("Bearer", 401, "Bearer realm=\"FaceBoard\""), ("", 401, "Bearer realm=\"FaceBoard\""),
    ] as [(String?, Int, String?)])
  func `where there is a token it is needed`(field: String?, status: Int, challenge: String?) {
    let desk = SignallingDesk(token: "right")
    let response = desk.post(field.map { [("Authorization", $0)] } ?? [])
    #expect(response?.status ?? 0 == status)
    #expect(response?.headers["WWW-Authenticate"] == challenge)
    #expect((desk.offered == nil) == (status != 0))
  }

  @Test func `a session's address is of no use without the token, and a preflight needs none`()
    throws
  {
    let desk = SignallingDesk(token: "right") {
      $0.iceServers = [
        ICEServer(url: "stun:a.example"),
        ICEServer(url: "turn:b.example", username: "u", credential: "secret"),
      ]
    }
    _ = desk.post([("Authorization", "Bearer right")])
    let name = try #require(desk.offered)
    #expect(desk.accept(name))
    #expect(desk.outputs.answers.last?.response.headers.values("Link").count == 2)
    #expect(desk.ask(.delete, "/whep/\(name)")?.status == 401)
    #expect(desk.patch("/whep/\(name)", "\"v1\"")?.status == 401)
    #expect(desk.endpoint.sessionCount == 1)
    let preflight = try #require(desk.ask(.options, "/whep"))
    #expect(preflight.status == 204)
    // A password is for those with the token.
    #expect(preflight.headers.values("Link") == ["<stun:a.example>; rel=\"ice-server\""])
    for (field, count) in [("Bearer right", 2), ("Bearer wrong", 1)] {
      let asked = try #require(desk.ask(.options, "/whep", [("Authorization", field)]))
      #expect(asked.status == 204 && asked.headers.values("Link").count == count)
    }
  }

  @Test(
    arguments: zip(SignallingRefusal.allCases, [400, 406, 406, 422, 409, 503, 500]))
  func `a refused offer leaves nothing behind`(reason: SignallingRefusal, status: Int) throws {
    let desk = SignallingDesk()
    _ = desk.post()
    let name = try #require(desk.offered)
    desk.endpoint.refuse(name, reason, into: &desk.outputs)
    let response = try #require(desk.outputs.answers.last?.response)
    #expect(response.status == status)
    #expect(response.headers["Retry-After"] == ([409, 503].contains(status) ? "5" : nil))
    #expect(desk.endpoint.sessionCount == 0 && desk.endpoint.deadline == nil)
    #expect(!desk.accept(name))
    #expect(desk.ask(.delete, "/whep/\(name)")?.status == 404)
  }

  @Test func `a full endpoint says when to come back`() {
    let desk = SignallingDesk { $0.mostSessions = 2 }
    let first = desk.establish()
    _ = desk.establish()
    let response = desk.post()
    #expect(response?.status == 503 && response?.headers["Retry-After"] == "5")
    #expect(desk.ask(.delete, first.path)?.status == 200)
    #expect(desk.post() == nil)
  }

  @Test func `an offer that nobody answers is answered in time, and is gone`() throws {
    let desk = SignallingDesk()
    _ = desk.post(at: MediaTime(milliseconds: 1_000))
    _ = desk.post(at: MediaTime(milliseconds: 2_000))
    #expect(desk.endpoint.deadline == MediaTime(milliseconds: 11_000))
    desk.endpoint.expire(at: MediaTime(milliseconds: 10_999), into: &desk.outputs)
    #expect(desk.outputs.answers.isEmpty)
    desk.endpoint.expire(at: MediaTime(milliseconds: 11_000), into: &desk.outputs)
    #expect(desk.outputs.answers.map(\.number) == [1])
    #expect(desk.outputs.answers.last?.response.status == 503)
    #expect(desk.outputs.answers.last?.response.headers["Retry-After"] == "5")
    #expect(desk.endpoint.sessionCount == 1)
    #expect(desk.endpoint.deadline == MediaTime(milliseconds: 12_000))
    let last = try #require(desk.offered)
    #expect(desk.accept(last))
    #expect(desk.endpoint.deadline == nil)
  }

  @Test func `candidates reach the owner, new credentials are a restart with a new tag`() throws {
    let desk = SignallingDesk()
    let (path, tag) = desk.establish()
    let name = try #require(desk.offered)
    desk.outputs.removeAll()
    #expect(desk.patch(path, tag)?.status == 204)
    #expect(desk.outputs.events == [.candidates(name, fragment: SignallingDesk.candidates)])
    #expect(desk.patch(path, "\"*\"", SignallingDesk.newCredentials) == nil)
    #expect(
      desk.outputs.events.last == .restarting(name, fragment: SignallingDesk.newCredentials))
    // Until the owner has answered, nothing else is taken.
    #expect(desk.patch(path, tag)?.status == 409)
    desk.endpoint.acceptRestart(name, fragment: [7], into: &desk.outputs)
    let response = try #require(desk.outputs.answers.last?.response)
    #expect(response.status == 200 && response.body == [7])
    #expect(response.headers["Content-Type"] == "application/trickle-ice-sdpfrag")
    #expect(response.headers["ETag"] == "\"v2\"")
    // What was meant for the old ICE session does not reach the new one.
    #expect(desk.patch(path, tag)?.status == 412)
    #expect(desk.patch(path, "\"v2\"", SignallingDesk.newCredentials)?.status == 204)
  }

  @Test func `a restart that is refused or forgotten leaves the session as it was`() throws {
    let desk = SignallingDesk()
    let (path, tag) = desk.establish()
    let name = try #require(desk.offered)
    #expect(desk.patch(path, "*", SignallingDesk.newCredentials) == nil)
    desk.endpoint.refuseRestart(name, into: &desk.outputs)
    #expect(desk.outputs.answers.last?.response.status == 422)
    #expect(desk.patch(path, "*", SignallingDesk.newCredentials) == nil)
    desk.endpoint.expire(at: MediaTime(milliseconds: 60_000), into: &desk.outputs)
    #expect(desk.outputs.answers.last?.response.status == 503)
    #expect(desk.patch(path, tag)?.status == 204)
    #expect(desk.endpoint.sessionCount == 1)
  }

  @Test func `who ends a session, both ends know it`() throws {
    let desk = SignallingDesk()
    let (path, _) = desk.establish()
    let name = try #require(desk.offered)
    #expect(desk.patch(path, "*", SignallingDesk.newCredentials) == nil)
    desk.endpoint.end(name, into: &desk.outputs)
    #expect(desk.outputs.answers.last?.response.status == 410)
    #expect(desk.ask(.delete, path)?.status == 410)
    #expect(!desk.outputs.events.contains(.ended(name)))
    let (other, _) = desk.establish()
    let second = try #require(desk.offered)
    #expect(desk.ask(.delete, other)?.status == 200)
    #expect(desk.outputs.events.last == .ended(second))
    #expect(desk.endpoint.sessionCount == 0 && desk.endpoint.deadline == nil)
  }

  @Test func `a path belongs to its endpoint only`() {
    let endpoint = SignallingDesk().endpoint
    #expect(endpoint.owns("/whep") && endpoint.owns("/whep/1"))
    #expect(!endpoint.owns("/whepx") && !endpoint.owns("/") && !endpoint.owns("/whip"))
  }

  @Test func `a header never becomes two`() {
    var headers = HTTPHeaders()
    headers.add("Location", "/a\r\nSet-Cookie: b")
    #expect(headers.fields.map(\.value) == ["/aSet-Cookie: b"])
  }
}
