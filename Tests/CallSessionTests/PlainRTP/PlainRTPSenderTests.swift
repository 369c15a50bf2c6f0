import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct PlainRTPSenderTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  /// A sender, its chance, and all that left it.
  final class Stage {
    var sender: PlainRTPSender
    private var random = SeededGenerator(seed: 8)
    var datagrams: [PlainRTPDatagram] = []

    /// 2026-11-30 12:00 UTC.
    static let origin: Int64 = 1_796_040_000_000_000_000

    init(_ lanes: [MediaLane] = MediaLane.allCases) {
      var random = SeededGenerator(seed: 7)
      sender = PlainRTPSender(
        PlainRTPSender.Configuration(
          canonicalName: "board", wallClockOrigin: Self.origin, lanes: lanes), using: &random)
    }

    func wishes(at now: MediaTime) -> Bool { sender.takeKeyFrameWish(at: now) }

    func frame(_ size: Int = 3_000, isKeyFrame: Bool = false, at time: MediaTime) {
      let frame = EncodedFrame(
        bytes: [UInt8](repeating: isKeyFrame ? 0x10 : 0x11, count: size), time: time,
        isKeyFrame: isKeyFrame)
      sender.send(frame, at: time, into: &datagrams)
    }

    func wait(until end: MediaTime) {
      while let deadline = sender.deadline, deadline <= end {
        sender.handleTimeout(at: deadline, using: &random, into: &datagrams)
        if wishes(at: deadline) { frame(isKeyFrame: true, at: deadline) }
        if deadline == sender.deadline { break }
      }
      sender.handleTimeout(at: end, using: &random, into: &datagrams)
    }

    func media(_ lane: MediaLane) -> [RTPPacket] {
      datagrams.filter { $0.lane == lane && !$0.isControl }.compactMap {
        try? RTPPacket(parsing: $0.bytes.span)
      }
    }

    func control(_ lane: MediaLane) -> [RTCPPacket] {
      datagrams.filter { $0.lane == lane && $0.isControl }
        .flatMap { RTCPDatagram(parsing: $0.bytes.span).packets }
    }

    func receive(_ packet: RTCPPacket, at now: MediaTime) {
      var writer = RTCPWriter()
      writer.append(packet)
      sender.receive(writer.bytes, lane: .video, at: now)
    }
  }

  @Test func `a frame leaves as packets in a row, the last with the marker, all at its time`() {
    let stage = Stage([.video])
    stage.frame(isKeyFrame: true, at: .zero)
    stage.frame(at: Self.milliseconds(100))
    stage.wait(until: Self.milliseconds(200))
    let headers = stage.media(.video).map(\.header)
    #expect(headers.map(\.hasMarker) == [false, false, true, false, false, true])
    #expect(Set(headers.map(\.payloadType)) == [96])
    #expect(headers[3].timestamp &- headers[0].timestamp == 9_000)
    for (one, next) in zip(headers, headers.dropFirst()) {
      #expect(one.sequenceNumber.distance(to: next.sequenceNumber) == 1)
    }
    #expect(stage.datagrams.allSatisfy { $0.bytes.count <= 1_212 })
  }

  @Test func `both streams have one name, and reports that lay them side by side`() throws {
    let stage = Stage()
    stage.frame(isKeyFrame: true, at: Self.milliseconds(40))
    var sound = try LiveSoundEncoder(channels: 1)
    let packet = try #require(try sound.next(before: Self.milliseconds(20)))
    stage.sender.send(packet, at: Self.milliseconds(40), into: &stage.datagrams)
    stage.wait(until: Self.milliseconds(50))
    var wall: [Int64] = []
    for lane in MediaLane.allCases {
      let packets = stage.control(lane)
      guard case .senderReport(let report)? = packets.first,
        case .sourceDescription(let chunks)? = packets.dropFirst().first
      else {
        Issue.record("no compound report: \(packets)")
        return
      }
      #expect(report.sender == stage.sender.source(of: lane))
      #expect(chunks.map(\.canonicalName) == ["board"])
      let first = try #require(stage.media(lane).first)
      let ticks = Int64(Int32(bitPattern: report.timestamp &- first.header.timestamp))
      wall.append(
        report.time.unixNanoseconds - ticks * 1_000_000_000 / lane.clockRate - Stage.origin)
    }
    // The picture of 40 ms, and the sound of 0 but for the codec's delay.
    #expect(abs(wall[0] - 40_000_000) < 50_000)
    #expect(abs(wall[1] - packet.time.nanoseconds) < 50_000)
    #expect(packet.time < .zero && packet.time > Self.milliseconds(-10))
  }

  @Test func `reports come about every second`() {
    let stage = Stage([.video])
    stage.frame(isKeyFrame: true, at: .zero)
    stage.wait(until: Self.milliseconds(20_000))
    let reports = stage.control(.video).filter {
      if case .senderReport = $0 { true } else { false }
    }
    #expect((14...28).contains(reports.count))
  }

  @Test func `a key frame is wanted again and again, also while nothing changes`() {
    let stage = Stage([.video])
    #expect(!stage.wishes(at: .zero))
    stage.frame(isKeyFrame: true, at: .zero)
    #expect(!stage.wishes(at: Self.milliseconds(2_999)))
    #expect(stage.wishes(at: Self.milliseconds(3_000)))
    // It was passed on.
    #expect(!stage.wishes(at: Self.milliseconds(3_010)))
    stage.frame(isKeyFrame: true, at: Self.milliseconds(3_030))
    #expect(!stage.wishes(at: Self.milliseconds(3_040)))
    stage.wait(until: Self.milliseconds(3_100))
    #expect(stage.sender.deadline.map { $0 <= Self.milliseconds(6_030) } == true)
    #expect(stage.wishes(at: Self.milliseconds(6_030)))
    #expect(stage.sender.statistics.keyFrames == 2)
  }

  @Test func `who asks for a key frame, or reports for the first time, gets one`() throws {
    let stage = Stage([.video])
    let source = try #require(stage.sender.source(of: .video))
    func settle(_ milliseconds: Int64) {
      stage.frame(isKeyFrame: true, at: Self.milliseconds(milliseconds))
      #expect(!stage.wishes(at: Self.milliseconds(milliseconds)))
    }
    settle(0)
    stage.receive(
      .pictureLoss(PictureLossIndication(sender: SSRC(9), source: source)),
      at: Self.milliseconds(100))
    #expect(stage.wishes(at: Self.milliseconds(100)))
    settle(110)
    let entry = FullIntraRequest.Entry(source: source, number: 1)
    stage.receive(
      .fullIntraRequest(FullIntraRequest(sender: SSRC(9), entries: [entry])),
      at: Self.milliseconds(600))
    #expect(stage.wishes(at: Self.milliseconds(600)))
    settle(610)
    let report = ReceiverReport(
      sender: SSRC(11), reports: [ReceptionReport(source: source, fractionLost: 64)])
    stage.receive(.receiverReport(report), at: Self.milliseconds(1_200))
    #expect(stage.wishes(at: Self.milliseconds(1_200)))
    settle(1_210)
    stage.receive(.receiverReport(report), at: Self.milliseconds(2_000))
    #expect(!stage.wishes(at: Self.milliseconds(2_000)))
    #expect(stage.sender.receivers.count == 1)
    #expect(stage.sender.receivers.worst(.video)?.loss == 0.25)
    #expect(stage.sender.statistics.keyFrameRequests == 2)
  }

  @Test func `nobody gets a key frame for another's source`() {
    let stage = Stage([.video])
    stage.frame(isKeyFrame: true, at: .zero)
    stage.receive(
      .pictureLoss(PictureLossIndication(sender: SSRC(9), source: SSRC(1))),
      at: Self.milliseconds(400))
    stage.receive(
      .receiverReport(ReceiverReport(sender: SSRC(9), reports: [ReceptionReport(source: SSRC(1))])),
      at: Self.milliseconds(400))
    #expect(!stage.wishes(at: Self.milliseconds(400)))
    #expect(stage.sender.receivers.count == 0)
  }

  @Test func `frames that could not leave in time are dropped up to the next key frame`() {
    let stage = Stage([.video])
    stage.frame(isKeyFrame: true, at: .zero)
    // Four seconds of the pace at once.
    for index in 1...4 { stage.frame(1_500_000, at: Self.milliseconds(Int64(index))) }
    #expect(stage.sender.statistics.droppedFrames >= 2)
    #expect(stage.wishes(at: Self.milliseconds(5)))
    stage.wait(until: Self.milliseconds(10_000))
    let dropped = stage.sender.statistics.droppedFrames
    stage.frame(at: Self.milliseconds(10_000))
    #expect(stage.sender.statistics.droppedFrames == dropped + 1)
    stage.frame(isKeyFrame: true, at: Self.milliseconds(10_100))
    stage.frame(at: Self.milliseconds(10_200))
    #expect(stage.sender.statistics.droppedFrames == dropped + 1)
  }

  @Test func `the end is said of every stream`() {
    let stage = Stage()
    stage.sender.close(at: .zero, into: &stage.datagrams)
    for lane in MediaLane.allCases {
      let goodbyes = stage.control(lane).compactMap { packet -> [SSRC]? in
        if case .goodbye(let goodbye) = packet { goodbye.sources } else { nil }
      }
      #expect(goodbyes == [[stage.sender.source(of: lane)].compactMap(\.self)])
    }
  }

  @Test func `whatever comes is taken or dropped`() {
    let stage = Stage()
    stage.frame(isKeyFrame: true, at: .zero)
    var random = SeededGenerator(seed: 3)
    for round in 0..<2_000 {
      var bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      if bytes.count > 4 {
        bytes[0] = 0x80 | bytes[0] & 0x1F
        bytes[1] = UInt8.random(in: 200...207, using: &random)
        bytes[2] = 0
        bytes[3] = UInt8(bytes.count / 4 - 1)
      }
      stage.sender.receive(bytes, lane: .sound, at: Self.milliseconds(Int64(round)))
    }
    #expect(stage.sender.receivers.count <= 256)
  }
}
