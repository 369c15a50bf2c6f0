import CallSession
import TestSupport
import Testing

@testable import MediaIO

@Suite struct SocketAddressTransportTests {
  @Test func `an address of protocols is that of sockets, and reads as the system writes it`()
    throws
  {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<2_000 {
      let port = UInt16.random(in: 1...(.max), using: &random)
      let address: TransportAddress
      if random.chance(0.3) {
        address = TransportAddress(ipv4: UInt32.random(in: 0...(.max), using: &random), port: port)
      } else {
        // Groups of zeros are frequent, and the first is not one: those have dots in some texts.
        var groups = (0..<8).map { _ in
          random.chance(0.5) ? UInt64(0) : .random(in: 0...0xFFFF, using: &random)
        }
        groups[0] = .random(in: 1...0xFDFF, using: &random)
        address = TransportAddress(
          ipv6High: groups[..<4].reduce(0) { $0 << 16 | $1 },
          low: groups[4...].reduce(0) { $0 << 16 | $1 }, port: port)
      }
      let socketAddress = SocketAddress(address)
      #expect(socketAddress.transportAddress == address)
      #expect(socketAddress.description == address.description)
      #expect(SocketAddress(address.digits, port: port) == socketAddress)
      #expect(TransportAddress(address.digits, port: port) == address)
    }
  }

  @Test func `the interface of a link's address is kept`() {
    let address = TransportAddress(ipv6High: 0xFE80 << 48, low: 1, scope: 3, port: 9)
    #expect(SocketAddress(address).transportAddress.scope == 3)
    #expect(SocketAddress(address).scope == 3)
  }
}
