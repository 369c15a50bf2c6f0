import MediaCore
import Strokes
import TestSupport
import Testing

@testable import CallSession

@Suite struct BoardSendStreamTests {
  static func blocks(_ range: Range<Int>) -> BlockMap {
    var blocks = BlockMap(width: 640, height: 368)
    for block in range { blocks.insert(block) }
    return blocks
  }

  static func frame(_ bytes: Int, at time: Int64) -> SharedFrame {
    SharedFrame(
      [0x11, 0, 0] + [UInt8](repeating: 1, count: bytes), time: MediaTime(milliseconds: time))
  }

  static let path = BoardSendStream.Path(
    roundTrip: MediaTime(milliseconds: 50), bitrate: 2_000_000)

  struct Receiver {
    var board: BoardSendStream
    var history = RetransmissionHistory()
    var packets: [OutgoingPacket] = []
    var first: Int64

    init() {
      var random = SeededGenerator(seed: 3)
      let stream = RTPSendStream(
        source: SSRC(1), payloadType: 96, clockRate: 90_000, using: &random)
      first = stream.next
      board = BoardSendStream(stream: stream)
    }

    mutating func share(_ blocks: Range<Int>, bytes: Int, at time: Int64, isCongested: Bool = false)
    {
      var new: [OutgoingPacket] = []
      board.share(
        frame(bytes, at: time), blocks: BoardSendStreamTests.blocks(blocks),
        isCongested: isCongested, into: &new)
      note(new, at: time)
    }

    mutating func answer(
      frames: Int, _ blocks: Range<Int>, shared: Int64, at time: Int64, bytes: Int = 500
    ) {
      var new: [OutgoingPacket] = []
      board.answer(
        (0..<frames).map { _ in frame(bytes, at: time) },
        blocks: BoardSendStreamTests.blocks(blocks), shared: shared, into: &new)
      note(new, at: time)
    }

    private mutating func note(_ new: [OutgoingPacket], at time: Int64) {
      for packet in new {
        history.note(
          packet, sequence: first + Int64(packets.count), at: MediaTime(milliseconds: time),
          roundTrip: .zero)
        packets.append(packet)
      }
    }

    mutating func join() {
      _ = board.takeNeed()
      answer(frames: 2, 0..<900, shared: board.shared, at: 0)
    }
  }

  @Test func `a joiner gets a bootstrap, what it missed meanwhile, and then what all get`() {
    var receiver = Receiver()
    receiver.share(0..<3, bytes: 100, at: 0)
    #expect(receiver.packets.isEmpty)
    #expect(receiver.board.takeNeed() == .bootstrap)
    #expect(receiver.board.takeNeed() == nil)
    let covered = receiver.board.shared
    receiver.share(3..<5, bytes: 100, at: 33)
    receiver.answer(frames: 2, 0..<3, shared: covered, at: 40)
    #expect(receiver.packets.count == 2)
    // The frame that came while the bootstrap was made.
    #expect(receiver.board.takeNeed() == .blocks(Self.blocks(3..<5)))
    receiver.answer(frames: 1, 3..<5, shared: receiver.board.shared, at: 50)
    #expect(receiver.board.takeNeed() == nil)
    receiver.share(7..<8, bytes: 100, at: 66)
    #expect(receiver.packets.count == 4)
    #expect(receiver.packets.allSatisfy { !$0.isRecovery })
  }

  @Test func `numbers of packets and pictures have no gap, and times rise`() throws {
    var receiver = Receiver()
    receiver.join()
    for index in 0..<20 {
      receiver.share(
        index..<index + 1, bytes: 3_000, at: Int64(index) * 33, isCongested: index % 5 == 4)
      if receiver.board.takeNeed() != nil {
        receiver.answer(frames: 1, 0..<20, shared: receiver.board.shared, at: Int64(index) * 33)
      }
    }
    var picture: VP8PayloadDescriptor.PictureID?
    var before: RTPHeader?
    for packet in receiver.packets {
      var size = 0
      let descriptor = try #require(VP8PayloadDescriptor(parsing: packet.payload.span, size: &size))
      if let before, let picture, let now = descriptor.picture {
        #expect(before.sequenceNumber.distance(to: packet.header.sequenceNumber) == 1)
        #expect(picture.distance(to: now) == (before.hasMarker ? 1 : 0))
        #expect(before.hasMarker == (packet.header.timestamp != before.timestamp))
        #expect(Int32(bitPattern: packet.header.timestamp &- before.timestamp) >= 0)
      }
      (picture, before) = (descriptor.picture, packet.header)
    }
    #expect(receiver.packets.count > 50)
  }

  @Test func `a short loss is sent again, a long one coded again`() {
    var receiver = Receiver()
    receiver.join()
    // The same three blocks, over and over.
    for index in 0..<60 { receiver.share(10..<13, bytes: 300, at: Int64(index) * 10) }
    func numbers(_ range: Range<Int>) -> [SequenceNumber] {
      range.map { receiver.packets[$0].header.sequenceNumber }
    }
    #expect(
      receiver.board.recodes(numbers(60..<61), history: receiver.history, path: Self.path) == false)
    #expect(
      receiver.board.recodes(numbers(10..<60), history: receiver.history, path: Self.path) == true)
    #expect(receiver.board.takeNeed() == .blocks(Self.blocks(10..<13)))
    receiver.answer(frames: 1, 10..<13, shared: receiver.board.shared, at: 700, bytes: 100)
    #expect(receiver.packets.last?.isRecovery == true)
    // What is asked for once more has been mended.
    #expect(
      receiver.board.recodes(numbers(10..<60), history: receiver.history, path: Self.path) == true)
    #expect(receiver.board.takeNeed() == nil)
    // But the frame that mends is sent again like any other.
    #expect(
      receiver.board.recodes(numbers(62..<63), history: receiver.history, path: Self.path) == false)
  }

  @Test func `what the history has forgotten is coded again`() {
    var receiver = Receiver()
    receiver.join()
    receiver.share(5..<6, bytes: 50, at: 0)
    let lost = receiver.packets[2].header.sequenceNumber
    for index in 1..<10 { receiver.share(100..<400, bytes: 300, at: Int64(index) * 1_000) }
    #expect(receiver.board.recodes([lost], history: receiver.history, path: Self.path) == true)
    var expected = Self.blocks(100..<400)
    expected.insert(5)
    #expect(receiver.board.takeNeed() == .blocks(expected))
  }

  @Test func `without its key frame a receiver gets that first`() {
    var receiver = Receiver()
    receiver.join()
    for index in 0..<60 { receiver.share(10..<13, bytes: 300, at: Int64(index) * 10) }
    let numbers = receiver.packets.map(\.header.sequenceNumber)
    #expect(receiver.board.recodes(numbers, history: receiver.history, path: Self.path) == false)
  }

  @Test func `what all get while blocks are coded again is owed still, but for those blocks`() {
    var receiver = Receiver()
    receiver.join()
    receiver.share(1..<4, bytes: 100, at: 10, isCongested: true)
    #expect(receiver.board.takeNeed() == .blocks(Self.blocks(1..<4)))
    receiver.share(3..<7, bytes: 100, at: 43)
    receiver.share(2..<4, bytes: 100, at: 76)
    receiver.answer(frames: 1, 1..<4, shared: receiver.board.shared, at: 80)
    #expect(receiver.board.takeNeed() == .blocks(Self.blocks(4..<7)))
    receiver.answer(frames: 1, 4..<7, shared: receiver.board.shared, at: 90)
    #expect(!receiver.board.hasNeed)
  }

  @Test func `blocks that were asked for before a loss do not mend it`() {
    var receiver = Receiver()
    receiver.join()
    for index in 0..<60 { receiver.share(10..<13, bytes: 300, at: Int64(index) * 10) }
    receiver.share(1..<4, bytes: 100, at: 610, isCongested: true)
    #expect(receiver.board.takeNeed() == .blocks(Self.blocks(1..<4)))
    let lost = receiver.packets[10..<60].map(\.header.sequenceNumber)
    #expect(receiver.board.recodes(lost, history: receiver.history, path: Self.path) == true)
    let count = receiver.packets.count
    receiver.answer(frames: 1, 1..<4, shared: receiver.board.shared, at: 620)
    // It would be of no use without what was lost.
    #expect(receiver.packets.count == count)
    var all = Self.blocks(10..<13)
    all.formUnion(Self.blocks(1..<4))
    #expect(receiver.board.takeNeed() == .blocks(all))
    receiver.answer(frames: 1, 1..<13, shared: receiver.board.shared, at: 630)
    #expect(receiver.packets.last?.isRecovery == true)
    #expect(!receiver.board.hasNeed)
  }

  @Test func `a receiver that cannot go on is given all while less was under way`() {
    var receiver = Receiver()
    receiver.join()
    receiver.share(1..<2, bytes: 100, at: 10, isCongested: true)
    #expect(receiver.board.takeNeed() == .blocks(Self.blocks(1..<2)))
    receiver.board.wantBootstrap()
    receiver.answer(frames: 1, 1..<2, shared: receiver.board.shared, at: 20)
    #expect(receiver.board.takeNeed() == .bootstrap)
  }
}
