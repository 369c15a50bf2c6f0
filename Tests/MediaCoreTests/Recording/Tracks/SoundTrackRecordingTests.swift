import TestSupport
import Testing

@testable import MediaCore

@Suite struct SoundTrackRecordingTests {
  let silence: OpusSilence

  init() throws { silence = try OpusSilence() }

  func track(to sink: MemorySink, from start: Double) throws -> SoundTrackRecording {
    try SoundTrackRecording(to: sink, silence: silence, name: "Ana", from: time(start))
  }

  /// Seconds of the file at which bursts begin, for those that are in it as a whole.
  func expectedBursts(
    _ sound: SentSound, _ timeline: FileTimeline, to end: Double
  ) -> [Double] {
    var places: [Double] = []
    for burst in sound.bursts where timeline.contains(time(burst - 0.1)) {
      guard timeline.contains(time(burst + 0.3)), burst + 0.3 < end else { continue }
      places.append(timeline.fileTime(of: time(burst + sound.delay + sound.jitter / 2)).seconds)
    }
    return places
  }

  @Test(arguments: [(1, 0.0), (2, 500), (3, -500), (4, 120)] as [(UInt64, Double)])
  func `what came in time is in the file as it came, in order and at its place`(
    seed: UInt64, drift: Double
  ) throws {
    var sound = SentSound()
    (sound.loss, sound.repair, sound.doubling) = (0.06, 0.6, 0.02)
    (sound.jitter, sound.drift, sound.muted) = (0.05, drift, 20.5...25)
    sound.pauses = seed % 2 == 0
    // It joins three seconds into the recording, which is paused once.
    try sound.send(from: 4, to: 42, seed: seed)
    let pause = 30.013..<33.208
    let sink = MemorySink()
    let track = try track(to: sink, from: 1)
    let result = sound.record(into: track, from: 1, to: 41.005) { now in
      FileTimeline(
        runningFrom: time(1),
        pauses: now >= pause.upperBound ? [time(pause.lowerBound)..<time(pause.upperBound)] : [],
        pausedSince: pause.contains(now) ? time(pause.lowerBound) : nil)
    } onTick: { now in
      if abs(now - 20.5) < 0.001 { track.mute(true, at: time(now)) }
      if abs(now - 25) < 0.001 { track.mute(false, at: time(now)) }
    }
    let file = try PassedTrack(sink, silence)
    let whole = FileTimeline(
      end: time(41.005), pauses: [time(pause.lowerBound)..<time(pause.upperBound)], from: time(1))
    // At the edges of what is recorded a few hundredths of a second may go either way.
    let edge = 0.12
    let certain = sound.payloads {
      $0.captured < pause.lowerBound - edge
        || $0.captured > pause.upperBound + edge && $0.captured < 41 - edge
    }
    #expect(certain.count > (sound.pauses ? 150 : 1_200))
    #expect(isInOrder(certain, within: file.payloads))
    #expect(isInOrder(file.payloads, within: sound.payloads()))
    #expect(result.passed == file.payloads.count)
    #expect(result.failure == nil && result.leftOut > 0)

    let length = whole.duration.sampleNumber
    #expect(abs(file.samples - length) < 960)
    #expect(file.contents.duration == whole.duration)
    #expect(file.contents.timesRise && file.contents.cuesHitKeyFrames)
    var decoder = try AudioFileDecoder(MemorySource(sink.bytes))
    let decoded = try decoder.bursts()
    #expect(abs(decoder.position - length) < 960)
    // A burst is missing where its packets are, or cut into two.
    let expected = expectedBursts(sound, whole, to: 41)
    var found = 0
    for place in expected where decoded.contains(where: { abs($0 - place) < 0.06 }) { found += 1 }
    #expect(expected.count > 10 && found >= expected.count - 1, "\(expected) \(decoded)")
    #expect(try RecordingCheck.run(MemorySource(sink.bytes), against: nil).faults == [])
    #expect(abs((result.offset ?? .zero).seconds - 4.05) < 0.05)
    #expect(abs(result.driftPPM - drift) < 150, "\(result.driftPPM)")
  }

  @Test func `gaps say why nothing came, in order and apart`() throws {
    var sound = SentSound()
    sound.muted = 8...12
    try sound.send(from: 3, to: 20, seed: 9)
    sound.drop { (14.0..<14.1).contains($0.captured) }
    let sink = MemorySink()
    let track = try track(to: sink, from: 1)
    let result = sound.record(into: track, from: 1, to: 30) { _ in
      FileTimeline(runningFrom: time(1))
    } onTick: { now in
      if abs(now - 8) < 0.001 { track.mute(true, at: time(now)) }
      if abs(now - 12) < 0.001 { track.mute(false, at: time(now)) }
      if abs(now - 25) < 0.001 { track.stop(at: time(25)) }
    }
    #expect(result.gaps.map(\.reason) == [.absent, .muted, .lost, .silence])
    let spans = result.gaps.map { ($0.span.start.seconds, $0.span.end.seconds) }
    let expected = [(1, 3.03), (8.01, 12.03), (14.03, 14.13), (20.03, 25)]
    for (span, expected) in zip(spans, expected) {
      #expect(abs(span.0 - expected.0) < 0.03 && abs(span.1 - expected.1) < 0.03, "\(span)")
    }
  }

  @Test(arguments: [500.0, -500, 37])
  func `a clock that drifts for four minutes takes no packet along and shifts none`(
    drift: Double
  ) throws {
    var sound = SentSound()
    (sound.drift, sound.jitter) = (drift, 0.02)
    try sound.sendQuickly(from: 0, to: 240, seed: 5)
    let sink = MemorySink()
    let track = try track(to: sink, from: 0)
    let timeline = FileTimeline(runningFrom: .zero)
    let result = sound.record(into: track, from: 0, to: 240) { _ in timeline }
    let file = try PassedTrack(sink, silence)
    let sent = sound.payloads { $0.captured < 239.9 }
    #expect(Array(file.payloads.prefix(sent.count)) == sent)
    #expect(abs(file.samples - 240 * 48_000) < 960)
    // Each is where it was spoken, give or take the network and a packet that has added up.
    var index = 0
    let packets = sound.packets.sorted { $0.sequence < $1.sequence }
    var furthest = 0.0
    for block in file.contents.blocks
    where block.payload != silence.whole && block.payload != silence.short {
      furthest = max(furthest, abs(block.time.seconds - packets[index].captured - 0.04))
      index += 1
    }
    #expect(furthest < 0.045, "\(furthest)")
    #expect(abs(result.driftPPM - drift) < 20, "\(result.driftPPM)")
    #expect(result.gaps.filter { $0.span.start > .zero && $0.span.end < time(239) } == [])
  }

  @Test func `what the network kept for longer than is waited is left out, and nothing shifts`()
    throws
  {
    var sound = SentSound()
    try sound.send(from: 0, to: 40, seed: 3)
    // Eight seconds come at once, which is soon enough, and later 15 s, which is not.
    sound.delay { (4.0..<12).contains($0.captured) ? 12 : nil }
    sound.delay { (14.0..<29).contains($0.captured) ? 29 : nil }
    let sink = MemorySink()
    let track = try track(to: sink, from: 0)
    let timeline = FileTimeline(runningFrom: .zero)
    let result = sound.record(into: track, from: 0, to: 40) { _ in timeline }
    let file = try PassedTrack(sink, silence)
    #expect(isInOrder(sound.payloads { $0.captured < 14 }, within: file.payloads))
    #expect(isInOrder(sound.payloads { (29..<39.9).contains($0.captured) }, within: file.payloads))
    #expect(result.leftOut > 0)
    #expect(abs(file.samples - 40 * 48_000) < 960)
    var decoder = try AudioFileDecoder(MemorySource(sink.bytes))
    let decoded = try decoder.bursts()
    for burst in sound.bursts where burst < 13.5 || burst > 30 && burst < 39.5 {
      #expect(decoded.contains { abs($0 - burst - 0.03) < 0.05 }, "\(burst) \(decoded)")
    }
  }

  @Test func `nobody speaks, and the file is as long as the recording all the same`() throws {
    for length in [0.0, 0.001, 0.0133, 1, 12.3456] {
      let sink = MemorySink()
      let track = try track(to: sink, from: 5)
      let timeline = FileTimeline(runningFrom: time(5))
      for tick in stride(from: 5, to: 5 + length, by: 0.5) {
        track.advance(to: time(tick), timeline)
      }
      let result = track.finish(at: time(5 + length), timeline)
      #expect(result.offset == nil && result.passed == 0 && result.failure == nil)
      #expect(result.gaps.map(\.reason) == (length < 0.01 ? [] : [.absent]))
      #expect(try PassedTrack(sink, silence).samples == time(length).sampleNumber)
      #expect(sink.isClosed)
    }
  }

  @Test func `bytes that are no Opus are left out`() throws {
    let sink = MemorySink()
    let track = try track(to: sink, from: 0)
    let timeline = FileTimeline(runningFrom: .zero)
    var random = SeededGenerator(seed: 8)
    for index in 0..<500 {
      var payload: [UInt8] = []
      for _ in 0..<Int(random.next() % 9) {
        payload.append(UInt8(truncatingIfNeeded: random.next()))
      }
      track.receive(
        sequence: Int64(truncatingIfNeeded: random.next() % 3 == 0 ? random.next() : UInt64(index)),
        timestamp: UInt32(truncatingIfNeeded: random.next()), payload: payload,
        at: time(Double(index) * 0.02))
      track.advance(to: time(Double(index) * 0.02), timeline)
    }
    let result = track.finish(at: time(10), timeline)
    #expect(result.leftOut > 0 && result.failure == nil)
    #expect(abs(try PassedTrack(sink, silence).samples - 480_000) < 9_600 + 5_760)
  }

  @Test func `a full disk ends the file, which plays to there`() throws {
    var sound = SentSound()
    try sound.send(from: 0, to: 20, seed: 7)
    let sink = MemorySink(capacity: 60_000)
    let track = try track(to: sink, from: 0)
    let timeline = FileTimeline(runningFrom: .zero)
    let result = sound.record(into: track, from: 0, to: 20) { _ in timeline }
    #expect(result.failure?.code == .outputFailed)
    let file = try PassedTrack(sink, silence)
    #expect(file.contents.damage == 0 && !file.contents.isCut)
    #expect(file.payloads.count > 100)
    #expect(isInOrder(file.payloads, within: sound.payloads()))
    #expect((file.contents.duration ?? .zero) > time(3))
  }
}

extension SentSound {
  /// Loses packets.
  mutating func drop(_ isLost: (Packet) -> Bool) { remap { isLost($0) ? nil : $0 } }

  /// Has packets come when `arrival` says.
  mutating func delay(_ arrival: (Packet) -> Double?) {
    remap { packet in
      var packet = packet
      packet.arrival = arrival(packet) ?? packet.arrival
      return packet
    }
  }
}
