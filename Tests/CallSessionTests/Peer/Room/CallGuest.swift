import MediaCore
import Strokes
import TestSupport

@testable import CallSession

/// A participant of a `CallStage`, with all that a real one has: a transport, a client of the room, Opus.
final class CallGuest {
  let number: UInt32
  let leg: Int
  var transport: PeerTransport
  var outputs = PeerOutputs()
  var client: RoomClient
  /// To and from the room.
  var up: NetworkLink
  var down: NetworkLink
  private(set) var board: [BoardEvent] = []
  private(set) var refusals: [RoomClientOutputs.Refusal] = []
  private(set) var events: [RoomEvent] = []

  /// Hertz; nil is silent.
  var tone: Double?
  /// Has neither microphone nor ear: for rooms that are full.
  var isIdle = false
  private var encoder: OpusEncoder
  private var receiver: AudioReceiver
  private(set) var heard: [Float] = []
  private var decoder: VPXDecoder
  /// Luma of the board's video, as it is shown.
  private(set) var shown: [UInt8] = []
  private(set) var boardFrames = 0
  private(set) var cameraFrames: [VP8FrameAssembler.Frame] = []
  private(set) var keyFramesWanted = 0
  /// What the room says the camera's rate may be.
  private(set) var cameraLimit: Int64?
  private(set) var screenLimit: Int64?
  private(set) var ticks: Int64 = 0

  init(
    number: UInt32, leg: Int, name: String, context: consuming LibSRTPContext, link: LinkSettings,
    using random: inout SeededGenerator
  ) throws {
    self.number = number
    self.leg = leg
    client = RoomClient(name: name)
    up = NetworkLink(link, seed: UInt64(number) * 2)
    down = NetworkLink(link, seed: UInt64(number) * 2 + 1)
    encoder = try OpusEncoder(OpusSettings(purpose: .call))
    receiver = try AudioReceiver(channels: 1)
    decoder = try VPXDecoder()
    transport = PeerTransport(
      RTPSession.Configuration(
        source: CallStreams.source(.messages, of: number), canonicalName: name),
      context: context, messagesOut: CallStreams.source(.messages, of: number),
      messagesIn: CallStreams.source(.roomMessages, of: number), using: &random)
    addStreams(using: &random)
  }

  private func addStreams(using random: inout SeededGenerator) {
    let number = number
    let microphone = CallStreams.source(.microphone, of: number)
    let mix = CallStreams.source(.mix, of: number)
    let camera = CallStreams.source(.camera, of: number)
    let board = CallStreams.source(.board, of: number)
    transport.withSession(into: &outputs) { session, _ in
      session.addAudio(
        RTPSendStream(
          source: microphone, payloadType: CallStreams.opus, clockRate: 48_000, using: &random),
        retransmission: CallStreams.retransmissionFormat(of: microphone, isAudio: true),
        using: &random)
      session.addCamera(
        RTPSendStream(
          source: camera, payloadType: CallStreams.vp8, clockRate: 90_000, using: &random),
        retransmission: CallStreams.retransmissionFormat(of: camera, isAudio: false),
        using: &random)
      session.receiveAudio(
        mix, payloadType: CallStreams.opus,
        retransmission: CallStreams.retransmissionFormat(of: mix, isAudio: true))
      session.receiveVideo(
        board, payloadType: CallStreams.vp8,
        retransmission: CallStreams.retransmissionFormat(of: board, isAudio: false))
    }
  }

  // MARK: What they do

  func join(at now: MediaTime) {
    let request = RoomCodec.encode(client.connect())
    transport.send(request, at: now, into: &outputs)
  }

  func send(_ command: RoomCommand, at now: MediaTime) throws {
    guard let message = client.send(command) else { return }
    transport.send(try RoomCodec.encode(message, by: AuthorID(number)), at: now, into: &outputs)
  }

  /// A stream for a screen that is shared.
  func addScreen(using random: inout SeededGenerator) {
    let screen = CallStreams.source(.screen, of: number)
    transport.withSession(into: &outputs) { session, _ in
      session.addCamera(
        RTPSendStream(
          source: screen, payloadType: CallStreams.vp8, clockRate: 90_000, using: &random),
        retransmission: CallStreams.retransmissionFormat(of: screen, isAudio: false),
        using: &random)
    }
  }

  /// Frames that look like VP8's.
  func sendFrame(
    isKeyFrame: Bool, size: Int = 0, _ kind: CallStreams.Kind = .camera, at now: MediaTime
  ) {
    var frame: [UInt8] = isKeyFrame ? FakeBoard.keyFrame : [0x11, 0, 0, 1, 2, 3]
    frame += [UInt8](repeating: 7, count: size)
    let source = CallStreams.source(kind, of: number)
    transport.withSession(into: &outputs) { session, streams in
      session.sendFrame(frame, source: source, capturedAt: now, at: now, into: &streams)
    }
  }

  func receiveCamera(of other: UInt32, _ kind: CallStreams.Kind = .camera) {
    let source = CallStreams.source(kind, of: other)
    transport.withSession(into: &outputs) { session, _ in
      session.receiveVideo(
        source, payloadType: CallStreams.vp8,
        retransmission: CallStreams.retransmissionFormat(of: source, isAudio: false))
    }
  }

  func askForKeyFrame(of other: UInt32) {
    transport.withSession(into: &outputs) { session, streams in
      session.requestKeyFrame(CallStreams.source(.camera, of: other), into: &streams)
    }
  }

  /// 20 ms of sound: what the microphone hears goes out, what has come is heard.
  func speak(at now: MediaTime) throws {
    guard !isIdle else { return }
    receiver.pull(960, at: now, into: &heard)
    defer { ticks += 960 }
    var samples = [Float](repeating: 0, count: 960)
    if let tone {
      for index in samples.indices {
        samples[index] = 0.3 * sine(tone * Double(Int(ticks) + index) / 48_000)
      }
    }
    let payload = try encoder.encode(samples)
    let level = AudioLevel(measuring: samples[...], isVoice: tone != nil).byte
    let source = CallStreams.source(.microphone, of: number)
    // It leaves when its last sample is there.
    let captured = MediaTime(nanoseconds: now.nanoseconds - 20_000_000)
    transport.withSession(into: &outputs) { session, streams in
      session.sendAudio(
        payload, source: source, ticks: ticks, level: level, capturedAt: captured, at: now,
        into: &streams)
    }
  }

  // MARK: What they get

  func settle(at now: MediaTime) throws {
    let taken = outputs
    outputs.removeAll()
    for bytes in taken.datagrams { up.send(bytes, at: now) }
    for event in taken.events { try handle(event, at: now) }
    for message in taken.messages {
      let event = try RoomCodec.decodeEvent(message)
      events.append(event)
      var answers = RoomClientOutputs()
      try client.receive(event, into: &answers)
      refusals += answers.refusals
      for step in answers.board {
        if case .event(let event) = step { board.append(event) }
      }
      for message in answers.messages {
        transport.send(try RoomCodec.encode(message, by: AuthorID(number)), at: now, into: &outputs)
      }
    }
  }

  private func handle(_ event: StreamOutputs.Event, at now: MediaTime) throws {
    switch event {
    case .sound(let sound):
      receiver.receive(
        sound.header, payload: sound.payload.span,
        isRetransmission: sound.isRetransmission, at: now)
    case .frame(let source, let frame) where source == CallStreams.source(.board, of: number):
      boardFrames += 1
      guard let picture = try decoder.decode(frame.bytes) else { return }
      shown = picture.withPlane(.luma) { plane, stride in
        var bytes: [UInt8] = []
        for row in 0..<Int(picture.height) {
          for column in 0..<Int(picture.width) { bytes.append(plane[row * stride + column]) }
        }
        return bytes
      }
    case .frame(_, let frame): cameraFrames.append(frame)
    case .keyFrameWanted: keyFramesWanted += 1
    case .limited(let source, let bitrate):
      if source == CallStreams.source(.screen, of: number) {
        screenLimit = bitrate
      } else {
        cameraLimit = bitrate
      }
    case .boardNeeds, .senderReport, .ended: return
    }
  }

  /// How much of a tone is in what was heard in the last `seconds`: its amplitude.
  func loudness(of tone: Double, in seconds: Double) -> Double {
    let count = min(Int(seconds * 48_000), heard.count)
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in heard.suffix(count).enumerated() {
      let phase = tone * Double(index) / 48_000
      real += Double(sample) * Double(sine(phase + 0.25))
      imaginary += Double(sample) * Double(sine(phase))
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(max(count, 1))
  }
}

/// Of a phase in turns.
private func sine(_ turns: Double) -> Float {
  sineTable[Int((turns - turns.rounded(.down)) * 4_800)]
}

private let sineTable: [Float] = {
  // A rotation by a 4 800th of a turn, again and again.
  let (cosine, sine) = (0.999_999_143_26, 0.001_308_996_56)
  var (x, y) = (1.0, 0.0)
  var table: [Float] = []
  for _ in 0...4_800 {
    table.append(Float(y))
    (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
  }
  return table
}()
