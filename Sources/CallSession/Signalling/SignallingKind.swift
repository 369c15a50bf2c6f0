/// Which way the media goes.
package enum SignallingKind: Sendable {
  /// The client sends (RFC 9725).
  case whip
  /// The client receives (draft-ietf-wish-whep).
  case whep
}
