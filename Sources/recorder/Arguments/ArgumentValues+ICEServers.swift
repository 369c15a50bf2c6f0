import CallSession

extension ArgumentValues {
  /// STUN and TURN servers with commas between them (RFC 7064, 7065). Who may use a TURN server comes before
  /// its host, as in `turn:USER:PASSWORD@HOST:PORT?transport=tcp`; the last colon ends the user's name.
  static func iceServers(_ text: String) -> [ICEServer]? {
    var servers: [ICEServer] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let server = iceServer(part), servers.count < mostServers else { return nil }
      servers.append(server)
    }
    return servers
  }

  /// As many as our own client takes.
  private static let mostServers = 16

  private static func iceServer(_ text: Substring) -> ICEServer? {
    guard let colon = text.firstIndex(of: ":"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"<>\"\\".utf8.contains($0) })
    else { return nil }
    let scheme = text[..<colon]
    let rest = text[text.index(after: colon)...]
    switch scheme {
    case "stun", "stuns":
      guard isHost(rest) else { return nil }
      return ICEServer(url: String(text))
    case "turn", "turns":
      guard let at = rest.lastIndex(of: "@") else { return nil }
      let user = rest[..<at]
      let place = rest[rest.index(after: at)...]
      let host = place.prefix { $0 != "?" }
      let query = place.dropFirst(host.count)
      guard let end = user.lastIndex(of: ":"), end > user.startIndex,
        user.index(after: end) < user.endIndex, isHost(host),
        ["", "?transport=udp", "?transport=tcp"].contains(query)
      else { return nil }
      return ICEServer(
        url: "\(scheme):\(place)", username: String(user[..<end]),
        credential: String(user[user.index(after: end)...]))
    default: return nil
    }
  }

  /// A name or an address in digits, with a port or without.
  private static func isHost(_ text: Substring) -> Bool {
    guard !text.isEmpty, !text.contains(where: { "@?/".contains($0) }) else { return false }
    // Brackets keep the colons of IPv6 apart from the port's.
    let bracket = text.first == "[" ? text.firstIndex(of: "]") : text.startIndex
    guard let bracket, let colon = text[bracket...].firstIndex(of: ":") else {
      return bracket != nil
    }
    return colon > text.startIndex
      && integer(String(text[text.index(after: colon)...]), in: 1...65_535) != nil
  }
}
