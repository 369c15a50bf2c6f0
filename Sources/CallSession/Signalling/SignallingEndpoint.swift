package import MediaCore

/// The server's side of WHIP (RFC 9725) and WHEP (draft-ietf-wish-whep): requests in, answers out.
///
/// It knows nothing of media. What an offer asks for is the owner's to decide, who answers later; a
/// session lives until its client or its owner ends it.
package struct SignallingEndpoint: Sendable {
  /// The ICE session, and whose turn it is.
  struct Session {
    var tag = EntityTag.first
    /// The client's, as far as its offer named them.
    var credentials: SignalledCredentials?
    /// The client's next ones, while the owner restarts.
    var restarting: SignalledCredentials?
    /// The request that waits for the owner.
    var waiting: UInt64?
    var isEstablished = false
  }

  /// A request that the owner has to answer, in the order of the deadlines.
  struct Waiting {
    let number: UInt64
    let name: SessionName
    let deadline: MediaTime
  }

  package let settings: SignallingSettings
  var sessions: [SessionName: Session] = [:]
  var waiting: [Waiting] = []
  /// Of late: their clients learn that they were there once.
  private var gone: [SessionName] = []

  private static let mostGone = 256

  package init(_ settings: SignallingSettings) {
    self.settings = settings
  }

  /// Sessions that were offered or are established.
  package var sessionCount: Int { sessions.count }

  /// When `expire` wants to be called; nil when nobody waits for the owner.
  package var deadline: MediaTime? { waiting.first?.deadline }

  /// Whether a request for that path is for this endpoint.
  package func owns(_ path: String) -> Bool {
    path == settings.path || path.hasPrefix(settings.path + "/")
  }

  /// Takes a request that this endpoint owns.
  ///
  /// - Parameter number: not used for another request that is not answered yet.
  package mutating func receive(
    _ request: HTTPRequest, number: UInt64, at now: MediaTime,
    using random: inout some RandomNumberGenerator, into outputs: inout SignallingOutputs
  ) {
    let isEndpoint = request.path == settings.path
    if request.method == .options {
      let isKnown = unauthorized(request) == nil
      return answer(number, options(ofEndpoint: isEndpoint, isKnown: isKnown), into: &outputs)
    }
    let allowed: [HTTPMethod] = isEndpoint ? [.post] : [.patch, .delete]
    guard allowed.contains(request.method) else {
      var response = HTTPResponse(problem: 405, "The method is not allowed here.")
      response.headers.add("Allow", Self.methods(ofEndpoint: isEndpoint))
      return answer(number, response, into: &outputs)
    }
    if let refusal = unauthorized(request) { return answer(number, refusal, into: &outputs) }
    if isEndpoint {
      offer(request, number, at: now, using: &random, into: &outputs)
    } else {
      guard let name = SessionName(request.path.dropFirst(settings.path.count + 1)),
        sessions[name]?.isEstablished == true
      else { return answer(number, missing(request.path), into: &outputs) }
      if request.method == .delete {
        answer(number, HTTPResponse(200), into: &outputs)
        leave(name, into: &outputs)
      } else {
        patch(request, name, number, at: now, into: &outputs)
      }
    }
  }

  /// Answers what the owner has not answered in time.
  package mutating func expire(at now: MediaTime, into outputs: inout SignallingOutputs) {
    while let first = waiting.first, first.deadline <= now {
      waiting.removeFirst()
      var response = HTTPResponse(problem: 503, "It took too long. Try again.")
      response.headers.add("Retry-After", String(settings.retryAfter))
      answer(first.number, response, into: &outputs)
      guard let session = sessions[first.name] else { continue }
      if session.isEstablished {
        sessions[first.name]?.waiting = nil
        sessions[first.name]?.restarting = nil
      } else {
        remove(first.name)
        outputs.events.append(.ended(first.name))
      }
    }
  }

  /// The owner ends a session, or its peer has gone. Unknown ones are no mistake: both ends may end it.
  package mutating func end(_ name: SessionName, into outputs: inout SignallingOutputs) {
    guard let session = sessions[name] else { return }
    if let number = session.waiting {
      answer(number, HTTPResponse(problem: 410, "The session has ended."), into: &outputs)
    }
    remove(name)
  }

  private mutating func leave(_ name: SessionName, into outputs: inout SignallingOutputs) {
    end(name, into: &outputs)
    outputs.events.append(.ended(name))
  }

  mutating func remove(_ name: SessionName) {
    guard let session = sessions.removeValue(forKey: name) else { return }
    if let number = session.waiting { waiting.removeAll { $0.number == number } }
    // Of what was never established, no client has the address.
    guard session.isEstablished else { return }
    if gone.count == Self.mostGone { gone.removeFirst() }
    gone.append(name)
  }

  private func missing(_ path: String) -> HTTPResponse {
    let name = SessionName(path.dropFirst(settings.path.count + 1))
    return if let name, gone.contains(name) {
      HTTPResponse(problem: 410, "The session has ended.")
    } else {
      HTTPResponse(problem: 404, "There is no such session.")
    }
  }

  private func unauthorized(_ request: HTTPRequest) -> HTTPResponse? {
    guard let token = settings.token else { return nil }
    let challenge: String
    switch token.check(request.headers) {
    case .right: return nil
    case .missing: challenge = "Bearer realm=\"FaceBoard\""
    case .wrong: challenge = "Bearer realm=\"FaceBoard\", error=\"invalid_token\""
    }
    var response = HTTPResponse(problem: 401, "A token is needed.")
    response.headers.add("WWW-Authenticate", challenge)
    return response
  }
}
