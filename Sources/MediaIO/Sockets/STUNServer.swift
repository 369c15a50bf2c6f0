internal import CLinux
internal import CallSession
package import MediaCore

/// A server that tells how this machine looks from outside (RFC 8489).
package struct STUNServer: Equatable, Sendable, CustomStringConvertible {
  package let host: String
  package let port: UInt16

  /// - Parameter text: HOST or HOST:PORT, also behind `stun:` (RFC 7064). A host is a name or an address in
  ///   digits, one of IPv6 in brackets. Nil when it is none.
  package init?(_ text: String) {
    var rest = Substring(text)
    if rest.hasPrefix("stun:") { rest = rest.dropFirst(5) }
    // Brackets keep the colons of IPv6 apart from the port's.
    let bracket = rest.first == "[" ? rest.firstIndex(of: "]") : rest.startIndex
    guard let bracket else { return nil }
    let colon = rest[bracket...].firstIndex(of: ":")
    let name = rest[..<(colon ?? rest.endIndex)]
    if let colon {
      let digits = rest[rest.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = UInt16(digits), number > 0
      else { return nil }
      port = number
    } else {
      port = Self.usualPort
    }
    if name.first == "[" {
      guard name.last == "]", let address = SocketAddress(String(name.dropFirst().dropLast())),
        address.isIPv6
      else { return nil }
    } else {
      guard !name.isEmpty, name.utf8.count <= 253, name.utf8.allSatisfy(Self.isOfName) else {
        return nil
      }
    }
    host = String(name)
  }

  package var description: String { "\(host):\(port)" }

  /// RFC 8489, 8.1.
  private static let usualPort: UInt16 = 3_478
  /// A name with more has some that nobody needs.
  private static let most = 8

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      true
    default: byte >= 0x80
    }
  }

  /// Where it is. Waits for the system's resolver.
  ///
  /// - Throws: `.networkFailed` when nobody knows.
  package func addresses() throws(MediaError) -> [SocketAddress] {
    let digits = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    if let address = SocketAddress(digits, port: port) { return [address] }
    var found = [CLinux_Address](repeating: CLinux_Address(), count: Self.most)
    let count = unsafe found.withUnsafeMutableBufferPointer { found in
      unsafe CLinux_resolve(host, found.baseAddress, Int32(Self.most))
    }
    guard count > 0 else {
      let reason =
        count == 0 ? "it has no address" : unsafe String(cString: CLinux_resolveErrorText(count))
      throw MediaError(
        .networkFailed,
        "cannot find the STUN server \(host): \(reason); check its name and the network")
    }
    return found.prefix(Int(count)).map { SocketAddress($0).with(port: port) }
  }
}
