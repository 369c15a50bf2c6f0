/// The types of attributes that have a meaning here (RFC 8489, 18.3; RFC 8445, 16.1).
enum STUNAttribute {
  static let mappedAddress: UInt16 = 0x0001
  static let username: UInt16 = 0x0006
  static let messageIntegrity: UInt16 = 0x0008
  static let errorCode: UInt16 = 0x0009
  static let unknownAttributes: UInt16 = 0x000A
  static let realm: UInt16 = 0x0014
  static let nonce: UInt16 = 0x0015
  static let messageIntegritySHA256: UInt16 = 0x001C
  static let xorMappedAddress: UInt16 = 0x0020
  static let priority: UInt16 = 0x0024
  static let useCandidate: UInt16 = 0x0025
  static let fingerprint: UInt16 = 0x8028
  static let iceControlled: UInt16 = 0x8029
  static let iceControlling: UInt16 = 0x802A

  /// Whether who does not know the type must not go on (RFC 8489, 14).
  static func mustBeUnderstood(_ type: UInt16) -> Bool { type < 0x8000 }
}
