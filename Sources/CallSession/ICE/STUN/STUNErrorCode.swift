/// Why a request was refused (RFC 8489, 14.8).
package struct STUNErrorCode: Hashable, Sendable {
  /// 300 to 699.
  package let rawValue: UInt16

  /// Nil for a number that is none.
  package init?(rawValue: UInt16) {
    guard (300...699).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  private init(_ rawValue: UInt16) { self.rawValue = rawValue }

  package static let badRequest = STUNErrorCode(400)
  package static let unauthenticated = STUNErrorCode(401)
  package static let unknownAttribute = STUNErrorCode(420)
  /// RFC 8445, 7.3.1.1.
  package static let roleConflict = STUNErrorCode(487)

  /// For people who read what goes over the wire.
  var reason: String {
    switch self {
    case .badRequest: "Bad Request"
    case .unauthenticated: "Unauthenticated"
    case .unknownAttribute: "Unknown Attribute"
    case .roleConflict: "Role Conflict"
    default: ""
    }
  }
}
