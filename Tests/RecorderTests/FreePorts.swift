import MediaIO

/// Ports of this machine that nobody uses.
enum FreePorts {
  struct None: Error {}

  /// Four in a row, the first one even.
  static func four() throws -> UInt16 {
    for _ in 0..<64 {
      guard let any = SocketAddress("127.0.0.1"), let first = try? UDPSocket(any) else { continue }
      let port = first.localAddress.port
      guard port & 1 == 0, port < 65_532 else { continue }
      var others: [UDPSocket] = []
      for step in 1...3 {
        guard let address = SocketAddress("127.0.0.1", port: port + UInt16(step)),
          let socket = try? UDPSocket(address)
        else { break }
        others.append(socket)
      }
      if others.count == 3 { return port }
    }
    throw None()
  }
}
