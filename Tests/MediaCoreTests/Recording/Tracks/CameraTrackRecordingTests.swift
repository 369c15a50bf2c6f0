import Testing

@testable import MediaCore

@Suite struct CameraTrackRecordingTests {
  static func blocks(_ sink: MemorySink) throws -> [WebMBlock] {
    try WebMContents(sink.bytes).blocks
  }

  static func track(
    to sink: MemorySink, name: String?, from start: MediaTime
  ) -> CameraTrackRecording {
    CameraTrackRecording(name: name, from: start) { () throws(MediaError) in sink }
  }

  @Test func `frames are in the file as they came, and the picture stands to the end`() throws {
    var sent = SentPictures()
    try sent.send(45, from: 2, keyEvery: 20)
    let sink = MemorySink()
    let track = Self.track(to: sink, name: "Ana", from: time(1))
    let timeline = FileTimeline(runningFrom: time(1))
    #expect(track.needsKeyFrame)
    for frame in sent.frames { track.receive(frame.bytes, captured: frame.time, timeline) }
    #expect(!track.needsKeyFrame)
    let result = track.finish(at: time(9), timeline)
    let blocks = try Self.blocks(sink)
    #expect(blocks.dropLast().map(\.payload) == sent.frames.map(\.bytes))
    for (block, frame) in zip(blocks, sent.frames) {
      #expect(abs(block.time.seconds - (frame.time.seconds - 1)) < 0.0011)
    }
    #expect(result.passed == 45 && result.leftOut == 0 && result.hasFile)
    #expect(result.offset == time(2))
    #expect(result.gaps.map(\.reason) == [.absent, .lost])
    let contents = try WebMContents(sink.bytes)
    #expect(contents.duration == time(8) && contents.timesRise && contents.cuesHitKeyFrames)
    #expect(try RecordingCheck.run(MemorySource(sink.bytes)).faults == [])
    // The frame of no change shows what the camera showed last.
    let file = try RecordedFile(sink)
    let last = try file.picture()
    let before = try file.picture(at: time(5))
    #expect(VideoCompositorTests.samples(last) == VideoCompositorTests.samples(before))
  }

  @Test func `it begins with a key frame, and so it does after a pause`() throws {
    var sent = SentPictures()
    try sent.send(60, from: 0, keyEvery: 25)
    let sink = MemorySink()
    let track = Self.track(to: sink, name: nil, from: .zero)
    let pauses = [time(2)..<time(3)]
    for (index, frame) in sent.frames.enumerated() where index > 2 {
      let timeline =
        frame.time < time(2)
        ? FileTimeline(runningFrom: .zero)
        : frame.time < time(3)
          ? FileTimeline(runningFrom: .zero, pausedSince: time(2))
          : FileTimeline(runningFrom: .zero, pauses: pauses)
      track.receive(frame.bytes, captured: frame.time, timeline)
    }
    let result = track.finish(
      at: time(4), FileTimeline(end: time(4), pauses: pauses))
    // Of 3…59 the ones from 25 to before the pause, and from the next key frame on.
    let expected = sent.frames[25..<30] + sent.frames[50..<60]
    #expect(try Self.blocks(sink).dropLast().map(\.payload) == expected.map(\.bytes))
    #expect(result.passed == 15 && result.leftOut == 57 - 15)
    #expect(try WebMContents(sink.bytes).duration == time(3))
    #expect(try RecordingCheck.run(MemorySource(sink.bytes)).faults == [])
  }

  @Test func `the size may change with a key frame`() throws {
    var sent = SentPictures()
    try sent.send(15, from: 0)
    try sent.send(15, from: 1, width: 320, height: 180)
    let sink = MemorySink()
    let track = Self.track(to: sink, name: nil, from: .zero)
    let timeline = FileTimeline(runningFrom: .zero)
    for frame in sent.frames { track.receive(frame.bytes, captured: frame.time, timeline) }
    _ = track.finish(at: time(3), timeline)
    let contents = try WebMContents(sink.bytes)
    #expect(contents.tracks[0].width == 160)
    #expect(contents.blocks.count == 31)
    #expect(try RecordedFile(sink).picture().width == 320)
  }

  @Test func `a camera that never sends has no file, and damaged frames harm nobody`() throws {
    let track = CameraTrackRecording(name: nil, from: .zero) { () throws(MediaError) in
      Issue.record("a file for nothing")
      return MemorySink()
    }
    let timeline = FileTimeline(runningFrom: .zero)
    for bytes in [[], [0x10], [0x11, 2, 0], [0x10, 2, 0, 0x9D, 1, 0x2A, 0, 0, 0, 0]] as [[UInt8]] {
      track.receive(bytes, captured: time(1), timeline)
    }
    let result = track.finish(at: time(3), timeline)
    #expect(!result.hasFile && result.leftOut == 4)
    #expect(result.gaps.map(\.reason) == [.absent])
  }

  @Test func `a full disk ends the file, which plays to there`() throws {
    var sent = SentPictures()
    try sent.send(60, from: 0, isNoise: true)
    let sink = MemorySink(capacity: 200_000)
    let track = Self.track(to: sink, name: nil, from: .zero)
    let timeline = FileTimeline(runningFrom: .zero)
    for frame in sent.frames { track.receive(frame.bytes, captured: frame.time, timeline) }
    let result = track.finish(at: time(4), timeline)
    #expect(result.failure?.code == .outputFailed)
    let blocks = try Self.blocks(sink)
    #expect(!blocks.isEmpty && blocks.count < 60)
    #expect(Array(sent.frames.map(\.bytes).prefix(blocks.count)) == blocks.map(\.payload))
  }
}
