/// An address of the web: http or https (RFC 3986, as far as signalling needs it).
package struct WebURL: Equatable, Sendable, CustomStringConvertible {
  package let isSecure: Bool
  /// A name, or an address; of IPv6 in brackets. In small letters.
  package let host: String
  package let port: UInt16
  /// With its query; it begins with a slash.
  package let path: String

  /// Longer ones are nobody's.
  private static let longest = 2_048

  /// - Parameter text: absolute, without a user's name. A fragment is left out. Nil when it is anything
  ///   else.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      let mark = Self.range(of: "://", in: text)
    else { return nil }
    switch text[..<mark.lowerBound].lowercased() {
    case "http": isSecure = false
    case "https": isSecure = true
    default: return nil
    }
    let rest = text[mark.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard let (host, port) = Self.split(authority) else { return nil }
    self.host = host
    self.port = port ?? (isSecure ? 443 : 80)
    let tail = String(rest.dropFirst(authority.count))
    path = tail.hasPrefix("/") ? tail : "/" + tail
    guard description.utf8.count <= Self.longest else { return nil }
  }

  /// Nil when it would be longer than any.
  private init?(_ origin: WebURL, path: String) {
    isSecure = origin.isSecure
    host = origin.host
    port = origin.port
    self.path = path
    guard description.utf8.count <= Self.longest else { return nil }
  }

  /// What a reference means that was found here, such as /whip/3f or https://other.example/ (RFC 3986,
  /// 5.2); nil when it means nothing of the web.
  package func resolving(_ reference: String) -> WebURL? {
    let text = String(reference.prefix { $0 != "#" })
    if text.isEmpty { return self }
    guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return nil
    }
    if text.hasPrefix("//") { return WebURL((isSecure ? "https:" : "http:") + text) }
    // A colon before the first slash ends a scheme.
    let first = text.prefix { $0 != "/" && $0 != "?" }
    if first.contains(":") { return WebURL(text) }
    if text.hasPrefix("/") { return WebURL(self, path: Self.withoutDots(text)) }
    let own = path.prefix { $0 != "?" }
    if text.hasPrefix("?") { return WebURL(self, path: own + text) }
    let folder = own[...(own.lastIndex(of: "/") ?? own.startIndex)]
    return WebURL(self, path: Self.withoutDots(folder + text))
  }

  /// Whether a secret for one may be told to the other.
  package func isSameOrigin(_ other: WebURL) -> Bool {
    isSecure == other.isSecure && host == other.host && port == other.port
  }

  package var description: String {
    let isUsual = port == (isSecure ? 443 : 80)
    return (isSecure ? "https://" : "http://") + host + (isUsual ? "" : ":\(port)") + path
  }

  private static func range(of mark: String, in text: String) -> Range<String.Index>? {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix(mark) else { return nil }
    return colon..<text.index(colon, offsetBy: mark.count)
  }

  private static func split(_ authority: Substring) -> (String, UInt16?)? {
    guard !authority.contains("@") else { return nil }
    let end: Substring.Index
    if authority.hasPrefix("[") {
      guard let bracket = authority.firstIndex(of: "]") else { return nil }
      end = authority.index(after: bracket)
    } else {
      end = authority.firstIndex(of: ":") ?? authority.endIndex
    }
    let host = authority[..<end].lowercased()
    guard !host.isEmpty, host.utf8.allSatisfy(isHost) else { return nil }
    let rest = authority[end...]
    if rest.isEmpty || rest == ":" { return (host, nil) }
    guard rest.hasPrefix(":"), rest.dropFirst().utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      let port = UInt16(rest.dropFirst()), port > 0
    else { return nil }
    return (host, port)
  }

  private static func isHost(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte >= 0x61 && byte <= 0x7A || "-._~[]:%".utf8.contains(byte)
  }

  /// RFC 3986, 5.2.4.
  private static func withoutDots(_ text: String) -> String {
    let path = text.prefix { $0 != "?" }
    var parts: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for part in all {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    if let last = all.last, last == "." || last == ".." { parts.append("") }
    return "/" + parts.joined(separator: "/") + text.dropFirst(path.count)
  }
}
