import CallSession
import MediaCore
import TestSupport
import Testing

@testable import MediaIO

@Suite(.enabled(if: OpenSSLWire.canBeTold, "OpenSSL's own clock counts"))
struct OpenSSLDTLSLossTests {
  @Test func `without an answer a flight is sent again, later each time, until patience ends`()
    throws
  {
    var exchange = try DTLSEnds().exchange()
    exchange.loses = { _ in true }
    exchange.start()
    exchange.run()
    let times = exchange.log.map { $0.sent.nanoseconds / 1_000_000 }
    #expect(times == [0, 200, 600, 1_400, 3_000, 6_200, 11_200, 16_200, 21_200, 26_200])
    #expect(exchange.log.allSatisfy { $0.isFromClient })
    #expect(exchange.client.state == .failed(.timedOut))
    #expect(exchange.server.state == .failed(.timedOut))
    #expect(exchange.now == MediaTime(milliseconds: 30_000))
  }

  @Test(arguments: [300, 1_200])
  func `any one datagram may be lost`(largest: Int) throws {
    var ends = DTLSEnds()
    ends.client.largestDatagram = largest
    ends.server.largestDatagram = largest
    var count = 1
    var lost = 0
    while lost < count {
      var exchange = try ends.exchange()
      exchange.loses = { $0 == lost }
      exchange.start()
      exchange.run()
      #expect(exchange.agrees, "datagram \(lost) was lost")
      #expect(exchange.log.allSatisfy { $0.bytes.count <= largest })
      // The last flight is asked for once more by who misses it, so that it can be lost at all.
      count = max(count, min(exchange.log.count, 40))
      lost += 1
    }
    #expect(lost >= 4)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `three in ten are lost, some come twice, and their order changes`(seed: UInt64) throws {
    var ends = DTLSEnds()
    ends.client.largestDatagram = 400
    ends.path.loss = 0.3
    ends.path.duplication = 0.1
    ends.path.jitter = MediaTime(milliseconds: 60)
    var exchange = try ends.exchange(seed: seed)
    exchange.start()
    exchange.run()
    #expect(exchange.agrees)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `equal chance gives equal times, whatever the keys are`(seed: UInt64) throws {
    var ends = DTLSEnds()
    ends.path.loss = 0.3
    ends.path.jitter = MediaTime(milliseconds: 60)
    func run() throws -> DTLSExchange {
      var exchange = try ends.exchange(seed: seed)
      exchange.start()
      exchange.run()
      return exchange
    }
    let (one, other) = (try run(), try run())
    #expect(one.agrees && other.agrees)
    #expect(one.log.map(\.sent) == other.log.map(\.sent))
    #expect(one.log.map(\.isFromClient) == other.log.map(\.isFromClient))
    #expect(one.client.state != other.client.state)
  }

  @Test func `a slow path costs copies and nothing else`() throws {
    var ends = DTLSEnds()
    ends.path.latency = MediaTime(milliseconds: 900)
    var exchange = try ends.exchange()
    exchange.start()
    exchange.run()
    #expect(exchange.agrees)
    #expect(exchange.now <= MediaTime(milliseconds: 9_000))
  }
}
