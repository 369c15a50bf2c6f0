/// How far a DTLS connection is. It never goes back.
package enum DTLSState: Equatable, Sendable {
  case connecting
  case connected(DTLSKeys)
  case failed(DTLSError)
  /// By one of the two ends.
  case closed

  /// Nil unless connected.
  package var keys: DTLSKeys? {
    if case .connected(let keys) = self { keys } else { nil }
  }
}
