import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct RTPSessionTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  static func model(loss: Double, bitrate: Int64 = 5_000_000) -> SessionSimulation.Link.Model {
    var model = SessionSimulation.Link.Model()
    model.rates = [(.zero, bitrate)]
    model.loss = loss
    return model
  }

  @Test func `without losses every frame arrives as it was sent`() {
    var simulation = SessionSimulation(Self.model(loss: 0), seed: 1)
    simulation.hasCamera = true
    simulation.hasBoard = true
    simulation.run(until: Self.milliseconds(10_000))
    let shown = simulation.shownFrames.map(\.bytes)
    #expect(shown.count > 290)
    #expect(shown == Array(simulation.sentFrames.prefix(shown.count)))
    #expect(simulation.keyFrames == 1 && simulation.bootstraps == 1)
    #expect(simulation.receiver.videoCounts(SessionSimulation.camera)?.packetRequests == 0)
  }

  @Test(arguments: 0..<3, [0.1, 0.3])
  func `lost packets are sent again and the picture goes on`(seed: UInt64, loss: Double) {
    var simulation = SessionSimulation(Self.model(loss: loss), seed: seed)
    simulation.hasCamera = true
    simulation.run(until: Self.milliseconds(30_000))
    let shown = simulation.shownFrames.map(\.bytes)
    // In order, each whole.
    var next = 0
    for frame in shown {
      while next < simulation.sentFrames.count, simulation.sentFrames[next] != frame { next += 1 }
      #expect(next < simulation.sentFrames.count)
      next += 1
    }
    #expect(shown.count > simulation.sentFrames.count * 9 / 10)
    #expect(simulation.frozen(from: .zero) < (loss < 0.2 ? 1_500 : 7_000))
  }

  @Test(arguments: 0..<3, [0, 0.1, 0.3])
  func `a board is whole at the end and its strokes are soon there`(seed: UInt64, loss: Double) {
    var simulation = SessionSimulation(Self.model(loss: loss), seed: seed)
    simulation.hasBoard = true
    // Strokes of a second and pauses of half of one.
    simulation.isDrawing = {
      $0.nanoseconds % 1_500_000_000 < 1_000_000_000 && $0 < Self.milliseconds(28_000)
    }
    simulation.run(until: Self.milliseconds(32_000))
    #expect(simulation.screen.versions == simulation.board.versions)
    let delays = simulation.inkDelays.sorted()
    if loss <= 0.1 { #expect(delays[delays.count * 95 / 100] < 500) }
  }

  @Test(arguments: 0..<3)
  func `after an outage a board is mended by one frame`(seed: UInt64) {
    var model = Self.model(loss: 0)
    model.outages = [Self.milliseconds(5_000)..<Self.milliseconds(8_000)]
    var simulation = SessionSimulation(model, seed: seed)
    simulation.hasBoard = true
    simulation.isDrawing = { $0 < Self.milliseconds(9_000) }
    simulation.run(until: Self.milliseconds(9_000))
    #expect(simulation.bootstraps == 1 && simulation.recoveries > 0)
    simulation.run(until: Self.milliseconds(10_000))
    #expect(simulation.screen.versions == simulation.board.versions)
  }

  @Test func `a slow link takes frames from a board, never ink`() {
    var simulation = SessionSimulation(Self.model(loss: 0, bitrate: 110_000), seed: 4)
    simulation.hasBoard = true
    simulation.isDrawing = { $0 < Self.milliseconds(15_000) }
    simulation.run(until: Self.milliseconds(30_000))
    #expect(simulation.screen.versions == simulation.board.versions)
    #expect(simulation.bootstraps == 1 && simulation.recoveries > 3)
  }

  @Test func `the last packet before a pause is sent again`() {
    var simulation = SessionSimulation(Self.model(loss: 0), seed: 5)
    simulation.hasBoard = true
    simulation.isDrawing = { $0 < Self.milliseconds(1_000) }
    var last: RTPHeader?
    simulation.run(until: Self.milliseconds(960))
    simulation.loses = { header in
      // All that is sent first from here on: its only frame.
      guard header.ssrc == SessionSimulation.boardSource else { return false }
      last = header
      return true
    }
    simulation.run(until: Self.milliseconds(1_300))
    #expect(last != nil)
    #expect(simulation.screen.versions == simulation.board.versions)
  }

  @Test func `with nothing to make probes of, and after a farewell, deadlines are heeded`() {
    var random = SeededGenerator(seed: 6)
    var session = RTPSession(RTPSession.Configuration(source: SSRC(1), canonicalName: "a"))
    session.addAudio(
      RTPSendStream(source: SSRC(1), payloadType: 111, clockRate: 48_000, using: &random),
      using: &random)
    session.receiveVideo(SSRC(2), payloadType: 96, retransmission: nil)
    session.announce(need: 1_000_000)
    var outputs = StreamOutputs()
    // The beginning of a frame, a gap, and then the end of all.
    for number in [1, 5] as [UInt16] {
      var bytes: [UInt8] = []
      let header = RTPHeader(
        payloadType: 96, sequenceNumber: SequenceNumber(number), timestamp: 0, ssrc: SSRC(2))
      RTPPacket.write(header, payload: [0x10, 0x11, 0, 0].span, to: &bytes)
      session.receive(bytes, at: .zero, into: &outputs)
    }
    var writer = RTCPWriter()
    writer.append(.goodbye(Goodbye(sources: [SSRC(2)])))
    session.receive(writer.bytes, at: .zero, into: &outputs)
    var now = MediaTime.zero
    var calls = 0
    while now < Self.milliseconds(20_000), calls < 1_000 {
      session.handleTimeout(at: now, using: &random, into: &outputs)
      calls += 1
      now = max(now, session.deadline ?? Self.milliseconds(20_000))
    }
    #expect(calls < 200)
    // Nothing is asked of who has left.
    for datagram in outputs.datagrams where datagram.isControl {
      for packet in RTCPDatagram(parsing: datagram.bytes.span).packets {
        if case .nack = packet { Issue.record("asks for packets") }
        if case .pictureLoss = packet { Issue.record("asks for a key frame") }
      }
    }
  }

  @Test func `the same seed gives the same call`() {
    func call() -> ([Int64], [Int64], Int, Int64) {
      var simulation = SessionSimulation(Self.model(loss: 0.1), seed: 7)
      simulation.hasCamera = true
      simulation.hasBoard = true
      simulation.run(until: Self.milliseconds(5_000))
      return (
        simulation.inkDelays, simulation.sounds, simulation.link.sent, simulation.sender.estimate
      )
    }
    #expect(call() == call())
  }

  @Test func `who only receives learns the round trip too`() {
    var simulation = SessionSimulation(Self.model(loss: 0), seed: 8)
    simulation.run(until: Self.milliseconds(4_000))
    let receiver = simulation.receiver.roundTripEstimate
    let sender = simulation.sender.roundTripEstimate
    #expect(abs(receiver.nanoseconds - 100_000_000) < 3_000_000)
    #expect(abs(sender.nanoseconds - 100_000_000) < 3_000_000)
  }

  @Test(arguments: [true, false])
  func `only a peer that tells what came is waited for`(tells: Bool) {
    var random = SeededGenerator(seed: 9)
    var configuration = RTPSession.Configuration(source: SSRC(1), canonicalName: "sender")
    if !tells { configuration.extensions.transportSequence = nil }
    var session = RTPSession(configuration)
    let stream = RTPSendStream(source: SSRC(2), payloadType: 96, clockRate: 90_000, using: &random)
    session.addCamera(stream, retransmission: nil, using: &random)
    // 400 kbit/s of the 500 that are assumed, to somebody of whom nothing is heard.
    var outputs = StreamOutputs()
    var frames: Set<UInt32> = []
    var now = MediaTime.zero
    for number in 0..<60 {
      let frame = FakeBoard.keyFrame + [UInt8](repeating: UInt8(number), count: 1_600)
      session.sendFrame(frame, source: SSRC(2), capturedAt: now, at: now, into: &outputs)
      let next = MediaTime(count: Int64(number) + 1, rate: 30)
      while let due = session.deadline, due < next {
        now = max(now + MediaTime(nanoseconds: 1_000), due)
        session.handleTimeout(at: now, using: &random, into: &outputs)
      }
      now = next
    }
    for datagram in outputs.datagrams where !datagram.isControl {
      if let packet = try? RTPPacket(parsing: datagram.bytes.span) {
        frames.insert(packet.header.timestamp)
      }
    }
    #expect(session.isFull == tells)
    #expect((frames.count == 60) == !tells, "\(frames.count)")
  }

  @Test(arguments: 0..<60)
  func `whatever a peer sends, the session goes on`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<100 {
      let datagram = HostileDatagrams.datagram(using: &random)
      bytes += [UInt8((datagram.count + 3) / 4), .random(in: 0...255, using: &random)]
      bytes += datagram
    }
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    let report = RTPSessionExercise.run(bytes)
    #expect(report.isConsistent)
    #expect(report.datagrams > 10)
    #expect(RTPSessionExercise.run(bytes) == report)
  }
}
