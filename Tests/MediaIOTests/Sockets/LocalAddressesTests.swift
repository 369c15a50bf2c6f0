import CallSession
import Testing

@testable import MediaIO

@Suite struct LocalAddressesTests {
  @Test func `the machine's addresses are those that others can reach`() throws {
    let all = LocalAddresses.all
    for address in all {
      #expect(!address.transportAddress.isLoopback && !address.isEverywhere && address.port == 0)
      // Only the machine's own can be bound.
      _ = try UDPSocket(address)
    }
    let kinds = all.map(\.isIPv6)
    #expect(kinds == kinds.sorted { !$0 && $1 }, "IPv4 first")
  }

  @Test func `media are where the page is`() throws {
    let loopback = try #require(SocketAddress("127.0.0.1", port: 8_018))
    #expect(LocalAddresses.serving(loopback) == [loopback.with(port: 0)])
    let everywhere = LocalAddresses.serving(.any(isIPv6: false, port: 8_018))
    #expect(!everywhere.isEmpty && !everywhere.contains { $0.isEverywhere })
  }
}
