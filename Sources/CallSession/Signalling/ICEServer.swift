/// A STUN or TURN server that a client is told of in a Link (RFC 9725, 4.6).
package struct ICEServer: Equatable, Sendable {
  /// Such as stun:stun.example.net or turn:turn.example.net:3478?transport=udp (RFC 7064, 7065).
  package var url: String
  package var username: String?
  package var credential: String?

  package init(url: String, username: String? = nil, credential: String? = nil) {
    self.url = url
    self.username = username
    self.credential = credential
  }

  /// The value of its Link.
  var link: String {
    var text = "<\(url.filter { $0 != "<" && $0 != ">" })>; rel=\"ice-server\""
    if let username { text += "; username=\(Self.quoted(username))" }
    if let credential {
      text += "; credential=\(Self.quoted(credential)); credential-type=\"password\""
    }
    return text
  }

  /// The servers that a response tells of: 16 at most, others are left out.
  static func servers(of headers: HTTPHeaders) -> [ICEServer] {
    var servers: [ICEServer] = []
    for value in headers.values("Link") {
      for link in LinkValue.links(in: value) where servers.count < 16 {
        guard link.parameters["rel"]?.lowercased() == "ice-server" else { continue }
        let lower = link.target.lowercased()
        guard ["stun:", "stuns:", "turn:", "turns:"].contains(where: lower.hasPrefix) else {
          continue
        }
        servers.append(
          ICEServer(
            url: link.target, username: link.parameters["username"],
            credential: link.parameters["credential"]))
      }
    }
    return servers
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text {
      if character == "\"" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return quoted + "\""
  }
}
