import MediaCore

/// Candidates that come later, and a restart (RFC 9725, 4.3).
extension SignallingClient {
  /// Fragments that wait at most: more candidates than that nobody has.
  private static let mostFragments = 32

  /// Tells the server of more candidates. Where the server takes none, it does without.
  ///
  /// - Parameter fragment: of RFC 8840, with the credentials.
  package mutating func trickle(
    _ fragment: [UInt8], into outputs: inout SignallingClientOutputs
  ) {
    guard state != .over, state != .leaving, fragments.count < Self.mostFragments else { return }
    fragments.append(fragment)
    sendFragments(into: &outputs)
  }

  /// Asks for an ICE session in the place of this one. What waits of the old one is dropped.
  ///
  /// - Parameter fragment: with the new credentials.
  package mutating func restart(_ fragment: [UInt8], into outputs: inout SignallingClientOutputs) {
    guard state != .over, state != .leaving else { return }
    fragments = []
    restart = fragment
    sendFragments(into: &outputs)
  }

  mutating func sendFragments(into outputs: inout SignallingClientOutputs) {
    guard state == .established else { return }
    guard let resource else {
      fragments = []
      if restart != nil { outputs.events.append(.restartRefused) }
      restart = nil
      return
    }
    if let fragment = restart {
      restart = nil
      state = .restarting
      // Whatever ICE session there is, it is over (RFC 9725, 4.3.3).
      outputs.requests.append(patch(resource, "*", fragment))
    } else if !fragments.isEmpty {
      state = .trickling
      outputs.requests.append(patch(resource, tag, fragments.removeFirst()))
    }
  }

  private func patch(_ resource: WebURL, _ tag: String?, _ fragment: [UInt8]) -> WebRequest {
    var headers = [("Content-Type", SignallingEndpoint.fragmentType)]
    if let tag { headers.append(("If-Match", tag)) }
    return request(.patch, resource, headers, fragment)
  }

  mutating func patched(_ response: HTTPResponse, into outputs: inout SignallingClientOutputs) {
    let isRestart = state == .restarting
    switch response.status {
    case 200 where isRestart && !response.body.isEmpty:
      tag = response.headers["ETag"] ?? tag
      outputs.events.append(.restarted(fragment: response.body))
    case 404 where isRestart, 410:
      return finish(
        .failed(
          SignallingFailure(
            .ended, "the server has ended the session; start again", status: response.status)),
        into: &outputs)
    // RFC 9725, 4.3: the server takes no candidates.
    case 405, 501: fragments = []
    default: break
    }
    if isRestart, response.status != 200 || response.body.isEmpty {
      outputs.events.append(.restartRefused)
    }
    proceed(into: &outputs)
  }
}
