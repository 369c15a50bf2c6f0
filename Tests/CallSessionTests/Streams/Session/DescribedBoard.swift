import MediaCore
import Strokes
import TestSupport

@testable import CallSession

/// A board that is drawn on thirty times a second, for a `DescribedScreen` at the other end of two links.
struct DescribedBoard {
  typealias Link = QueueLink<StreamOutputs.Datagram>

  private static let source = SSRC(3)
  private static let format = RetransmissionFormat(
    original: .init(ssrc: source, payloadType: 96),
    retransmission: .init(ssrc: SSRC(4), payloadType: 97))

  private var sender: RTPSession
  private var receiver: RTPSession
  private(set) var link: Link
  private var back: Link
  private var random: SeededGenerator
  private var now = MediaTime.zero
  private var outputs = StreamOutputs()
  private var nextFrame = MediaTime.zero
  private var frameCount: Int64 = 0
  private var unseen: [(block: Int, version: UInt32, drawn: MediaTime)] = []
  private(set) var board = FakeBoard()
  private(set) var screen: DescribedScreen
  /// Of a block's version, until it is shown: milliseconds.
  private(set) var inkDelays: [Int64] = []
  private(set) var bootstraps = 0
  private(set) var recoveries = 0
  private(set) var repeats = 0
  var isDrawing: (MediaTime) -> Bool = { _ in true }

  /// - Parameter isTold: which frames a frame depends on.
  init(_ model: Link.Model, isTold: Bool = true, isHasty: Bool = false, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    var configuration = RTPSession.Configuration(source: SSRC(1), canonicalName: "sender")
    configuration.extensions = RTPExtensionMap(
      recovery: nil, playoutDelay: 5, dependencies: isTold ? 12 : nil)
    configuration.hasRecoveryFrames = isTold
    configuration.startBitrate = 2_000_000
    sender = RTPSession(configuration)
    receiver = RTPSession(RTPSession.Configuration(source: SSRC(10), canonicalName: "receiver"))
    link = QueueLink(model, seed: seed &+ 1)
    back = QueueLink(model, seed: seed &+ 2)
    screen = DescribedScreen(id: isTold ? 12 : nil, format: Self.format, isHasty: isHasty)
    let stream = RTPSendStream(
      source: Self.source, payloadType: 96, clockRate: 90_000, using: &random)
    sender.addBoard(stream, retransmission: Self.format, using: &random)
  }

  mutating func run(until end: MediaTime) throws {
    while now < end {
      if nextFrame <= now { draw() }
      sender.handleTimeout(at: now, using: &random, into: &outputs)
      drainSender()
      receiver.handleTimeout(at: now, using: &random, into: &outputs)
      ask()
      drainReceiver()
      try deliver()
      var next = nextFrame
      for deadline in [
        sender.deadline, receiver.deadline, screen.deadline, link.deadline, back.deadline,
      ] {
        if let deadline { next = min(next, deadline) }
      }
      now = min(max(next, now + MediaTime(milliseconds: 1)), end)
    }
  }

  private mutating func draw() {
    frameCount += 1
    nextFrame = MediaTime(count: frameCount, rate: 30)
    // Once a second at rest, as heartbeats do.
    let isDrawn = isDrawing(now)
    guard isDrawn || frameCount % 30 == 0 else { return }
    let blocks = isDrawn ? board.draw(using: &random) : FakeBoard.noBlocks
    for block in blocks.indices { unseen.append((block, board.versions[block], now)) }
    sender.shareBoard(
      SharedFrame(board.frame(blocks), time: now), blocks: blocks, source: Self.source, at: now,
      into: &outputs)
    drainSender()
  }

  private mutating func drainSender() {
    while !outputs.events.isEmpty || !outputs.datagrams.isEmpty {
      let current = outputs
      outputs.removeAll()
      for datagram in current.datagrams {
        if !datagram.isControl, let packet = try? RTPPacket(parsing: datagram.bytes.span),
          packet.header.ssrc == Self.format.retransmission.ssrc, !packet.payload.isEmpty
        {
          repeats += 1
        }
        link.send(datagram, size: datagram.bytes.count + 44, at: now)
      }
      for case .boardNeeds(_, let need) in current.events { answer(need) }
    }
  }

  private mutating func answer(_ need: BoardSendStream.Need) {
    guard let shared = sender.boardFrames(Self.source) else { return }
    switch need {
    case .bootstrap: bootstraps += 1
    case .blocks: recoveries += 1
    }
    let (frames, blocks) = board.frames(for: need, at: now)
    sender.answerBoard(
      frames, blocks: blocks, shared: shared, source: Self.source, at: now, into: &outputs)
  }

  private mutating func ask() {
    let packets = screen.takeFeedback(at: now)
    guard !packets.isEmpty else { return }
    var writer = RTCPWriter()
    for packet in packets { writer.append(packet) }
    back.send(
      StreamOutputs.Datagram(bytes: writer.bytes, isControl: true), size: writer.bytes.count + 44,
      at: now)
  }

  private mutating func drainReceiver() {
    for datagram in outputs.datagrams {
      back.send(datagram, size: datagram.bytes.count + 44, at: now)
    }
    outputs.removeAll()
  }

  private mutating func deliver() throws {
    while let datagram = link.next(at: now) {
      receiver.receive(datagram.bytes, at: now, into: &outputs)
      drainReceiver()
      if datagram.isControl { continue }
      try screen.receive(datagram.bytes, roundTrip: receiver.roundTripEstimate, at: now)
      noteInk()
    }
    while let datagram = back.next(at: now) {
      sender.receive(datagram.bytes, at: now, into: &outputs)
      drainSender()
    }
  }

  private mutating func noteInk() {
    guard let versions = screen.screen.versions else { return }
    unseen.removeAll { ink in
      guard versions[ink.block] >= ink.version else { return false }
      inkDelays.append((now - ink.drawn).nanoseconds / 1_000_000)
      return true
    }
  }
}
