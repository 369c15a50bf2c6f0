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

  @Test
  func `a server on this machine is called from its loopback, others from where they can answer`()
    throws
  {
    let loopback = try #require(SocketAddress("127.0.0.1"))
    for host in ["localhost", "127.0.0.1", "[::1]"] {
      let addresses = LocalAddresses.calling(host)
      #expect(addresses.first == loopback && addresses.contains { $0.isIPv6 })
      #expect(Set(addresses).isSuperset(of: LocalAddresses.all))
    }
    for host in ["live.example", "192.0.2.7"] where !LocalAddresses.all.isEmpty {
      #expect(LocalAddresses.calling(host) == LocalAddresses.all)
    }
  }
}
