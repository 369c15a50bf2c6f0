/// A word that who may use an endpoint knows (RFC 6750).
package struct BearerToken: Sendable {
  private let bytes: [UInt8]

  /// - Parameter text: of the letters of RFC 6750, 2.1; nil when there are others, or none.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy(Self.isAllowed) else { return nil }
    bytes = Array(text.utf8)
  }

  /// As it stands in Authorization.
  var authorization: String { "Bearer " + String(decoding: bytes, as: UTF8.self) }

  enum Presented: Equatable {
    case right
    case wrong
    case missing
  }

  /// What a request presents. How long that takes says nothing about the token except its length.
  func check(_ headers: HTTPHeaders) -> Presented {
    guard let field = headers["Authorization"] else { return .missing }
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, HTTPHeaders.areSame(String(parts[0]), "Bearer") else { return .missing }
    let given = Array(HTTPHeaders.trimmed(parts[1]).utf8)
    guard given.count == bytes.count else { return .wrong }
    var difference: UInt8 = 0
    for index in bytes.indices { difference |= given[index] ^ bytes[index] }
    return difference == 0 ? .right : .wrong
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~+/=".utf8.contains(byte)
    }
  }
}
