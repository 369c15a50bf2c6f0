internal import CLinux
internal import CallSession

/// The addresses under which others may reach this machine.
enum LocalAddresses {
  /// A machine with more has some that nobody asks for.
  private static let most = 32

  /// Without the loopback's and those that are valid on one link only; IPv4 first. Port 0.
  static var all: [SocketAddress] {
    var found = [CLinux_Address](repeating: CLinux_Address(), count: most)
    let count = unsafe found.withUnsafeMutableBufferPointer { found in
      unsafe CLinux_localAddresses(found.baseAddress, Int32(most))
    }
    let addresses = found.prefix(max(Int(count), 0)).map { SocketAddress($0).with(port: 0) }
    let usable = addresses.filter {
      !$0.transportAddress.isLoopback && !$0.transportAddress.isLinkLocal && !$0.isGroup
    }
    return usable.filter { !$0.isIPv6 } + usable.filter(\.isIPv6)
  }

  /// Where a server that listens at `address` can be reached by UDP: there, or at every address of the machine,
  /// or, where that has none, from the machine itself.
  static func serving(_ address: SocketAddress) -> [SocketAddress] {
    guard address.isEverywhere else { return [address.with(port: 0)] }
    let addresses = all
    return addresses.isEmpty ? [SocketAddress("127.0.0.1")].compactMap(\.self) : addresses
  }

  /// From where a server is called: with a name or address of this machine itself also from there, since it
  /// may listen nowhere else.
  static func calling(_ host: String) -> [SocketAddress] {
    let digits = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    let isLoopback =
      host == "localhost" || SocketAddress(digits)?.transportAddress.isLoopback == true
    let own = all
    guard isLoopback || own.isEmpty else { return own }
    return ["127.0.0.1", "::1"].compactMap { SocketAddress($0) } + own
  }
}
