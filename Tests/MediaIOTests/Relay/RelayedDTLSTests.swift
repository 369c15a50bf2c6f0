import CallSession
import MediaCore
import Testing

@testable import MediaIO

/// Two engines in real time, with sockets and a relay between them.
@Suite struct RelayedDTLSTests {
  /// Also with OpenSSL's own clock, which later versions insist on.
  @Test(arguments: Set([OpenSSLWire.canBeTold, false]))
  func `two ends connect through a relay when the first hello is lost`(isTold: Bool) throws {
    var link = LinkSettings()
    link.latency = MediaTime(milliseconds: 2)
    let stage = try RelayStage(NetworkProfile(name: "test", both: link))
    var ends = DTLSEnds()
    ends.client.firstTimeout = MediaTime(milliseconds: 30)
    let client = try OpenSSLDTLSEngine(
      ends.client, context: OpenSSLDTLSContext(DTLSEnds.clientCertificate), isTold: isTold)
    let server = try OpenSSLDTLSEngine(
      ends.server, context: OpenSSLDTLSContext(DTLSEnds.serverCertificate), isTold: isTold)
    var hellos: [[UInt8]] = []
    client.start(at: try stage.now(), into: &hellos)
    // The first one is lost before it reaches the relay.
    #expect(hellos.count == 1)
    let end = try stage.now() + MediaTime(milliseconds: 10_000)
    var (taken, answered) = (0, 0)
    while client.state.keys == nil, client.state == .connecting, try stage.now() < end {
      let now = try stage.now()
      var (fromServer, fromClient): ([[UInt8]], [[UInt8]]) = ([], [])
      for arrival in stage.atTarget[taken...] {
        server.receive(arrival.bytes, at: now, into: &fromServer)
      }
      for arrival in stage.atClients[0][answered...] {
        client.receive(arrival.bytes, at: now, into: &fromClient)
      }
      (taken, answered) = (stage.atTarget.count, stage.atClients[0].count)
      server.handleTimeout(at: now, into: &fromServer)
      client.handleTimeout(at: now, into: &fromClient)
      if let source = stage.atTarget.last?.source {
        for datagram in fromServer { try stage.answer(datagram, to: source) }
      }
      for datagram in fromClient { try stage.send(datagram) }
      var turns = 0
      try stage.run {
        turns += 1
        return turns > 1
      }
    }
    let keys = try #require(client.state.keys)
    #expect(keys.sending == server.state.keys?.receiving)
  }
}
