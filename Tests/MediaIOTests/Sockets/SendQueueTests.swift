import CLinux
import TestSupport
import Testing

@testable import MediaIO

@Suite struct SendQueueTests {
  private let peer = SocketAddress("10.0.0.1", port: 4_000)!
  private let other = SocketAddress("10.0.0.1", port: 4_001)!

  /// Of each message that waits: datagrams, and bytes of each but the last.
  private func shape(_ queue: SendQueue) -> [[Int]] {
    queue.messages[queue.sentMessages...].map {
      [SendQueue.datagrams(of: $0), Int($0.segment == 0 ? $0.length : UInt32($0.segment))]
    }
  }

  private func fill(_ queue: inout SendQueue, _ sizes: [Int], to address: SocketAddress) {
    for size in sizes {
      let isAdded = queue.append(Array(repeating: 1, count: size), to: address)
      #expect(isAdded)
    }
  }

  /// Whether two more are taken.
  private func adds(_ queue: inout SendQueue, _ size: Int) -> [Bool] {
    (0..<2).map { _ in queue.append(Array(repeating: 1, count: size), to: peer) }
  }

  @Test func `equal datagrams in a row to one peer are one message, and a shorter one ends it`() {
    var queue = SendQueue(joins: true)
    fill(&queue, [100, 100, 100, 40, 100, 100, 120], to: peer)
    #expect(shape(queue) == [[4, 100], [2, 100], [1, 120]])
    fill(&queue, [120], to: other)
    fill(&queue, [120], to: peer)
    #expect(shape(queue).suffix(3) == [[1, 120], [1, 120], [1, 120]])
    #expect(queue.count == 9)
  }

  @Test func `empty datagrams stand alone`() {
    var queue = SendQueue(joins: true)
    fill(&queue, [0, 0, 10, 0, 10], to: peer)
    #expect(shape(queue) == [[1, 0], [1, 0], [1, 10], [1, 0], [1, 10]])
  }

  @Test func `a message has no more datagrams or bytes than Linux takes`() {
    var queue = SendQueue(joins: true)
    fill(&queue, Array(repeating: 10, count: 150), to: peer)
    #expect(shape(queue) == [[64, 10], [64, 10], [22, 10]])
    queue = SendQueue(joins: true)
    fill(&queue, Array(repeating: 1_100, count: 60), to: peer)
    #expect(shape(queue) == [[59, 1_100], [1, 1_100]])
    queue = SendQueue(joins: true)
    fill(&queue, [40_000, 40_000], to: peer)
    #expect(shape(queue) == [[1, 40_000], [1, 40_000]])
  }

  @Test func `nothing is joined when joining is off`() {
    var queue = SendQueue(joins: false)
    fill(&queue, [100, 100], to: peer)
    #expect(shape(queue) == [[1, 100], [1, 100]])
  }

  @Test func `separating keeps what waits, in order, and joins nothing more`() {
    var queue = SendQueue(joins: true)
    fill(&queue, [7, 50, 50, 3], to: peer)
    queue.remove(1)
    queue.separate()
    #expect(!queue.joins && queue.count == 3)
    #expect(shape(queue) == [[1, 50], [1, 50], [1, 3]])
    #expect(queue.messages[queue.sentMessages...].map(\.offset) == [7, 57, 107])
    fill(&queue, [3], to: peer)
    #expect(shape(queue).last == [1, 3])
  }

  @Test func `more datagrams than it is to hold are refused until some are gone`() {
    var queue = SendQueue(joins: false)
    fill(&queue, Array(repeating: 1, count: SendQueue.mostDatagrams), to: peer)
    #expect(adds(&queue, 1) == [false, false])
    queue.remove(1)
    #expect(adds(&queue, 1) == [true, false])
  }

  @Test func `bytes are bounded, and of a datagram, too`() {
    var queue = SendQueue(joins: true)
    #expect(adds(&queue, 65_508) == [false, false])
    let large = [UInt8](repeating: 0, count: 65_507)
    var taken = 0
    while queue.append(large, to: peer) { taken += 1 }
    #expect(taken == SendQueue.mostBytes / 65_507)
    queue.remove(1)
    #expect(adds(&queue, 65_507) == [true, false])
  }

  /// A kernel that takes a few messages now and then: whatever comes out, in whatever pieces, is what
  /// went in, and memory does not grow.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `what comes out is what went in`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var queue = SendQueue(joins: true)
    var (put, out): ([[UInt8]], [[UInt8]]) = ([], [])
    for step in 0..<30_000 {
      let size = [0, 9, 1_100, 1_100, 1_100, 1_100, 1_472][Int.random(in: 0..<7, using: &random)]
      let datagram = [UInt8](repeating: UInt8(truncatingIfNeeded: step), count: size)
      if queue.append(datagram, to: Bool.random(using: &random) ? peer : other) {
        put.append(datagram)
      }
      if step == 20_000 { queue.separate() }
      guard step % 50 == 0 || step == 29_999 else { continue }
      let waiting = queue.messages.count - queue.sentMessages
      let sent = step == 29_999 ? waiting : Int.random(in: 0...min(waiting, 60), using: &random)
      for message in queue.messages[queue.sentMessages..<queue.sentMessages + sent] {
        var bytes = queue.bytes[Int(message.offset)..<Int(message.offset + message.length)]
        for _ in 0..<SendQueue.datagrams(of: message) {
          let segment = message.segment == 0 ? bytes.count : Int(message.segment)
          out.append(Array(bytes.prefix(segment)))
          bytes = bytes.dropFirst(segment)
        }
        #expect(bytes.isEmpty)
      }
      queue.remove(sent)
      #expect(queue.count == put.count - out.count)
      #expect(queue.bytes.count <= SendQueue.mostBytes * 2)
    }
    #expect(queue.isEmpty && queue.bytes.isEmpty)
    #expect(out == put, "seed \(seed)")
  }
}
