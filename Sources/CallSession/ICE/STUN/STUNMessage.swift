/// A Binding message of STUN (RFC 8489) with the attributes that ICE uses (RFC 8445, 7.1).
///
///      0                   1                   2                   3
///      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |0 0|      message type         |         message length        |
///     |                         magic cookie                          |
///     |                    transaction id (96 bits)                   |
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |       attribute's type        |        attribute's length     |
///     |       value, padded to a multiple of four bytes …             |
///
/// Of an attribute that comes twice the first counts; those that may be skipped are (SOFTWARE and
/// GOOG-NETWORK-INFO among them), and those that may not are listed.
package struct STUNMessage: Equatable, Sendable {
  package enum Kind: UInt8, Sendable {
    case request = 0
    case indication = 1
    case success = 2
    case error = 3
  }

  package var kind: Kind
  package var transactionID: STUNTransactionID
  /// At most 513 bytes.
  package var username: [UInt8]?
  package var priority: UInt32?
  /// USE-CANDIDATE.
  package var isNominating = false
  package var role: ICERoleClaim?
  /// XOR-MAPPED-ADDRESS; of servers that know only the older one, MAPPED-ADDRESS.
  package var mappedAddress: TransportAddress?
  package var error: STUNErrorCode?
  /// UNKNOWN-ATTRIBUTES: what the other side did not understand.
  package var unknownAttributes: [UInt16] = []

  /// Of a message that came: types which must be understood and are not, in order.
  package internal(set) var notUnderstood: [UInt16] = []
  /// Of a message that came: whether its checksum was there, and right.
  package internal(set) var hasFingerprint = false
  /// Of a message that came: where MESSAGE-INTEGRITY begins.
  var integrityOffset: Int?

  static let headerSize = 20
  static let cookie: UInt32 = 0x2112_A442
  static let fingerprintMask: UInt32 = 0x5354_554E
  /// What ICE sends has no more than some hundred bytes.
  package static let largest = 1_500
  static let mostAttributes = 64
  static let mostUnknown = 16
  /// Two names and a colon (RFC 8445, 7.2.2).
  static let longestUsername = 513

  package init(_ kind: Kind, _ transactionID: STUNTransactionID) {
    self.kind = kind
    self.transactionID = transactionID
  }

  /// Whether the message has a MESSAGE-INTEGRITY at all.
  package var isProtected: Bool { integrityOffset != nil }

  /// Whether who wrote the message knew the key. In constant time, as far as the code's bytes go.
  ///
  /// - Parameter bytes: those the message was parsed from.
  package func isAuthentic(_ bytes: [UInt8], key: STUNKey) -> Bool {
    guard let offset = integrityOffset, offset + 4 + SHA1.digestSize <= bytes.count else {
      return false
    }
    let code = key.code(of: bytes, integrityAt: offset)
    var difference: UInt8 = 0
    for index in 0..<SHA1.digestSize { difference |= code[index] ^ bytes[offset + 4 + index] }
    return difference == 0
  }
}
