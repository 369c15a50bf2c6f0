/// The name and the password of one side in one generation of ICE (RFC 8445, 5.3).
package struct ICECredentials: Hashable, Sendable {
  /// `ice-ufrag`: 4 to 256 characters.
  package let fragment: String
  /// `ice-pwd`: 22 to 256 characters.
  package let password: String

  /// Nil when they are not what a session description may hold: of another length, or of other characters
  /// than letters, digits, `+` and `/`. Some peers add `-` and `_`, or the `=` of base64.
  package init?(fragment: String, password: String) {
    guard Self.isValid(fragment, from: 4), Self.isValid(password, from: 22) else { return nil }
    self.fragment = fragment
    self.password = password
  }

  /// 48 bits of chance in the name, so that a server's many peers differ; 144 in the password.
  package init(using random: inout some RandomNumberGenerator) {
    fragment = Self.text(8, &random)
    password = Self.text(24, &random)
  }

  private static let characters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// What others have been seen to use, too.
  private static let added = Array("-_=".utf8)

  private static func text(_ count: Int, _ random: inout some RandomNumberGenerator) -> String {
    var text: [UInt8] = []
    for _ in 0..<count { text.append(characters[Int(truncatingIfNeeded: random.next() >> 58)]) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isValid(_ text: String, from shortest: Int) -> Bool {
    (shortest...256).contains(text.utf8.count)
      && text.utf8.allSatisfy { characters.contains($0) || added.contains($0) }
  }
}

/// Credentials of ours with what is computed of them.
struct ICEIdentity: Sendable {
  let credentials: ICECredentials
  let key: STUNKey
  private let fragment: [UInt8]

  init(_ credentials: ICECredentials) {
    self.credentials = credentials
    key = STUNKey(credentials.password)
    fragment = Array(credentials.fragment.utf8)
  }

  /// Whether a check with this name is for us: ours stands in front of the colon (RFC 8445, 7.3).
  func isMeant(by username: [UInt8]) -> Bool {
    username.count > fragment.count && username[fragment.count] == UInt8(ascii: ":")
      && username.starts(with: fragment)
  }
}
