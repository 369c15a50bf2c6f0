import CallSession
import MediaCore
import Strokes
import Testing

@testable import MediaIO

/// In real time, with sources that are over at once.
@Suite struct LiveBroadcastTests {
  /// A picture that becomes white at its beginning and black half way, and is over.
  private final class Flash: LiveSource {
    let size: (width: Int32, height: Int32) = (64, 48)
    let channels = 1
    let end: MediaTime? = MediaTime(milliseconds: 200)
    private var next = 0
    private static let changes = [MediaTime.zero, MediaTime(milliseconds: 100)]

    var deadline: MediaTime? { next < Self.changes.count ? Self.changes[next] : nil }

    func draw(at now: MediaTime, into picture: inout I420Picture) -> LiveChange? {
      guard let deadline, deadline <= now else { return nil }
      let level: UInt8 = next == 0 ? 235 : 16
      next += 1
      picture.withMutablePlane(.luma) { samples, _ in
        for index in samples.indices { samples[index] = level }
      }
      var all = BlockMap(width: size.width, height: size.height)
      all.insertAll()
      return LiveChange(blocks: all, time: deadline)
    }

    func nextSound(before time: MediaTime) -> PCMChunk? { nil }
  }

  /// What came to a socket.
  private func datagrams(_ socket: UDPSocket) throws -> [[UInt8]] {
    var batch = DatagramBatch()
    var all: [[UInt8]] = []
    while true {
      let more = try socket.receive(into: &batch)
      for index in 0..<batch.count { all.append(Array(batch.bytes(index))) }
      if !more { return all }
    }
  }

  @Test func `what changes is sent when it does, with sound all along, and a goodbye`() throws {
    let any = try #require(SocketAddress("127.0.0.1"))
    let media = try UDPSocket(any)
    let options = PlainRTPLiveSender.Options(to: media.localAddress, title: "Flash")
    let sender = try PlainRTPLiveSender(options, channels: 1)
    var broadcast = try LiveBroadcast(Flash(), to: [sender], loop: try EventLoop())
    #expect(sender.description.sections.count == 2)
    var last: LiveBroadcast.Progress?
    try broadcast.run { progress in
      last = progress
      return true
    }
    let progress = try #require(last)
    #expect(progress.time >= MediaTime(milliseconds: 200))
    let status = try #require(progress.senders.first)
    #expect(status.frames >= 2 && status.keyFrames == 1 && status.droppedFrames == 0)
    var assembler = VP8FrameAssembler()
    var times: [UInt32] = []
    for datagram in try datagrams(media) {
      guard let packet = try? RTPPacket(parsing: datagram.span) else { continue }
      assembler.insert(
        sequence: Int64(packet.header.sequenceNumber.rawValue), timestamp: packet.header.timestamp,
        hasMarker: packet.header.hasMarker, payload: Array(datagram[packet.payload]))
      while let frame = assembler.next() { times.append(frame.timestamp) }
    }
    // Black from the instant on that it became so.
    #expect(times.count >= 2 && times.contains { $0 &- times[0] == 9_000 })
    // Ten packets of 20 ms.
    #expect(status.packets - Int64(times.count) >= 9)
  }

  @Test func `one that is told to stop ends and says goodbye`() throws {
    let any = try #require(SocketAddress("127.0.0.1"))
    let media = try UDPSocket(any)
    var options = PlainRTPLiveSender.Options(to: media.localAddress, title: "Flash")
    options.isShared = true
    let sender = try PlainRTPLiveSender(options, channels: 0)
    var broadcast = try LiveBroadcast(Flash(), to: [sender], loop: try EventLoop())
    try broadcast.run { _ in false }
    #expect(try goodbyes(media) == 1)
  }

  @Test func `one whose source fails says goodbye, and why`() throws {
    /// It is white, and then it is gone.
    final class Broken: LiveSource {
      let size: (width: Int32, height: Int32) = (64, 48)
      let channels = 0
      let end: MediaTime? = nil
      let deadline: MediaTime? = .zero
      private var isShown = false

      func draw(
        at now: MediaTime, into picture: inout I420Picture
      ) throws(MediaError) -> LiveChange? {
        guard !isShown else { throw MediaError(.inputUnreadable, "it is gone") }
        isShown = true
        var all = BlockMap(width: size.width, height: size.height)
        all.insertAll()
        return LiveChange(blocks: all, time: .zero)
      }

      func nextSound(before time: MediaTime) -> PCMChunk? { nil }
    }
    let media = try UDPSocket(try #require(SocketAddress("127.0.0.1")))
    var options = PlainRTPLiveSender.Options(to: media.localAddress, title: "Broken")
    options.isShared = true
    let sender = try PlainRTPLiveSender(options, channels: 0)
    var broadcast = try LiveBroadcast(Broken(), to: [sender], loop: try EventLoop())
    var failure: MediaError?
    do throws(MediaError) { try broadcast.run { _ in true } } catch { failure = error }
    #expect(failure?.message == "it is gone")
    #expect(try goodbyes(media) == 1)
  }

  private func goodbyes(_ socket: UDPSocket) throws -> Int {
    var count = 0
    for datagram in try datagrams(socket) where DatagramKind(datagram.span) == .rtcp {
      for case .goodbye in RTCPDatagram(parsing: datagram.span).packets { count += 1 }
    }
    return count
  }
}
