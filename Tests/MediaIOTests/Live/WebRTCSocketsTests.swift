import CallSession
import MediaCore
import Testing

@testable import MediaIO

@Suite struct WebRTCSocketsTests {
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
        for ready in try loop.wait(until: nil).ready {
          try sockets.receive(ready) { datagram, remote, local in
            #expect(datagram == [1, 2, 3])
            came.append(ICEPath(local: local, remote: remote))
          }
        }
      }
      #expect(came == [ICEPath(local: local, remote: peer.localAddress.transportAddress)])
      try sockets.send(ICEDatagram([4], came[0]))
      try sockets.flush()
      var batch = DatagramBatch()
      let answers = try EventLoop()
      try answers.add(peer.descriptor, id: 0)
      while batch.count == 0 {
        _ = try answers.wait(until: nil)
        _ = try peer.receive(into: &batch)
      }
      #expect(batch.source(0).transportAddress == local && Array(batch.bytes(0)) == [4])
    }
    #expect(!sockets.isBlocked)
  }

  @Test func `addresses that the machine does not have are left out, unless it has none`() throws {
    let own = try #require(SocketAddress("127.0.0.1"))
    let foreign = try #require(SocketAddress("203.0.113.7"))
    #expect(try WebRTCSockets([foreign, own], port: 0).addresses.count == 1)
    #expect(throws: MediaError.self) { _ = try WebRTCSockets([foreign], port: 0) }
  }
}
