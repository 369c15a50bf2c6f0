import CallSession
import MediaCore
import Testing

@testable import MediaIO

@Suite struct STUNServerTests {
  @Test func `a host is enough`() throws {
    let server = try #require(STUNServer("stun.example.net"))
    #expect(server.host == "stun.example.net" && server.port == 3_478)
    #expect(STUNServer("stun:a.example:19302")?.port == 19_302)
    #expect(STUNServer("[2001:db8::1]:99")?.host == "[2001:db8::1]")
    #expect(STUNServer("bücher.example")?.host == "bücher.example")
  }

  @Test(arguments: [
    "", ":3478", "a:0", "a:65536", "a:x", "a:+1", "a b", "[::1", "[1.2.3.4]:1", "[]:1", "::1",
    "turn:a.example", "stuns:a.example", "a/b", "a?transport=udp", "me:secret@a.example",
  ])
  func `what is none is refused`(text: String) {
    #expect(STUNServer(text) == nil)
  }

  @Test func `digits need no resolver`() throws {
    #expect(
      try STUNServer("192.0.2.7:99")?.addresses() == [
        try #require(SocketAddress("192.0.2.7", port: 99))
      ])
    #expect(
      try STUNServer("[2001:db8::1]")?.addresses()
        == [try #require(SocketAddress("2001:db8::1", port: 3_478))])
  }

  @Test func `names are looked up`() throws {
    let found = try #require(try STUNServer("localhost:5000")?.addresses())
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.transportAddress.isLoopback && $0.port == 5_000 })
  }

  @Test func `a name that nobody knows is said`() throws {
    let server = try #require(STUNServer("nobody.invalid"))
    let error = #expect(throws: MediaError.self) { try server.addresses() }
    #expect(error?.code == .networkFailed)
    #expect(error?.message.contains("cannot find the STUN server nobody.invalid: ") == true)
  }
}
