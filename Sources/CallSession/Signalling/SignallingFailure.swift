/// Why a client of WHIP or WHEP has no session: one line that names the remedy.
package struct SignallingFailure: Error, Equatable, Sendable {
  package enum Code: Equatable, Sendable {
    /// The server wants a token, or another one.
    case token
    /// There is no such endpoint.
    case address
    /// Nothing of the offer can be used.
    case offer
    /// The server has no place, or nothing to show, also after some time.
    case busy
    /// It is no server of this kind, or it is broken.
    case server
    /// No answer came.
    case network
    /// The session that was there is gone.
    case ended
  }

  package let code: Code
  /// Of the answer; nil when there was none.
  package let status: Int?
  package let message: String

  init(_ code: Code, _ message: String, status: Int? = nil) {
    self.code = code
    self.message = message
    self.status = status
  }

  /// What an answer to an offer means that is none of success.
  static func of(_ status: Int, hasToken: Bool, _ kind: SignallingKind) -> SignallingFailure {
    let name = kind.protocolName
    let (code, message): (Code, String) =
      switch status {
      case 401 where hasToken, 403:
        (.token, "the server does not accept the token; ask for a new one")
      case 401: (.token, "the server wants a token; give it with --token")
      case 404, 410: (.address, "the server has no \(kind.endpoint) there; check the address")
      case 405:
        (
          .address,
          "the address is not that of \(kind == .echo ? "an" : "a") \(kind.endpoint); check it"
        )
      case 406, 422:
        (.offer, "the server can use nothing of what is offered; it may want other codecs")
      case 400, 415:
        (.offer, "the server does not understand the offer; check that it speaks \(name)")
      case 413: (.offer, "the offer is too large for the server")
      case 409 where kind == .whep: (.busy, "nothing is published there yet; try again later")
      case 409: (.busy, "somebody publishes there already; try again later")
      case 429, 503: (.busy, "the server has no place now; try again later")
      case 500...599: (.server, "the server failed with status \(status); try again later")
      default: (.server, "the server answered with status \(status); check that it speaks \(name)")
      }
    return SignallingFailure(code, message, status: status)
  }
}
