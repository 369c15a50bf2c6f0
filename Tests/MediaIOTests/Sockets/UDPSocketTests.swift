import Glibc
import MediaCore
import TestSupport
import Testing

@testable import MediaIO

/// Real sockets, over the machine's loopback.
@Suite struct UDPSocketTests {
  private func loopback(_ text: String = "127.0.0.1") throws -> SocketAddress {
    try #require(SocketAddress(text))
  }

  /// Of a length, and recognised by its number wherever it is cut.
  private func datagram(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0 &* 7 &+ $0 >> 8) }
  }

  /// Waits until so many have come; fewer when nothing comes for five seconds.
  private func receive(
    _ count: Int, by socket: UDPSocket
  ) throws -> [(bytes: [UInt8], source: SocketAddress)] {
    let loop = try EventLoop()
    try loop.add(socket.descriptor, id: 0)
    var batch = DatagramBatch()
    var received: [(bytes: [UInt8], source: SocketAddress)] = []
    while received.count < count {
      let wakening = try loop.wait(until: loop.clock.now + MediaTime(milliseconds: 5_000))
      if wakening.isDue { break }
      var goesOn = true
      while goesOn {
        goesOn = try socket.receive(into: &batch)
        for index in 0..<batch.count {
          received.append((Array(batch.bytes(index)), batch.source(index)))
        }
      }
    }
    return received
  }

  @Test(arguments: ["127.0.0.1", "::1"], [true, false])
  func `datagrams of every size arrive whole and in order`(text: String, joins: Bool) throws {
    let sender = try UDPSocket(loopback(text), joins: joins)
    let receiver = try UDPSocket(loopback(text))
    var size = 1
    while size <= 1_472 {
      let burst = (size..<min(size + 64, 1_473)).map { datagram($0, $0) }
      for bytes in burst { try sender.enqueue(bytes, to: receiver.localAddress) }
      try sender.flush()
      #expect(sender.waiting == 0)
      let received = try receive(burst.count, by: receiver)
      #expect(received.map(\.bytes) == burst)
      #expect(received.allSatisfy { $0.source == sender.localAddress })
      size += 64
    }
    #expect(sender.statistics.sent == 1_472 && receiver.statistics.received == 1_472)
  }

  @Test func `joined and single datagrams are the same to who receives them`() throws {
    var arrived: [[[UInt8]]] = []
    for joins in [true, false] {
      let sender = try UDPSocket(loopback(), joins: joins)
      let receiver = try UDPSocket(loopback())
      var all: [[UInt8]] = []
      var random = SeededGenerator(seed: 7)
      while all.count < 1_000 {
        let size = [1_100, 1_100, 1_100, 90, 1_472][Int.random(in: 0..<5, using: &random)]
        let run = Int.random(in: 1...48, using: &random)
        for number in 0..<run {
          try sender.enqueue(datagram(all.count + number, size), to: receiver.localAddress)
        }
        try sender.flush()
        all += try receive(run, by: receiver).map(\.bytes)
      }
      arrived.append(all)
      #expect(all.indices.allSatisfy { all[$0] == datagram($0, all[$0].count) })
    }
    #expect(arrived[0] == arrived[1])
  }

  /// A burst of that size fits the buffers only where the system allows large ones.
  @Test(
    .enabled { FileSource.number(in: "/proc/sys/net/core/rmem_max") >= 4 << 20 },
    arguments: [true, false])
  func `a burst of a thousand arrives`(joins: Bool) throws {
    let sender = try UDPSocket(loopback(), joins: joins)
    let receiver = try UDPSocket(loopback())
    let burst = (0..<1_000).map { datagram($0, 1_100) }
    for bytes in burst { try sender.enqueue(bytes, to: receiver.localAddress) }
    #expect(sender.waiting == 1_000)
    try sender.flush()
    #expect(try receive(1_000, by: receiver).map(\.bytes) == burst)
  }

  @Test func `several peers get what is theirs`() throws {
    let sender = try UDPSocket(loopback())
    let receivers = try (0..<5).map { _ in try UDPSocket(loopback()) }
    for number in 0..<200 {
      let peer = receivers[number / 3 % 5]
      try sender.enqueue(datagram(number, 300), to: peer.localAddress)
    }
    try sender.flush()
    for (index, receiver) in receivers.enumerated() {
      let mine = (0..<200).filter { $0 / 3 % 5 == index }.map { datagram($0, 300) }
      #expect(try receive(mine.count, by: receiver).map(\.bytes) == mine)
    }
  }

  @Test func `a refusal of joined datagrams is no loss: they go one by one`() throws {
    // Without checksums the kernel joins nothing: what a driver without them says.
    let sender = try UDPSocket(loopback())
    let receiver = try UDPSocket(loopback())
    try #require(sender.joinsDatagrams)
    var off: Int32 = 1
    #expect(setsockopt(sender.descriptor, SOL_SOCKET, SO_NO_CHECK, &off, 4) == 0)
    let burst = (0..<40).map { datagram($0, 1_000) }
    for bytes in burst { try sender.enqueue(bytes, to: receiver.localAddress) }
    try sender.flush()
    #expect(!sender.joinsDatagrams)
    #expect(try receive(40, by: receiver).map(\.bytes) == burst)
    #expect(sender.statistics.sent == 40 && sender.statistics.refused == 0)
  }

  @Test func `what no path carries is lost and the rest goes on`() throws {
    let sender = try UDPSocket(loopback())
    let receiver = try UDPSocket(loopback())
    let nowhere = try #require(SocketAddress("127.0.0.1", port: 0))
    try sender.enqueue([1], to: receiver.localAddress)
    try sender.enqueue([2], to: nowhere)
    try sender.enqueue([UInt8](repeating: 0, count: 65_508), to: receiver.localAddress)
    try sender.enqueue([3], to: receiver.localAddress)
    try sender.flush()
    #expect(try receive(2, by: receiver).map(\.bytes) == [[1], [3]])
    var expected = UDPSocket.Statistics()
    expected.sent = 2
    expected.refused = 1
    expected.overflowed = 1
    #expect(sender.statistics == expected)
  }

  @Test func `datagrams that are longer than ours are dropped and counted`() throws {
    let sender = try UDPSocket(loopback())
    let receiver = try UDPSocket(loopback())
    for size in [10, DatagramBatch.longestDatagram, 2_049, 9_000, 11] {
      try sender.enqueue(datagram(size, size), to: receiver.localAddress)
    }
    try sender.flush()
    let received = try receive(3, by: receiver).map(\.bytes.count)
    #expect(received == [10, 2_048, 11])
    #expect(receiver.statistics.oversized == 2 && receiver.statistics.received == 3)
  }

  @Test func `what arrives faster than it is taken is counted`() throws {
    let sender = try UDPSocket(loopback())
    let receiver = try UDPSocket(loopback())
    var size: Int32 = 50_000
    #expect(setsockopt(receiver.descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) == 0)
    for number in 0..<500 {
      try sender.enqueue(datagram(number, 1_000), to: receiver.localAddress)
    }
    #expect(receiver.overrun == 0)
    try sender.flush()
    var batch = DatagramBatch()
    while try receiver.receive(into: &batch) {}
    #expect(receiver.overrun > 0)
    #expect(receiver.statistics.received + receiver.overrun == 500)
  }

  @Test func `empty datagrams arrive as such`() throws {
    let sender = try UDPSocket(loopback())
    let receiver = try UDPSocket(loopback())
    for bytes in [[], [], [9]] as [[UInt8]] {
      try sender.enqueue(bytes, to: receiver.localAddress)
    }
    try sender.flush()
    #expect(try receive(3, by: receiver).map(\.bytes) == [[], [], [9]])
  }

  @Test func `what never ends is taken a few batches at a time`() throws {
    let sender = try UDPSocket(loopback())
    let receiver = try UDPSocket(loopback())
    // Each batch that is taken brings the next one.
    func flood() throws(MediaError) {
      for number in 0..<DatagramBatch.mostDatagrams {
        try sender.enqueue(datagram(number, 20), to: receiver.localAddress)
      }
      try sender.flush()
    }
    try flood()
    var batch = DatagramBatch()
    var batches = 0
    try receiver.receive(into: &batch, most: 5) { batch throws(MediaError) in
      batches += 1
      #expect(batch.count == DatagramBatch.mostDatagrams)
      if batches < 50 { try flood() }
    }
    #expect(batches == 5)
    // The rest is still there, and then there is nothing more.
    try receiver.receive(into: &batch) { _ in batches += 1 }
    #expect(batches == 7)
  }

  @Test func `a socket that has nothing to give says so at once`() throws {
    let socket = try UDPSocket(loopback())
    var batch = DatagramBatch()
    #expect(try socket.receive(into: &batch) == false)
    #expect(batch.count == 0)
  }

  @Test func `an address that cannot be had is named, with a remedy`() throws {
    let first = try UDPSocket(loopback())
    let taken = #expect(throws: MediaError.self) { try UDPSocket(first.localAddress) }
    #expect(taken?.code == .networkFailed)
    #expect(taken?.message.contains("\(first.localAddress)") == true)
    #expect(taken?.message.contains("choose another port") == true)
    let foreign = #expect(throws: MediaError.self) {
      try UDPSocket(#require(SocketAddress("192.0.2.1")))
    }
    #expect(foreign?.message.contains("no such address") == true)
  }
}

extension FileSource {
  /// A number that the system shows as a file; 0 when it shows none.
  fileprivate static func number(in name: FileName) -> Int {
    var bytes: [UInt8] = []
    guard let source = try? FileSource(name), (try? source.read(into: &bytes, atMost: 32)) != nil
    else { return 0 }
    return Int(String(decoding: bytes.filter { $0 > 32 }, as: UTF8.self)) ?? 0
  }
}
