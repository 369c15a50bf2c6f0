import MediaCore
import TestSupport

@testable import CallSession

/// An endpoint and its owner, who answers when he is told to.
final class SignallingDesk {
  var endpoint: SignallingEndpoint
  var random = SeededGenerator(seed: 9_725)
  var outputs = SignallingOutputs()
  var lastNumber: UInt64 = 0

  static let offer = Array("v=0\r\na=ice-ufrag:abcd\r\na=ice-pwd:0123456789012345678901\r\n".utf8)
  static let candidates = Array(
    "a=ice-ufrag:abcd\r\na=ice-pwd:0123456789012345678901\r\na=candidate:1 1 udp 1 192.0.2.1 9 typ host\r\n"
      .utf8)
  static let newCredentials = Array("a=ice-ufrag:wxyz\r\na=ice-pwd:9876543210987654321098\r\n".utf8)

  init(
    _ kind: SignallingKind = .whep, token: String? = nil,
    _ change: (inout SignallingSettings) -> Void = { _ in }
  ) {
    var settings = SignallingSettings(
      path: kind == .whep ? "/whep" : "/whip", token: token.flatMap { BearerToken($0) })
    change(&settings)
    endpoint = SignallingEndpoint(settings)
  }

  /// The answer, or nil when the owner has to give one first.
  func ask(
    _ method: HTTPMethod, _ path: String, _ headers: [(String, String)] = [], _ body: [UInt8] = [],
    at now: MediaTime = .zero
  ) -> HTTPResponse? {
    lastNumber += 1
    let before = outputs.answers.count
    endpoint.receive(
      HTTPRequest(method, path, headers: HTTPHeaders(headers), body: body), number: lastNumber,
      at: now,
      using: &random, into: &outputs)
    return outputs.answers.count > before ? outputs.answers.last?.response : nil
  }

  func post(_ headers: [(String, String)] = [], at now: MediaTime = .zero) -> HTTPResponse? {
    ask(
      .post, endpoint.settings.path, [("Content-Type", "application/sdp")] + headers, Self.offer,
      at: now)
  }

  func patch(
    _ path: String, _ tag: String?, _ body: [UInt8] = candidates,
    type: String = "application/trickle-ice-sdpfrag"
  ) -> HTTPResponse? {
    ask(
      .patch, path, [("Content-Type", type)] + (tag.map { [("If-Match", $0)] } ?? []), body)
  }

  /// The session that was offered last.
  var offered: SessionName? {
    for event in outputs.events.reversed() {
      if case .offered(let name, _) = event { return name }
    }
    return nil
  }

  func accept(_ name: SessionName) -> Bool {
    endpoint.accept(name, answer: Array("v=0\r\n".utf8), into: &outputs)
  }

  /// Offers, accepts, and answers with the session's path and tag.
  func establish() -> (path: String, tag: String) {
    _ = post()
    guard let name = offered, accept(name),
      let headers = outputs.answers.last?.response.headers
    else { return ("", "") }
    return (headers["Location"] ?? "", headers["ETag"] ?? "")
  }
}
