/// Offers and answers of one session with one peer, from its first to its last (RFC 3264, 8843, 9429).
///
/// The caller says what it wants (`wishes`) and how it is reached (`transport`), and changes both
/// between negotiations: a wish that is new gets a section, one that is gone stops its own. Who offers
/// when both want to is the caller's matter; `rollBack` takes an offer back. A call that throws changes
/// nothing.
///
/// All sections share one transport: those that a peer leaves out of the bundle are refused.
package struct SessionNegotiation: Sendable {
  /// Below 2^63 (RFC 9429, 5.2.1).
  package let sessionID: UInt64
  /// In the order in which they take the sections of an offer. Their ids differ.
  package var wishes: [MediaWish]
  /// New credentials, before an offer or an answer, start connectivity anew (RFC 8445, 9).
  package var transport: LocalTransport
  /// What was agreed on last.
  package private(set) var current: NegotiatedSession?

  var slots: [MediaSlot] = []
  var numbers = BundleNumbers()
  var version: UInt64 = 0
  /// Wishes that the peer refused: they are not offered again.
  var refused: Set<Int> = []
  var pending: PendingOffer?

  /// - Parameter sessionID: a random number.
  package init(sessionID: UInt64, wishes: [MediaWish], transport: LocalTransport) {
    self.sessionID = sessionID & UInt64(Int64.max)
    self.wishes = wishes
    self.transport = transport
  }

  /// Whether an offer of ours waits for its answer.
  package var isPending: Bool { pending != nil }

  /// Takes our offer back: nothing of it holds.
  package mutating func rollBack() {
    if let pending { numbers = pending.numbers }
    pending = nil
  }

  /// The wish that a section of the next offer already has: a peer that begins to send in a section in
  /// which it only received is received if that wish says so.
  package func wish(at index: Int) -> Int? {
    index < slots.count && !slots[index].isStopped ? slots[index].wish : nil
  }

  /// Whether an offer starts connectivity anew: then `transport` needs new credentials before it is
  /// answered (RFC 8839, 4.4.1.1.1).
  package func isRestart(_ offer: SessionDescription) -> Bool {
    guard let current else { return false }
    let bundles = offer.bundles
    var isRestart = false
    for section in offer.sections where !bundles.isStopped(section) {
      guard let credentials = offer.credentials(of: section) else { continue }
      // Sections that are not in use may say something else.
      if credentials == current.transport.credentials { return false }
      isRestart = true
    }
    return isRestart
  }

  mutating func conclude(_ session: NegotiatedSession, slots: [MediaSlot]) {
    current = session
    self.slots = slots
    pending = nil
  }

  /// What the peer says of its end; of a session without sections in use what it said before. Whoever
  /// began the handshake stays who did, as long as the certificates stay (RFC 8842, 5.5).
  func remoteTransport(
    in description: SessionDescription, _ indices: [Int], role: (SetupRole?) -> SetupRole?
  ) throws(NegotiationError) -> NegotiatedTransport {
    if indices.isEmpty, let current { return current.transport }
    var remote = try description.transport(of: indices, role: role)
    if let current, current.transport.fingerprints == remote.fingerprints {
      remote.role = current.transport.role
    }
    return remote
  }

  /// The lines before the first section.
  func header(bundle: [String], allowsMixedExtensions: Bool) -> [SDPLine] {
    var lines = [
      SDPLine("v=0"), SDPLine("o=- \(sessionID) \(version) IN IP4 127.0.0.1"), SDPLine("s=-"),
      SDPLine("t=0 0"),
    ]
    if !bundle.isEmpty {
      lines.append(.attribute("group", "\(MediaGroup.bundle) \(bundle.joined(separator: " "))"))
    }
    if allowsMixedExtensions { lines.append(.attribute("extmap-allow-mixed")) }
    if transport.isLite { lines.append(.attribute("ice-lite")) }
    lines.append(.attribute("msid-semantic", " WMS *"))
    return lines
  }
}
