import CallSession
import MediaCore
import Testing

@testable import MediaIO

@Suite struct WebRTCSocketsTests {
  private static let patience = MediaTime(milliseconds: 10_000)

  @Test func `an answer leaves from where the question came to`() throws {
    let addresses = try ["127.0.0.1", "127.0.0.2"].map { try #require(SocketAddress($0)) }
    let sockets = try WebRTCSockets(addresses, port: 0)
    let loop = try EventLoop()
    try sockets.add(to: loop, identifiers: 100..<200)
    let peer = try UDPSocket(addresses[0])
    for local in sockets.addresses {
      try peer.enqueue([1, 2, 3], to: SocketAddress(local))
      try peer.flush()
      var came: [ICEPath] = []
      while came.isEmpty {
        let wakening = try loop.wait(until: loop.clock.now + Self.patience)
        try #require(!wakening.isDue, "nothing came")
        for ready in wakening.ready {
          try sockets.receive(ready) { datagram, remote, local in
            #expect(datagram == [1, 2, 3])
            came.append(ICEPath(local: local, remote: remote))
          }
        }
      }
      #expect(came == [ICEPath(local: local, remote: peer.localAddress.transportAddress)])
      try sockets.send([ICEDatagram([4], came[0])], at: loop.clock.now)
      var batch = DatagramBatch()
      let answers = try EventLoop()
      try answers.add(peer.descriptor, id: 0)
      while batch.count == 0 {
        let wakening = try answers.wait(until: answers.clock.now + Self.patience)
        try #require(!wakening.isDue, "no answer came")
        _ = try peer.receive(into: &batch)
      }
      #expect(batch.source(0).transportAddress == local && Array(batch.bytes(0)) == [4])
    }
    #expect(!sockets.isBlocked)
  }

  @Test func `a server for this machine is at its other addresses too, for this machine`() throws {
    let loopback = try #require(SocketAddress("127.0.0.1", port: 8_018))
    let sockets = try WebRTCSockets(serving: loopback, port: 0)
    let expected = [loopback.with(port: 0)] + LocalAddresses.all.filter { !$0.isIPv6 }
    #expect(sockets.addresses.map { SocketAddress($0).with(port: 0) } == expected)
    let everywhere = try WebRTCSockets(serving: .any(isIPv6: false, port: 8_018), port: 0)
    #expect(
      everywhere.addresses.count == LocalAddresses.serving(.any(isIPv6: false, port: 0)).count)
  }

  @Test(.enabled(if: !LocalAddresses.all.isEmpty, "the machine has an address that others reach"))
  func `who is not to be heard is not heard, whatever the machine's addresses`() throws {
    let own = try #require(LocalAddresses.all.first)
    let loopback = SocketAddress(own.isIPv6 ? "::1" : "127.0.0.1")
    for (heard, senders) in [(Set<TransportAddress>(), [2]), ([own.transportAddress], [1, 2])] {
      let sockets = try WebRTCSockets([own], port: 0, heard: heard)
      let loop = try EventLoop()
      try sockets.add(to: loop, identifiers: 0..<10)
      let target = try #require(sockets.addresses.first)
      // The second one is always heard, and comes after the first.
      for (number, address) in [(1, own), (2, loopback)] {
        let peer = try UDPSocket(try #require(address))
        try peer.enqueue([UInt8(number)], to: SocketAddress(target))
        try peer.flush()
      }
      var came: [Int] = []
      while came.last != 2 {
        let wakening = try loop.wait(until: loop.clock.now + Self.patience)
        try #require(!wakening.isDue, "nothing came")
        for ready in wakening.ready {
          try sockets.receive(ready) { datagram, _, _ in came += datagram.map(Int.init) }
        }
      }
      #expect(came == senders)
    }
  }

  @Test func `addresses that the machine does not have are left out, unless it has none`() throws {
    let own = try #require(SocketAddress("127.0.0.1"))
    let foreign = try #require(SocketAddress("203.0.113.7"))
    #expect(try WebRTCSockets([foreign, own], port: 0).addresses.count == 1)
    #expect(throws: MediaError.self) { _ = try WebRTCSockets([foreign], port: 0) }
  }
}
