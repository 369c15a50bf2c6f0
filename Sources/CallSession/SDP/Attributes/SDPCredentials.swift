/// Name and password of a peer's connectivity checks (RFC 8839, 5.4).
package struct SDPCredentials: Hashable, Sendable {
  /// 4…256 characters.
  package var fragment: String
  /// 22…256 characters.
  package var password: String

  package init(fragment: String, password: String) {
    self.fragment = fragment
    self.password = password
  }

  /// Nil unless both are as long as they have to be, and of letters, digits, `+` and `/`. Some peers add
  /// `-` and `_`, or the `=` of base64.
  init?(_ fragment: Substring?, _ password: Substring?) {
    guard let fragment = fragment?.trimmed, let password = password?.trimmed,
      (4...256).contains(fragment.utf8.count), (22...256).contains(password.utf8.count),
      fragment.utf8.allSatisfy(Self.isAllowed), password.utf8.allSatisfy(Self.isAllowed)
    else { return nil }
    self.init(fragment: String(fragment), password: String(password))
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}

extension SessionDescription {
  /// Of a section, or else of the session.
  package func credentials(of section: MediaSection) -> SDPCredentials? {
    SDPCredentials(attribute("ice-ufrag", of: section), attribute("ice-pwd", of: section))
  }
}
