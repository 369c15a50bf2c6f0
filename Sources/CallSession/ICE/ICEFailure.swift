/// Why no way to the other side was found, in words a person can act on.
package enum ICEFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// A server waited, and nobody came with the right password.
  case neverReached(refused: Int)
  /// There was nothing to try: no address of ours, or none of theirs of the same kind.
  case noPairs(local: Int, remote: Int)
  /// So many pairs of addresses were tried and none answered.
  case noAnswer(pairs: Int)
  /// The other side is there and does not take our password, or we not theirs.
  case wrongPassword
  /// The other side answered, and never said which way it wants.
  case noDecision

  package var description: String {
    switch self {
    case .neverReached(refused: 0):
      "the other side never reached this port: is UDP to it let through, and is the address in the answer the one that is seen from outside?"
    case .neverReached(let refused):
      "\(refused) checks came and none had the right password: the session description the other side uses is not the last one"
    case .noPairs(local: 0, _):
      "this machine has no address to call from: is a network connected?"
    case .noPairs(_, remote: 0):
      "the other side named no address in digits and sent nothing: does its network block UDP?"
    case .noPairs:
      "the other side has no address of a kind that this machine has (IPv4 or IPv6)"
    case .noAnswer(let pairs):
      "none of \(pairs) ways to the other side answered: a firewall or a network between that blocks UDP"
    case .noDecision:
      "the other side answered and never chose a way: it is no complete implementation of ICE"
    case .wrongPassword:
      "the other side is there and refuses the password: one of the session descriptions is an old one"
    }
  }
}
