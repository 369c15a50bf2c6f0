/// The ICE user name and password that a session description or a fragment of one names first
/// (RFC 8839, 5.4): by these a restart is told from more candidates.
struct SignalledCredentials: Equatable, Sendable {
  let username: String
  let password: String

  /// - Parameter text: lines that end in any way; nil when one of the two is not there.
  init?(in text: [UInt8]) {
    guard let username = Self.value(of: "a=ice-ufrag:", in: text),
      let password = Self.value(of: "a=ice-pwd:", in: text)
    else { return nil }
    self.username = username
    self.password = password
  }

  /// RFC 8839 allows 256 letters of each.
  private static let longest = 256

  private static func value(of attribute: String, in text: [UInt8]) -> String? {
    let prefix = Array(attribute.utf8)
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    where line.starts(with: prefix) {
      let value = line.dropFirst(prefix.count)
      guard !value.isEmpty, value.count <= longest else { return nil }
      return String(decoding: value, as: UTF8.self)
    }
    return nil
  }
}
