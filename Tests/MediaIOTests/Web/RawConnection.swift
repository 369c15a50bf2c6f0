import Glibc
import Testing

@testable import MediaIO

/// A client that sends any bytes, also such as no client should.
final class RawConnection {
  private let file: Int32
  private(set) var hasEnded = false

  init(_ address: SocketAddress) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = address.port.bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // Nothing here takes so long; a test that hangs would say nothing.
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let result = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
  }

  deinit {
    close(file)
  }

  /// Sends what the other end takes.
  func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// What comes next.
  func receive() -> String {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = recv(file, &piece, piece.count, 0)
    if count == 0 || count < 0 && errno == ECONNRESET { hasEnded = true }
    return String(decoding: piece.prefix(max(count, 0)), as: UTF8.self)
  }

  /// What comes until the other end closes.
  func receiveAll() -> String {
    var text = ""
    while true {
      let piece = receive()
      if piece.isEmpty { return text }
      text += piece
    }
  }
}
