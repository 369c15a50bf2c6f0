import CallSession
import MediaCore
import TestSupport
import Testing

@testable import MediaIO

/// What peers do that are no engine of ours.
@Suite struct OpenSSLDTLSPeerTests {
  private let server: OpenSSLDTLSEngine

  init() throws {
    server = try OpenSSLDTLSEngine(
      DTLSEnds().server, context: OpenSSLDTLSContext(DTLSEnds.serverCertificate))
  }

  private func client(_ manners: PlainDTLSClient.Manners) throws -> PlainDTLSClient {
    try PlainDTLSClient(manners, server: DTLSEnds.serverCertificate.fingerprint)
  }

  @Test func `a hello of several datagrams is read in any order`() throws {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2]] {
      let server = try OpenSSLDTLSEngine(
        DTLSEnds().server, context: OpenSSLDTLSContext(DTLSEnds.serverCertificate))
      let client = try client(.init(protocols: 50))
      let hello = client.shakeHands()
      #expect(hello.count == 3)
      client.exchange(order.map { hello[$0] }, with: server)
      #expect(client.isConnected && server.state.keys != nil)
    }
  }

  @Test(.enabled(if: SharedCases.arePresent), arguments: [false, true])
  func `Chromium's hello of two datagrams is answered in either order`(isReversed: Bool) throws {
    let text = try #require(
      SharedCases.bytes("chromium156/clienthello_2_datagrams.hex"))
    var hello = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map { Hex.bytes(String($0)) }
    try #require(hello.count == 2)
    if isReversed { hello.reverse() }
    var answers: [[UInt8]] = []
    server.receive(hello[0], at: .zero, into: &answers)
    #expect(answers.isEmpty)
    server.receive(hello[1], at: .zero, into: &answers)
    #expect(server.state == .connecting)
    // A server hello, of DTLS 1.2, in a record of a handshake.
    #expect(answers.count == 1)
    #expect(answers[0].prefix(3) == [22, 254, 253] && answers[0][13] == 2)
    #expect(answers[0].count <= 1_200)
  }

  @Test func `who shows no certificate gets no keys`() throws {
    let client = try client(.init(showsCertificate: false))
    client.exchange(client.shakeHands(), with: server)
    #expect(server.state == .failed(.noCertificate))
  }

  @Test func `who wants no SRTP gets no keys`() throws {
    let client = try client(.init(wantsSRTP: false))
    client.exchange(client.shakeHands(), with: server)
    #expect(server.state == .failed(.noCommonSuite))
  }

  @Test func `who knows no cipher of ours is refused`() throws {
    let client = try client(.init(ciphers: "ECDHE-ECDSA-AES256-SHA"))
    client.exchange(client.shakeHands(), with: server)
    #expect(server.state == .failed(.handshake("no shared cipher")))
  }

  @Test func `a second handshake is refused, and the keys stay`() throws {
    let client = try client(.init())
    client.exchange(client.shakeHands(), with: server)
    let before = server.state
    try #require(before.keys != nil)
    let hello = client.shakeHandsAgain()
    #expect(!hello.isEmpty)
    var answers: [[UInt8]] = []
    for datagram in hello { server.receive(datagram, at: .zero, into: &answers) }
    #expect(server.state == before)
    // An alert in a sealed record, and no server hello.
    #expect(answers.count == 1 && answers[0][0] == 21)
  }

  @Test func `what is said besides SRTP is ignored`() throws {
    let client = try client(.init())
    client.exchange(client.shakeHands(), with: server)
    let before = server.state
    try #require(before.keys != nil)
    for size in [1, 100, 1_100] {
      client.exchange(client.write([UInt8](repeating: 7, count: size)), with: server)
    }
    #expect(server.state == before)
  }
}
