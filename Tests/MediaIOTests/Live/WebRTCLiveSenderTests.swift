import CallSession
import MediaCore
import Testing

@testable import MediaIO

/// With its real server, over the machine's loopback.
@Suite struct WebRTCLiveSenderTests {
  @Test func `why a viewer is refused is told to who streams`() throws {
    let here = try #require(SocketAddress("127.0.0.1"))
    let sender = try WebRTCLiveSender(WebRTCLiveSender.Options(listen: here))
    let loop = try EventLoop()
    try sender.begin(
      in: loop, identifiers: 100..<200,
      stream: LiveStreamShape(width: 64, height: 48, channels: 0, wallClockOrigin: 0))
    defer { try? sender.finish(at: loop.clock.now, after: nil) }
    let address = try #require(sender.address)
    let endpoint = try #require(WebURL("http://\(address)\(WebRTCLiveSender.path)"))
    let answers = BoundedQueue<Result<HTTPResponse, MediaError>>(capacity: 1)
    let client = try HTTPClientThread { _ = answers.put($0) }
    let type = HTTPHeaders([("Content-Type", "application/sdp")])
    client.send(WebRequest(.post, endpoint, headers: type, body: Array("hello".utf8)))
    let picture = I420Picture(width: 64, height: 48)
    let end = loop.clock.now + MediaTime(milliseconds: 10_000)
    var notes: [String] = []
    while notes.isEmpty, loop.clock.now < end {
      _ = try loop.wait(until: end)
      try sender.advance(picture, to: loop.clock.now)
      notes += sender.takeNotes()
    }
    #expect(notes == ["a viewer was refused: the offer is no session description"])
    // The request may have come to nobody.
    try #require(!notes.isEmpty)
    #expect(try answers.take()?.get().status == 400)
    #expect(sender.takeNotes().isEmpty)
    let status = sender.status
    #expect(status.receivers == 0 && status.loss == nil && status.roundTrip == nil)
  }
}
