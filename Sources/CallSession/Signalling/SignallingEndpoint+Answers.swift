import MediaCore

/// What the owner answers, and the headers that every answer has.
extension SignallingEndpoint {
  /// The owner accepts an offer.
  ///
  /// - Parameter answer: the session description. A session that was given up meanwhile has no use for
  ///   it.
  /// - Returns: whether the session is established; if not, the owner forgets it.
  package mutating func accept(
    _ name: SessionName, answer description: [UInt8], into outputs: inout SignallingOutputs
  ) -> Bool {
    guard let session = sessions[name], !session.isEstablished, let number = session.waiting else {
      return false
    }
    sessions[name]?.isEstablished = true
    done(name, number)
    var response = HTTPResponse(201, body: description)
    response.headers.add("Content-Type", Self.offerType)
    response.headers.add("Location", "\(settings.path)/\(name)")
    response.headers.add("ETag", session.tag.text)
    response.headers.add("Accept-Patch", Self.fragmentType)
    addLinks(to: &response, isKnown: true)
    answer(number, response, into: &outputs)
    return true
  }

  /// The owner does not accept an offer.
  package mutating func refuse(
    _ name: SessionName, _ reason: SignallingRefusal, into outputs: inout SignallingOutputs
  ) {
    guard let session = sessions[name], !session.isEstablished, let number = session.waiting else {
      return
    }
    remove(name)
    answer(number, refusal(reason), into: &outputs)
  }

  /// The owner has restarted ICE.
  ///
  /// - Parameter fragment: its new credentials and candidates.
  package mutating func acceptRestart(
    _ name: SessionName, fragment: [UInt8], into outputs: inout SignallingOutputs
  ) {
    guard let session = sessions[name], session.isEstablished, let number = session.waiting else {
      return
    }
    done(name, number)
    sessions[name]?.tag = session.tag.next
    sessions[name]?.credentials = session.restarting
    var response = HTTPResponse(200, body: fragment)
    response.headers.add("Content-Type", Self.fragmentType)
    response.headers.add("ETag", session.tag.next.text)
    answer(number, response, into: &outputs)
  }

  /// The owner does not restart ICE; the session goes on as it was.
  package mutating func refuseRestart(_ name: SessionName, into outputs: inout SignallingOutputs) {
    guard let session = sessions[name], session.isEstablished, let number = session.waiting else {
      return
    }
    done(name, number)
    answer(
      number, HTTPResponse(problem: 422, "The ICE session cannot be restarted."), into: &outputs)
  }

  private mutating func done(_ name: SessionName, _ number: UInt64) {
    sessions[name]?.waiting = nil
    sessions[name]?.restarting = nil
    waiting.removeAll { $0.number == number }
  }

  func refusal(_ reason: SignallingRefusal) -> HTTPResponse {
    var response = reason.problem
    if reason.isPassing { response.headers.add("Retry-After", String(settings.retryAfter)) }
    return response
  }

  /// RFC 9725, 4.5: a browser asks before it sends (Fetch, 4.8).
  ///
  /// - Parameter isKnown: whether the request bears the token, if there is one.
  func options(ofEndpoint isEndpoint: Bool, isKnown: Bool) -> HTTPResponse {
    var response = HTTPResponse(204)
    let methods = Self.methods(ofEndpoint: isEndpoint)
    response.headers.add("Allow", methods)
    response.headers.add("Access-Control-Allow-Methods", methods)
    response.headers.add("Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match")
    response.headers.add("Access-Control-Max-Age", "86400")
    if isEndpoint {
      response.headers.add("Accept-Post", Self.offerType)
      addLinks(to: &response, isKnown: isKnown)
    } else {
      response.headers.add("Accept-Patch", Self.fragmentType)
    }
    return response
  }

  static func methods(ofEndpoint isEndpoint: Bool) -> String {
    isEndpoint ? "OPTIONS, POST" : "DELETE, OPTIONS, PATCH"
  }

  func answer(
    _ number: UInt64, _ response: HTTPResponse, into outputs: inout SignallingOutputs
  ) {
    var response = response
    response.headers.add("Access-Control-Allow-Origin", "*")
    response.headers.add("Access-Control-Expose-Headers", "Location, ETag, Link")
    outputs.answers.append(SignallingOutputs.Answer(number: number, response: response))
  }

  /// A TURN server's password is for who may use the endpoint: OPTIONS needs no token, and does not tell
  /// it without.
  private func addLinks(to response: inout HTTPResponse, isKnown: Bool) {
    for server in settings.iceServers where isKnown || server.credential == nil {
      response.headers.add("Link", server.link)
    }
  }
}
