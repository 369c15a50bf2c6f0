import MediaCore
import Strokes
import TestSupport

@testable import CallSession

/// A participant who sends sound, a camera and a board, and one who watches, over two links.
struct SessionSimulation {
  typealias Link = QueueLink<StreamOutputs.Datagram>

  var sender: RTPSession
  var receiver: RTPSession
  var link: Link
  var back: Link
  private var random: SeededGenerator
  private var now = MediaTime.zero
  private var outputs = StreamOutputs()

  var hasCamera = false
  var hasBoard = false
  /// When the board is drawn on.
  var isDrawing: (MediaTime) -> Bool = { _ in true }
  /// Bits a second of the camera, where the estimate allows them.
  var cameraBitrate: Int64 = 400_000
  /// What the sender's link loses beyond the model's; tells the packet's header.
  var loses: (RTPHeader) -> Bool = { _ in false }

  private(set) var board = FakeBoard()
  private(set) var screen = FakeBoard.Screen()
  /// Of a block's version, until it is shown: milliseconds.
  private(set) var inkDelays: [Int64] = []
  private var unseen: [(block: Int, version: UInt32, drawn: MediaTime)] = []
  private(set) var sentFrames: [[UInt8]] = []
  private(set) var shownFrames: [(bytes: [UInt8], time: MediaTime)] = []
  private(set) var sounds: [Int64] = []
  private(set) var bootstraps = 0
  private(set) var recoveries = 0
  private(set) var keyFrames = 0
  private var wantsKeyFrame = true
  private var nextFrame = MediaTime.zero
  private var nextSound = MediaTime.zero
  private var frameCount = 0

  static let audio = SSRC(1)
  static let camera = SSRC(2)
  static let boardSource = SSRC(3)

  init(
    _ model: Link.Model, back backModel: Link.Model? = nil, recovery: Bool = true, seed: UInt64
  ) {
    random = SeededGenerator(seed: seed)
    var configuration = RTPSession.Configuration(source: Self.audio, canonicalName: "sender")
    configuration.hasRecoveryFrames = recovery
    sender = RTPSession(configuration)
    receiver = RTPSession(RTPSession.Configuration(source: SSRC(10), canonicalName: "receiver"))
    link = QueueLink(model, seed: seed &+ 1)
    back = QueueLink(backModel ?? model, seed: seed &+ 2)
    let sound = RTPSendStream(
      source: Self.audio, payloadType: 111, clockRate: 48_000, using: &random)
    sender.addAudio(sound, using: &random)
    sender.announce(need: 700_000)
    receiver.receiveAudio(Self.audio, payloadType: 111)
    for source in [Self.camera, Self.boardSource] {
      let again = RetransmissionFormat(
        original: .init(ssrc: source, payloadType: 96),
        retransmission: .init(ssrc: SSRC(source.rawValue + 100), payloadType: 97))
      let stream = RTPSendStream(source: source, payloadType: 96, clockRate: 90_000, using: &random)
      if source == Self.camera {
        sender.addCamera(stream, retransmission: again, using: &random)
      } else {
        sender.addBoard(stream, retransmission: again, using: &random)
      }
      receiver.receiveVideo(source, payloadType: 96, retransmission: again)
    }
  }

  mutating func run(until end: MediaTime) {
    var stalls = 0
    while now < end {
      produce()
      sender.handleTimeout(at: now, using: &random, into: &outputs)
      drainSender()
      receiver.handleTimeout(at: now, using: &random, into: &outputs)
      drainReceiver()
      deliver()
      var next = min(nextFrame, nextSound)
      for deadline in [sender.deadline, receiver.deadline, link.deadline, back.deadline] {
        if let deadline { next = min(next, deadline) }
      }
      stalls = next > now ? 0 : stalls + 1
      precondition(stalls < 100, "deadlines that nobody heeds")
      now = min(max(next, now), end)
    }
  }

  private mutating func produce() {
    if nextSound <= now {
      nextSound = nextSound + MediaTime(milliseconds: 20)
      sender.sendAudio(
        [UInt8](repeating: 7, count: 80), source: Self.audio, ticks: now.nanoseconds * 6 / 125_000,
        at: now, into: &outputs)
    }
    if nextFrame <= now {
      frameCount += 1
      nextFrame = MediaTime(count: Int64(frameCount), rate: 30)
      if hasCamera, !sender.isCongested { sendCamera() }
      if hasBoard, isDrawing(now) { drawBoard() }
    }
    drainSender()
  }

  private mutating func sendCamera() {
    var frame = wantsKeyFrame ? FakeBoard.keyFrame : [0x11, 0, 0]
    if wantsKeyFrame { keyFrames += 1 }
    let bitrate = min(cameraBitrate, max(sender.target * 3 / 4 - 50_000, 30_000))
    var bytes = Int(bitrate / 8 / 30)
    if wantsKeyFrame { bytes *= 6 }
    bytes = bytes * .random(in: 70...130, using: &random) / 100
    let number = sentFrames.count
    frame += [UInt8(number >> 8), UInt8(number & 255)]
    while frame.count < bytes { frame.append(UInt8(truncatingIfNeeded: frame.count &* number)) }
    wantsKeyFrame = false
    sentFrames.append(frame)
    sender.sendFrame(frame, source: Self.camera, capturedAt: now, at: now, into: &outputs)
  }

  private mutating func drawBoard() {
    let blocks = board.draw(using: &random)
    for block in blocks.indices { unseen.append((block, board.versions[block], now)) }
    let frame = SharedFrame(board.frame(blocks), time: now)
    sender.shareBoard(frame, blocks: blocks, source: Self.boardSource, at: now, into: &outputs)
  }

  private mutating func drainSender() {
    while !outputs.events.isEmpty || !outputs.datagrams.isEmpty {
      let current = outputs
      outputs.removeAll()
      for datagram in current.datagrams { transmit(datagram) }
      for event in current.events {
        switch event {
        case .keyFrameWanted: wantsKeyFrame = true
        case .boardNeeds(let source, let need): answer(need, source)
        default: break
        }
      }
    }
  }

  private mutating func transmit(_ datagram: StreamOutputs.Datagram) {
    let size = datagram.bytes.count + 44
    if !datagram.isControl, let packet = try? RTPPacket(parsing: datagram.bytes.span),
      loses(packet.header)
    {
      return
    }
    link.send(datagram, size: size, at: now)
  }

  private mutating func answer(_ need: BoardSendStream.Need, _ source: SSRC) {
    guard let shared = sender.boardFrames(source) else { return }
    switch need {
    case .bootstrap: bootstraps += 1
    case .blocks: recoveries += 1
    }
    let (frames, blocks) = board.frames(for: need, at: now)
    sender.answerBoard(
      frames, blocks: blocks, shared: shared, source: source, at: now, into: &outputs)
  }

  private mutating func drainReceiver() {
    for datagram in outputs.datagrams {
      back.send(datagram, size: datagram.bytes.count + 44, at: now)
    }
    for event in outputs.events {
      switch event {
      case .frame(Self.camera, let frame): shownFrames.append((frame.bytes, now))
      case .frame(_, let frame):
        screen.show(frame.bytes)
        noteInk()
      case .sound(let sound): sounds.append(sound.sequence)
      default: break
      }
    }
    outputs.removeAll()
  }

  private mutating func noteInk() {
    guard let versions = screen.versions else { return }
    var left: [(block: Int, version: UInt32, drawn: MediaTime)] = []
    for ink in unseen {
      if versions[ink.block] >= ink.version {
        inkDelays.append((now - ink.drawn).nanoseconds / 1_000_000)
      } else {
        left.append(ink)
      }
    }
    unseen = left
  }

  private mutating func deliver() {
    while let datagram = link.next(at: now) {
      receiver.receive(datagram.bytes, at: now, into: &outputs)
      drainReceiver()
    }
    while let datagram = back.next(at: now) {
      sender.receive(datagram.bytes, at: now, into: &outputs)
      drainSender()
    }
  }

  /// Milliseconds by which the camera's picture stood longer than 200 ms, from a time on.
  func frozen(from start: MediaTime) -> Int64 {
    var frozen: Int64 = 0
    for (one, next) in zip(shownFrames, shownFrames.dropFirst()) where one.time >= start {
      frozen += max((next.time - one.time).nanoseconds / 1_000_000 - 200, 0)
    }
    return frozen
  }
}
