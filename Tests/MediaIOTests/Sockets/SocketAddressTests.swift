import Testing

@testable import MediaIO

@Suite struct SocketAddressTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1:5004"), ("255.1.2.3", "255.1.2.3:5004"), ("::1", "[::1]:5004"),
    ("2001:db8::8:800:200c:417a", "[2001:db8::8:800:200c:417a]:5004"),
  ])
  func `an address is read and written in digits`(text: String, written: String) throws {
    let address = try #require(SocketAddress(text, port: 5_004))
    #expect(address.description == written)
    #expect(address.isIPv6 == text.contains(":"))
    #expect(SocketAddress(address.numbers) == address)
  }

  @Test(arguments: ["", "localhost", "127.0.0", "127.0.0.256", "::1\0", "1.2.3.4:80", "::g"])
  func `names and what is no address are refused`(text: String) {
    #expect(SocketAddress(text) == nil)
  }

  @Test func `addresses differ by each of their parts`() throws {
    let texts = ["1.2.3.4", "1.2.3.5", "::102:304", "1::102:304"]
    var seen: Set<SocketAddress> = []
    for text in texts {
      for port in [1, 2] as [UInt16] {
        seen.insert(try #require(SocketAddress(text, port: port)))
      }
    }
    #expect(seen.count == 8)
  }
}
