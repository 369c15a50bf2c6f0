import CallSession
import MediaCore
import TestSupport
import Testing

@testable import MediaIO

@Suite struct OpenSSLDTLSEngineTests {
  @Test func `two ends agree on keys that open each other's packets`() throws {
    var exchange = try DTLSEnds().exchange()
    exchange.start()
    exchange.run()
    #expect(exchange.agrees)
    #expect(exchange.client.deadline == nil && exchange.server.deadline == nil)
    let client = try #require(exchange.client.state.keys)
    let server = try #require(exchange.server.state.keys)
    #expect(client.sending.suite == .aes128GCM)
    #expect(client.remoteFingerprint == DTLSEnds.serverCertificate.fingerprint)
    #expect(server.remoteFingerprint == DTLSEnds.clientCertificate.fingerprint)
    var sender = try LibSRTPContext(sending: client.sending, receiving: client.receiving)
    var receiver = try LibSRTPContext(sending: server.sending, receiving: server.receiving)
    let packet: [UInt8] = [128, 96, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 4, 5, 6]
    var protected = packet
    try sender.protectRTP(&protected)
    try receiver.unprotectRTP(&protected)
    #expect(protected == packet)
  }

  @Test func `a good path takes two round trips and four flights`() throws {
    var exchange = try DTLSEnds().exchange()
    exchange.start()
    exchange.run()
    #expect(exchange.now == MediaTime(milliseconds: 80))
    #expect(exchange.log.map(\.isFromClient) == [true, false, true, false])
    #expect(exchange.log.allSatisfy { $0.bytes.count <= 1_200 })
  }

  @Test(
    arguments: [
      ([.aes128GCM, .aes128CMWithSHA1], [.aes128GCM, .aes128CMWithSHA1], .aes128GCM),
      ([.aes128CMWithSHA1, .aes128GCM], [.aes128GCM, .aes128CMWithSHA1], .aes128GCM),
      ([.aes128GCM, .aes128CMWithSHA1], [.aes128CMWithSHA1, .aes128GCM], .aes128CMWithSHA1),
      ([.aes128CMWithSHA1], [.aes128GCM, .aes128CMWithSHA1], .aes128CMWithSHA1),
      ([.aes128GCM], [.aes128CMWithSHA1], nil),
    ] as [([SRTPSuite], [SRTPSuite], SRTPSuite?)])
  func `the server decides among what the client offers`(
    offered: [SRTPSuite], known: [SRTPSuite], chosen: SRTPSuite?
  ) throws {
    var ends = DTLSEnds()
    ends.client.suites = offered
    ends.server.suites = known
    var exchange = try ends.exchange()
    exchange.start()
    exchange.run()
    guard let chosen else {
      #expect(exchange.server.state == .failed(.noCommonSuite))
      #expect(exchange.client.state == .failed(.noCommonSuite))
      return
    }
    #expect(exchange.agrees)
    #expect(exchange.client.state.keys?.sending.suite == chosen)
  }

  @Test func `a certificate that was not announced ends it, and there are no keys`() throws {
    let foreign = try DTLSCertificate().fingerprint
    for announced in [[foreign], []] {
      var ends = DTLSEnds()
      ends.server.remoteFingerprints = announced
      var exchange = try ends.exchange()
      exchange.start()
      exchange.run()
      #expect(exchange.server.state == .failed(.fingerprint))
      // 42 is bad_certificate.
      #expect(exchange.client.state == .failed(.refused(alert: 42)))

      ends = DTLSEnds()
      ends.client.remoteFingerprints = announced
      exchange = try ends.exchange()
      exchange.start()
      exchange.run()
      #expect(exchange.client.state == .failed(.fingerprint))
      #expect(exchange.server.state == .failed(.refused(alert: 42)))
      #expect(exchange.client.deadline == nil && exchange.server.deadline == nil)
    }
  }

  @Test func `one of several announced certificates is enough`() throws {
    var ends = DTLSEnds()
    ends.server.remoteFingerprints.insert(try DTLSCertificate().fingerprint, at: 0)
    var exchange = try ends.exchange()
    exchange.start()
    exchange.run()
    #expect(exchange.agrees)
  }

  @Test func `a goodbye closes both ends, and then all is silent`() throws {
    for isClient in [true, false] {
      var exchange = try DTLSEnds().exchange()
      exchange.start()
      exchange.run()
      let before = exchange.log.count
      exchange.act(isClient) { $0.close(into: &$2) }
      exchange.run()
      #expect(exchange.client.state == .closed && exchange.server.state == .closed)
      // The goodbye, and the other one's.
      #expect(exchange.log.count == before + 2)
      for datagram in exchange.log {
        exchange.act(!datagram.isFromClient) { $0.receive(datagram.bytes, at: $1, into: &$2) }
      }
      exchange.act(isClient) { $0.close(into: &$2) }
      #expect(exchange.log.count == before + 2)
    }
  }

  @Test func `an end that is closed while it connects sends nothing more`() throws {
    var exchange = try DTLSEnds().exchange()
    exchange.start()
    exchange.act(true) { $0.close(into: &$2) }
    #expect(exchange.client.state == .closed && exchange.client.deadline == nil)
    exchange.run()
    #expect(exchange.log.filter(\.isFromClient).count == 1)
    #expect(exchange.server.state == .failed(.timedOut))
  }

  @Test func `a server takes what comes before its start`() throws {
    var exchange = try DTLSEnds().exchange()
    exchange.act(true) { $0.start(at: $1, into: &$2) }
    exchange.run()
    #expect(exchange.agrees)
  }
}
