/// Who decides which pair of addresses is used (RFC 8445, 6.1.1).
package enum ICERole: Sendable {
  case controlling
  case controlled

  package var opposite: ICERole { self == .controlling ? .controlled : .controlling }
}

/// What a check says of its sender's role.
package struct ICERoleClaim: Equatable, Sendable {
  package var role: ICERole
  /// Decides when both claim the same.
  package var tieBreaker: UInt64

  package init(role: ICERole, tieBreaker: UInt64) {
    self.role = role
    self.tieBreaker = tieBreaker
  }
}
