package import MediaCore

/// The client's side of WHIP (RFC 9725) and WHEP (draft-ietf-wish-whep): an offer in, requests out,
/// answers in, and at the end the server is told.
///
/// There is one request at a time; what comes meanwhile waits for its answer.
package struct SignallingClient: Sendable {
  enum State: Equatable {
    case idle
    /// The offer is on its way.
    case offering(redirects: Int)
    /// It is sent again at that time.
    case waiting(until: MediaTime)
    /// There is a session, and no request is on its way.
    case established
    case trickling
    case restarting
    case leaving
    case over
  }

  /// How often an offer is sent on to another address (RFC 9725, 4.7).
  private static let mostRedirects = 5
  /// How often a server that is full is asked again.
  private static let mostAttempts = 10
  /// What a server may ask to wait, in seconds.
  private static let waits: ClosedRange<Int64> = 1...60

  package let kind: SignallingKind
  let endpoint: WebURL
  let token: BearerToken?
  var state = State.idle
  private var offer: [UInt8] = []
  private var attempts = 0
  /// Where the offer goes: redirects change it.
  private var target: WebURL
  /// Of the session, once there is one.
  var resource: WebURL?
  var tag: String?
  /// Fragments that wait for the answer to a request.
  var fragments: [[UInt8]] = []
  var restart: [UInt8]?
  private var isClosing = false
  private var failure: SignallingFailure?

  /// - Parameter token: goes to the endpoint's own origin only.
  package init(_ kind: SignallingKind, endpoint: WebURL, token: BearerToken? = nil) {
    self.kind = kind
    self.endpoint = endpoint
    self.token = token
    target = endpoint
  }

  /// When `wake` wants to be called; nil when nothing is put off.
  package var deadline: MediaTime? {
    if case .waiting(let time) = state { time } else { nil }
  }

  /// Sends the offer; once.
  package mutating func start(offer: [UInt8], into outputs: inout SignallingClientOutputs) {
    precondition(state == .idle, "one offer a client")
    self.offer = offer
    send(redirects: 0, into: &outputs)
  }

  package mutating func wake(at now: MediaTime, into outputs: inout SignallingClientOutputs) {
    guard case .waiting(let time) = state, time <= now else { return }
    target = endpoint
    send(redirects: 0, into: &outputs)
  }

  /// Ends the session and tells the server, as soon as it can be told.
  package mutating func close(into outputs: inout SignallingClientOutputs) {
    isClosing = true
    switch state {
    case .idle, .waiting: finish(.closed, into: &outputs)
    case .established: leave(into: &outputs)
    case .offering, .trickling, .restarting, .leaving, .over: break
    }
  }

  /// The answer to the request that is on its way.
  package mutating func receive(
    _ response: HTTPResponse, at now: MediaTime, into outputs: inout SignallingClientOutputs
  ) {
    switch state {
    case .offering(let redirects): answered(response, redirects, at: now, into: &outputs)
    case .trickling, .restarting: patched(response, into: &outputs)
    case .leaving: left(into: &outputs)
    case .idle, .waiting, .established, .over: break
    }
  }

  /// There is no answer to the request that is on its way.
  ///
  /// - Parameter message: one line with the remedy.
  package mutating func receive(
    noAnswer message: String, into outputs: inout SignallingClientOutputs
  ) {
    switch state {
    case .idle, .waiting, .established, .over: break
    case .offering:
      finish(
        isClosing ? .closed : .failed(SignallingFailure(.network, message)), into: &outputs)
    // The media may flow all the same: ICE says whether it does.
    case .trickling: proceed(into: &outputs)
    case .restarting:
      outputs.events.append(.restartRefused)
      proceed(into: &outputs)
    case .leaving: left(into: &outputs)
    }
  }

  private mutating func send(redirects: Int, into outputs: inout SignallingClientOutputs) {
    state = .offering(redirects: redirects)
    outputs.requests.append(
      request(
        .post, target,
        [("Content-Type", SignallingEndpoint.offerType), ("Accept", SignallingEndpoint.offerType)],
        offer))
  }

  private mutating func answered(
    _ response: HTTPResponse, _ redirects: Int, at now: MediaTime,
    into outputs: inout SignallingClientOutputs
  ) {
    switch response.status {
    case 201: established(response, into: &outputs)
    case 307, 308: follow(response, redirects, into: &outputs)
    case 409 where kind == .whep, 429, 503:
      attempts += 1
      guard !isClosing, attempts < Self.mostAttempts else { fallthrough }
      let seconds = min(
        max(response.headers.retryAfter ?? 5, Self.waits.lowerBound), Self.waits.upperBound)
      state = .waiting(until: now + MediaTime(milliseconds: seconds * 1_000))
    default:
      let failure = SignallingFailure.of(response.status, hasToken: token != nil, kind)
      finish(isClosing ? .closed : .failed(failure), into: &outputs)
    }
  }

  private mutating func follow(
    _ response: HTTPResponse, _ redirects: Int, into outputs: inout SignallingClientOutputs
  ) {
    guard !isClosing else { return finish(.closed, into: &outputs) }
    guard let next = response.headers["Location"].flatMap({ target.resolving($0) }),
      // What began with TLS goes on with it.
      next.isSecure || !target.isSecure
    else {
      return finish(
        .failed(
          SignallingFailure(
            .server, "the server sends the offer on to no usable address; check the address",
            status: response.status)), into: &outputs)
    }
    guard redirects < Self.mostRedirects else {
      return finish(
        .failed(
          SignallingFailure(
            .server, "the server sends the offer on and on; check the address",
            status: response.status)), into: &outputs)
    }
    target = next
    send(redirects: redirects + 1, into: &outputs)
  }

  private mutating func established(
    _ response: HTTPResponse, into outputs: inout SignallingClientOutputs
  ) {
    // Where the session is not known it cannot be changed or ended, and still it can be watched.
    resource = response.headers["Location"].flatMap { target.resolving($0) }
    if let found = resource, target.isSecure, !found.isSecure { resource = nil }
    tag = response.headers["ETag"]
    guard response.headers.mediaType == SignallingEndpoint.offerType, !response.body.isEmpty else {
      let failure = SignallingFailure(
        .server, "the server answered without a session description; check the address", status: 201
      )
      // Told when the session there is ended.
      self.failure = failure
      return leave(into: &outputs)
    }
    if !isClosing {
      outputs.events.append(
        .answered(response.body, iceServers: ICEServer.servers(of: response.headers)))
    }
    proceed(into: &outputs)
  }

  /// Does what has waited for the last answer.
  mutating func proceed(into outputs: inout SignallingClientOutputs) {
    state = .established
    if isClosing {
      leave(into: &outputs)
    } else {
      sendFragments(into: &outputs)
    }
  }

  private mutating func leave(into outputs: inout SignallingClientOutputs) {
    guard let resource else { return left(into: &outputs) }
    state = .leaving
    outputs.requests.append(request(.delete, resource, [], []))
  }

  private mutating func left(into outputs: inout SignallingClientOutputs) {
    finish(failure.map { .failed($0) } ?? .closed, into: &outputs)
  }

  mutating func finish(
    _ event: SignallingClientOutputs.Event, into outputs: inout SignallingClientOutputs
  ) {
    state = .over
    fragments = []
    restart = nil
    outputs.events.append(event)
  }

  func request(
    _ method: HTTPMethod, _ url: WebURL, _ headers: [(String, String)], _ body: [UInt8]
  ) -> WebRequest {
    var request = WebRequest(method, url, headers: HTTPHeaders(headers), body: body)
    // Another origin would have the token for itself.
    if let token, url.isSameOrigin(endpoint) {
      request.headers.add("Authorization", token.authorization)
    }
    return request
  }
}
