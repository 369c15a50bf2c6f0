import CallSession
import MediaCore
import TestSupport
import Testing

/// The engine of simulated calls behaves like the real one as far as the network sees.
@Suite struct SeededDTLSEngineTests {
  private func exchange(
    announced: UInt64 = 2, suites: [SRTPSuite] = [.aes128GCM], loss: Double = 0, seed: UInt64 = 1
  ) -> DTLSExchange {
    var client = DTLSConfiguration(
      .client, remoteFingerprints: [SeededDTLSEngine.fingerprint(seed: announced)])
    client.suites = suites
    let server = DTLSConfiguration(
      .server, remoteFingerprints: [SeededDTLSEngine.fingerprint(seed: 1)])
    var path = DTLSExchange.Path()
    path.loss = loss
    path.duplication = loss / 3
    path.jitter = MediaTime(milliseconds: loss > 0 ? 60 : 0)
    var exchange = DTLSExchange(
      client: SeededDTLSEngine(client, seed: 1), server: SeededDTLSEngine(server, seed: 2),
      path: path, seed: seed)
    exchange.start()
    exchange.run()
    return exchange
  }

  @Test func `equal seeds agree on equal keys`() {
    let (one, other) = (exchange(), exchange())
    #expect(one.agrees && one.log == other.log && one.client.state == other.client.state)
    #expect(one.now == MediaTime(milliseconds: 80))
    #expect(one.log.map(\.bytes.count) == [1_200, 263, 646, 579, 75])
    #expect(one.log.allSatisfy { DatagramKind($0.bytes.span) == .dtls })
    #expect(one.client.deadline == nil && one.server.deadline == nil)
    #expect(one.client.state.keys?.sending.suite == .aes128GCM)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `losses, copies and another order are survived`(seed: UInt64) {
    let one = exchange(loss: 0.3, seed: seed)
    #expect(one.agrees)
    #expect(exchange(loss: 0.3, seed: seed).log == one.log)
  }

  @Test func `any one datagram may be lost`() {
    for lost in 0..<8 {
      var exchange = DTLSExchange(
        client: SeededDTLSEngine(
          DTLSConfiguration(
            .client, remoteFingerprints: [SeededDTLSEngine.fingerprint(seed: 2)]), seed: 1),
        server: SeededDTLSEngine(
          DTLSConfiguration(
            .server, remoteFingerprints: [SeededDTLSEngine.fingerprint(seed: 1)]), seed: 2))
      exchange.loses = { $0 == lost }
      exchange.start()
      exchange.run()
      #expect(exchange.agrees, "datagram \(lost) was lost")
    }
  }

  @Test func `the wrong certificate, no common suite and silence are told apart`() {
    let wrong = exchange(announced: 3)
    #expect(wrong.client.state == .failed(.fingerprint))
    #expect(wrong.server.state == .failed(.refused(alert: 42)))
    let none = exchange(suites: [])
    #expect(none.client.state == .failed(.noCommonSuite))
    #expect(none.server.state == .failed(.noCommonSuite))
    let silent = exchange(loss: 1)
    #expect(silent.client.state == .failed(.timedOut))
    #expect(silent.server.state == .failed(.timedOut))
    #expect(silent.now == MediaTime(milliseconds: 30_000))
  }

  @Test func `a goodbye closes both ends`() {
    var exchange = exchange()
    exchange.act(true) { $0.close(into: &$2) }
    exchange.run()
    #expect(exchange.client.state == .closed && exchange.server.state == .closed)
  }

  @Test func `noise and pieces change nothing`() {
    let engine = SeededDTLSEngine(
      DTLSConfiguration(
        .server, remoteFingerprints: [SeededDTLSEngine.fingerprint(seed: 1)]), seed: 2)
    let hello = exchange().log[0].bytes
    var answers: [[UInt8]] = []
    for length in 0..<hello.count {
      engine.receive(Array(hello[..<length]), at: .zero, into: &answers)
    }
    for index in hello.indices {
      var damaged = hello
      damaged[index] ^= 0x80
      engine.receive(damaged, at: .zero, into: &answers)
    }
    #expect(answers.isEmpty && engine.state == .connecting)
  }
}
