import MediaIO

extension ArgumentValues {
  /// Where to receive: as `address`, or a port alone, which is then one of this machine only; port 0 is
  /// a free one.
  static func listening(_ text: String) -> SocketAddress? {
    let colon = text.lastIndex(of: ":")
    let digits = colon.map { text[text.index(after: $0)...] } ?? text[...]
    guard let port = integer(String(digits), in: 0...65_535) else { return nil }
    let host = colon.map { String(text[..<$0]) } ?? "127.0.0.1"
    // What is no address with port 1 is none with port 0.
    guard let address = address("\(host):\(max(port, 1))") else { return nil }
    return port == 0 ? address.with(port: 0) : address
  }

  /// What `WebURL` takes.
  static let endpointForm = "an address of http or https, such as https://live.example/whip/42"
}
