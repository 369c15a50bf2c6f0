import CallSession
import MediaCore
import Testing

@testable import MediaIO

/// Real sockets, over the machine's loopback.
@Suite struct PlainRTPSocketsTests {
  private func loopback(_ port: UInt16 = 0) throws -> SocketAddress {
    try #require(SocketAddress("127.0.0.1", port: port))
  }

  /// What comes to a socket, once something has.
  private func receive(by socket: UDPSocket) throws -> (bytes: [UInt8], source: SocketAddress)? {
    let loop = try EventLoop()
    try loop.add(socket.descriptor, id: 0)
    _ = try loop.wait(until: MediaTime(milliseconds: 5_000))
    var batch = DatagramBatch()
    _ = try socket.receive(into: &batch)
    return batch.count > 0 ? (Array(batch.bytes(0)), batch.source(0)) : nil
  }

  @Test func `a lane has two neighbouring ports, RTP's even`() throws {
    let media = try UDPSocket(loopback())
    let to = try loopback(media.localAddress.port)
    let sockets = try PlainRTPSockets([.video, .sound], to: to, localPort: 0, isShared: false)
    for lane in MediaLane.allCases {
      #expect(try #require(sockets.localPort(of: lane)) & 1 == 0)
    }
    try sockets.send(PlainRTPDatagram(bytes: [1, 2, 3], lane: .video, isControl: false))
    try sockets.flush()
    let received = try #require(try receive(by: media))
    #expect(received.bytes == [1, 2, 3])
    #expect(received.source.port == sockets.localPort(of: .video))
  }

  @Test func `the receiver's ports follow each other by lane and kind`() {
    #expect(PlainRTPSockets.ports(5_004, lane: 0, isShared: false) == (5_004, 5_005))
    #expect(PlainRTPSockets.ports(5_004, lane: 1, isShared: false) == (5_006, 5_007))
    #expect(PlainRTPSockets.ports(5_004, lane: 1, isShared: true) == (5_006, 5_006))
  }

  @Test func `what comes from another host is nobody's`() throws {
    let loop = try EventLoop()
    let sockets = try PlainRTPSockets(
      [.video], to: try #require(SocketAddress("127.0.0.2", port: 9)), localPort: 0, isShared: true)
    try sockets.add(to: loop, identifiers: 100..<200)
    let port = try #require(sockets.localPort(of: .video))
    let friend = try UDPSocket(try #require(SocketAddress("127.0.0.2")))
    let stranger = try UDPSocket(loopback())
    var received: [[UInt8]] = []
    for (socket, bytes) in [(stranger, [UInt8](repeating: 6, count: 8)), (friend, [7])] {
      try socket.enqueue(bytes, to: loopback(port))
      try socket.flush()
    }
    while received.isEmpty {
      let wakening = try loop.wait(until: loop.clock.now + MediaTime(milliseconds: 5_000))
      guard !wakening.isDue else { break }
      for ready in wakening.ready {
        #expect(ready.id == 100)
        try sockets.receive(ready) { received.append(Array($1)) }
      }
    }
    #expect(received == [[7]])
  }
}
