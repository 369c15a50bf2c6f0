package import MediaCore

/// What an endpoint answers to, and its limits.
package struct SignallingSettings: Sendable {
  /// Of the endpoint; its sessions are below it. It begins with a slash and does not end with one.
  package var path: String
  /// Nil: everybody may.
  package var token: BearerToken?
  /// What clients are told of.
  package var iceServers: [ICEServer] = []
  /// Sessions at once; one more is told to come back.
  package var mostSessions = 1_000
  /// Bytes of an offer; browsers write 5 to 10 kB.
  package var largestOffer = 65_536
  /// Bytes of a fragment with candidates.
  package var largestFragment = 16_384
  /// After so long without an answer by the owner, a client is told to come back.
  package var patience = MediaTime(milliseconds: 10_000)
  /// When to come back, in whole seconds.
  package var retryAfter = 5

  package init(path: String, token: BearerToken? = nil) {
    precondition(path.hasPrefix("/") && !path.hasSuffix("/"), "a path such as /whep")
    self.path = path
    self.token = token
  }
}
