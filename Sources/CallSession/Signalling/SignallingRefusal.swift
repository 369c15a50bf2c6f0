/// Why the owner of the media does not accept an offer.
package enum SignallingRefusal: CaseIterable, Sendable {
  /// It is no session description.
  case malformed
  /// It is one, and nothing of it can be had: no common codec, the wrong direction.
  case notAcceptable
  /// The peer would send or take it, and has neither VP8 nor Opus where they are needed.
  case otherCodecs
  /// It lacks what a call needs, such as a fingerprint.
  case unprocessable
  /// There is nothing to be seen yet, or somebody publishes already.
  case notReady
  case full
  case failed

  var problem: HTTPResponse {
    switch self {
    case .malformed: HTTPResponse(problem: 400, "The offer is no session description.")
    case .notAcceptable: HTTPResponse(problem: 406, "Nothing in the offer can be used here.")
    case .otherCodecs:
      HTTPResponse(problem: 406, "Only VP8 and Opus can be used here, H.264 and others cannot.")
    case .unprocessable: HTTPResponse(problem: 422, "The offer lacks what a call needs.")
    case .notReady: HTTPResponse(problem: 409, "Not now. Try again.")
    case .full: HTTPResponse(problem: 503, "No place is free. Try again.")
    case .failed: HTTPResponse(problem: 500, "The offer could not be answered.")
    }
  }

  /// Whether the same offer may be accepted later.
  var isPassing: Bool { self == .notReady || self == .full }
}
