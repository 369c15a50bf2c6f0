import CallSession
import MediaCore
import TestSupport
import Testing

@testable import MediaIO

@Suite struct OpenSSLDTLSHostileTests {
  /// Datagrams that begin like DTLS and go on anyhow.
  private func noise(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let size = Int.random(in: 0...300, using: &generator)
      var bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
      if size > 0, generator.chance(0.8) {
        bytes[0] = UInt8.random(in: 20...63, using: &generator)
      }
      return bytes
    }
  }

  @Test func `noise between all datagrams changes nothing`() throws {
    for seed in 0..<10 as Range<UInt64> {
      var exchange = try DTLSEnds().exchange()
      exchange.forges = { [noise] _ in noise(30, seed) }
      for bytes in noise(300, seed: seed + 1_000) {
        exchange.act(seed % 2 == 0) { $0.receive(bytes, at: $1, into: &$2) }
      }
      exchange.start()
      exchange.run()
      #expect(exchange.agrees, "seed \(seed)")
      let states = [exchange.client.state, exchange.server.state]
      let sent = exchange.log.count
      for bytes in noise(1_000, seed: seed + 2_000) {
        for isClient in [false, true] {
          exchange.act(isClient) { $0.receive(bytes, at: $1, into: &$2) }
        }
      }
      #expect([exchange.client.state, exchange.server.state] == states)
      #expect(exchange.log.count == sent)
    }
  }

  @Test func `datagrams that are cut anywhere, and come before the whole ones, change nothing`()
    throws
  {
    var exchange = try DTLSEnds().exchange()
    exchange.forges = { datagram in (0..<datagram.bytes.count).map { Array(datagram.bytes[..<$0]) }
    }
    exchange.start()
    exchange.run()
    #expect(exchange.agrees)
  }

  @Test func `what is repeated changes nothing, while connecting and later`() throws {
    var exchange = try DTLSEnds().exchange()
    exchange.forges = { [$0.bytes, $0.bytes] }
    exchange.start()
    exchange.run()
    #expect(exchange.agrees)
    let states = [exchange.client.state, exchange.server.state]
    let log = exchange.log
    for _ in 0..<50 {
      for datagram in log {
        exchange.act(!datagram.isFromClient) { $0.receive(datagram.bytes, at: $1, into: &$2) }
      }
    }
    #expect([exchange.client.state, exchange.server.state] == states)
  }

  @Test func `one's own datagrams come back and change nothing`() throws {
    var exchange = try DTLSEnds().exchange()
    exchange.start()
    exchange.run()
    let states = [exchange.client.state, exchange.server.state]
    for datagram in exchange.log {
      exchange.act(datagram.isFromClient) { $0.receive(datagram.bytes, at: $1, into: &$2) }
    }
    #expect([exchange.client.state, exchange.server.state] == states)
  }

  @Test func `whatever bit is turned, nobody connects with other keys than the peer`() throws {
    var generator = SeededGenerator(seed: 7)
    for round in 0..<160 {
      var exchange = try DTLSEnds().exchange()
      let target = round % 4
      var number = 0
      exchange.forges = { datagram in
        defer { number += 1 }
        guard number == target else { return [] }
        var damaged = datagram.bytes
        // Of the last flight only what is sealed: its first record is in the clear for everybody.
        let first = target == 3 ? 27 : 0
        let bit = Int.random(in: 8 * first..<8 * damaged.count, using: &generator)
        damaged[bit / 8] ^= 1 << (bit % 8)
        return [damaged]
      }
      exchange.start()
      exchange.run()
      let keys = [exchange.client.state.keys, exchange.server.state.keys]
      if keys.allSatisfy({ $0 != nil }) { #expect(exchange.agrees) }
      if target == 3 { #expect(exchange.agrees) }
    }
  }

  @Test func `after it is connected nobody else can end it`() throws {
    var exchange = try DTLSEnds().exchange()
    exchange.start()
    exchange.run()
    let states = [exchange.client.state, exchange.server.state]
    // Alerts of both epochs: fatal ones and goodbyes, unsealed and badly sealed.
    for epoch in [0, 1, 2] as [UInt8] {
      for alert in [[1, 0], [2, 40], [2, 0]] as [[UInt8]] {
        for sequence in [1, 40, 255] as [UInt8] {
          for body in [alert, alert + [UInt8](repeating: 0, count: 24)] {
            let bytes =
              [21, 254, 253, 0, epoch, 0, 0, 0, 0, 0, sequence, 0, UInt8(body.count)] + body
            for isClient in [false, true] {
              exchange.act(isClient) { $0.receive(bytes, at: $1, into: &$2) }
            }
          }
        }
      }
    }
    #expect([exchange.client.state, exchange.server.state] == states)
    #expect(exchange.client.deadline == nil && exchange.server.deadline == nil)
  }

  @Test func `halves of a hello get no answer, and one day it is over`() throws {
    let server = try OpenSSLDTLSEngine(
      DTLSEnds().server, context: OpenSSLDTLSContext(DTLSEnds.serverCertificate))
    let client = try PlainDTLSClient(
      .init(protocols: 50), server: DTLSEnds.serverCertificate.fingerprint)
    let hello = client.shakeHands()
    var answers: [[UInt8]] = []
    for number in 0..<1_000 {
      var half = hello[1 + number % 2]
      // A record of its own each time, of the same message.
      half[9] = UInt8(truncatingIfNeeded: number >> 8)
      half[10] = UInt8(truncatingIfNeeded: number)
      server.receive(half, at: MediaTime(milliseconds: Int64(number)), into: &answers)
    }
    #expect(answers.isEmpty && server.state == .connecting)
    let end = try #require(server.deadline)
    #expect(end == MediaTime(milliseconds: 30_000))
    server.handleTimeout(at: end, into: &answers)
    #expect(answers.isEmpty && server.state == .failed(.timedOut) && server.deadline == nil)
  }
}
