import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// A client behind a router tells the server how it looks from outside.
@Suite struct WebRTCClientSTUNTests {
  private static let outside = TransportAddress(ipv4: 0xCB00_7107, port: 51_000)
  private static let line =
    "203.0.113.7 51000 typ srflx raddr 198.51.100.1 rport 40000"

  private func call(outside: TransportAddress?) throws -> WebRTCCall {
    var oddities = WebRTCCall.Oddities()
    oddities.asks = true
    oddities.outside = outside
    return try WebRTCCall(.whip, oddities)
  }

  @Test func `the offer names it, once the server has told`() throws {
    let call = try call(outside: Self.outside)
    #expect(call.requests.isEmpty)
    try call.run(until: .zero)
    let offer = try #require(call.bodies.first)
    #expect(offer.contains(Self.line), "\(offer)")
    #expect(offer.contains(" 198.51.100.1 40000 typ host"))
    try call.run(seconds: 2)
    #expect(call.clientEvents == [.connected])
  }

  @Test func `a server that does not answer holds nothing up for long`() throws {
    let call = try call(outside: nil)
    try call.run(until: MediaTime(milliseconds: 999))
    #expect(call.requests.isEmpty)
    try call.run(until: MediaTime(milliseconds: 1_000))
    #expect(call.requests.map(\.method) == [.post])
    #expect(call.bodies.first?.contains("srflx") == false)
    try call.run(seconds: 3)
    #expect(call.clientEvents == [.connected])
  }

  @Test func `another way is asked for with what is seen then`() throws {
    let call = try call(outside: Self.outside)
    try call.run(seconds: 4)
    call.isMute = true
    try call.run(seconds: 14)
    #expect(call.requests.map(\.method) == [.post, .patch] && call.requests.last?.status == 200)
    // Muted, the STUN server was not heard either.
    #expect(call.bodies.last?.contains("typ host") == true)
    #expect(call.bodies.last?.contains("srflx") == false)
    call.isMute = false
    try call.run(seconds: 20)
    #expect(!call.clientEvents.contains(.ended(.lost)) && call.ends.isEmpty)
  }

  @Test func `who is closed before it knows has asked nobody`() throws {
    let call = try call(outside: nil)
    try call.run(until: MediaTime(milliseconds: 500))
    call.close()
    try call.run(seconds: 5)
    #expect(call.requests.isEmpty && call.client.deadline == nil)
    #expect(call.clientEvents == [.ended(.peer(.closed)), .over])
  }
}
