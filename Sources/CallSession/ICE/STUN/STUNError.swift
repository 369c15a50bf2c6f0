/// Why a datagram is no STUN message of ours.
package enum STUNError: Error, Equatable, Sendable {
  /// Shorter than a header, than its length says, or than an attribute says.
  case truncated
  /// Longer than its length says, or than any message of ours.
  case oversized
  /// The first bits or the cookie are those of something else (RFC 8489, 5).
  case notSTUN
  /// A method other than Binding.
  case method(UInt16)
  /// More attributes than any message of ours has.
  case tooManyAttributes
  /// An attribute we know has a value that it cannot have.
  case attribute(UInt16)
  /// The checksum is wrong, or something follows it.
  case fingerprint
}
