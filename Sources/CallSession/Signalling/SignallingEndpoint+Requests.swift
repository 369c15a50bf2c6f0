import MediaCore

/// What a session is made and changed by.
extension SignallingEndpoint {
  static let offerType = "application/sdp"
  static let fragmentType = "application/trickle-ice-sdpfrag"

  /// RFC 9725, 4.2.
  mutating func offer(
    _ request: HTTPRequest, _ number: UInt64, at now: MediaTime,
    using random: inout some RandomNumberGenerator, into outputs: inout SignallingOutputs
  ) {
    if let problem = unfit(
      request, type: Self.offerType, named: "Accept-Post", limit: settings.largestOffer)
    {
      return answer(number, problem, into: &outputs)
    }
    guard sessions.count < settings.mostSessions else {
      return answer(number, refusal(.full), into: &outputs)
    }
    var name = SessionName(using: &random)
    // Never with a real generator.
    while sessions[name] != nil { name = SessionName(using: &random) }
    sessions[name] = Session(
      credentials: SignalledCredentials(in: request.body), waiting: number)
    waiting.append(Waiting(number: number, name: name, deadline: now + settings.patience))
    outputs.events.append(.offered(name, offer: request.body))
  }

  /// RFC 9725, 4.3.2 and 4.3.3. Whatever is wrong, the session goes on.
  mutating func patch(
    _ request: HTTPRequest, _ name: SessionName, _ number: UInt64, at now: MediaTime,
    into outputs: inout SignallingOutputs
  ) {
    guard let session = sessions[name] else { return }
    if let problem = unfit(
      request, type: Self.fragmentType, named: "Accept-Patch", limit: settings.largestFragment)
    {
      return answer(number, problem, into: &outputs)
    }
    let demand = EntityTag.demand(of: request.headers)
    if demand == .none {
      return answer(number, HTTPResponse(problem: 428, "If-Match is needed."), into: &outputs)
    }
    guard session.tag.satisfies(demand) else {
      return answer(
        number, HTTPResponse(problem: 412, "The ICE session is another one now."), into: &outputs)
    }
    guard session.waiting == nil else {
      var response = HTTPResponse(problem: 409, "The ICE session is restarting. Try again.")
      response.headers.add("Retry-After", "1")
      return answer(number, response, into: &outputs)
    }
    let credentials = SignalledCredentials(in: request.body)
    if let credentials, credentials != session.credentials {
      sessions[name]?.waiting = number
      sessions[name]?.restarting = credentials
      waiting.append(Waiting(number: number, name: name, deadline: now + settings.patience))
      outputs.events.append(.restarting(name, fragment: request.body))
    } else {
      answer(number, HTTPResponse(204), into: &outputs)
      outputs.events.append(.candidates(name, fragment: request.body))
    }
  }

  private func unfit(
    _ request: HTTPRequest, type: String, named accept: String, limit: Int
  ) -> HTTPResponse? {
    if request.headers.mediaType != type {
      var response = HTTPResponse(problem: 415, "The content has another type than is accepted.")
      response.headers.add(accept, type)
      return response
    }
    if request.body.count > limit { return HTTPResponse(problem: 413, "The content is too large.") }
    return request.body.isEmpty ? HTTPResponse(problem: 400, "There is no content.") : nil
  }
}
