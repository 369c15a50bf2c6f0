/// Which way the media goes.
package enum SignallingKind: Sendable {
  /// The client sends (RFC 9725).
  case whip
  /// The client receives (draft-ietf-wish-whep).
  case whep
  /// What the client sends comes back: offers and answers as of WHEP.
  case echo

  /// What a server's end of it is called.
  var endpoint: String {
    switch self {
    case .whip: "WHIP endpoint"
    case .whep: "WHEP endpoint"
    case .echo: "echo"
    }
  }

  var protocolName: String { self == .whip ? "WHIP" : "WHEP" }
}
