import MediaIO
import TestSupport
import Testing

@testable import MediaCore

@Suite struct WebMWriterTests {
  static let video = WebMTrack(.vp8(width: 320, height: 240), name: "Board")
  static let audio = WebMTrack(.opus(channels: 1, preSkip: 312), name: "Voice", language: "deu")

  /// Writes video frames at the given times, with packets of sound under them until `end`.
  func record(
    frames: [MediaTime], keyEvery: MediaTime = MediaTime(milliseconds: 5000), end: MediaTime,
    sound: Bool = true, layout: WebMLayout? = nil, to sink: any ByteSink, frameSize: Int = 200
  ) throws -> WebMSummary {
    var tracks = [Self.video]
    if sound { tracks.append(Self.audio) }
    var writer = try WebMWriter(to: sink, layout: layout ?? WebMLayout(tracks: tracks))
    var packet: Int64 = 0
    var lastKey: MediaTime?
    func soundTime(_ number: Int64) -> MediaTime {
      MediaTime(count: number * 960 - 312, rate: 48000)
    }
    for (index, time) in frames.enumerated() {
      while sound, soundTime(packet) < time {
        try writer.write(WebMPacket(track: 1, time: soundTime(packet), bytes: [0xFC, 0xFF, 0xFE]))
        packet += 1
        try writer.advance(to: min(time, soundTime(packet)))
      }
      let isKey = lastKey == nil || time - lastKey! >= keyEvery
      if isKey { lastKey = time }
      try writer.write(
        WebMPacket(
          track: 0, time: time, isKeyFrame: isKey,
          bytes: frameBytes(isKey: isKey, size: frameSize, seed: UInt64(index))))
      try writer.advance(to: sound ? min(time, soundTime(packet)) : time)
    }
    while sound, soundTime(packet + 1) < end + MediaTime(milliseconds: 20) {
      try writer.write(WebMPacket(track: 1, time: soundTime(packet), bytes: [0xFC, 0xFF, 0xFE]))
      packet += 1
      try writer.advance(to: soundTime(packet))
    }
    return try writer.finish(duration: end)
  }

  func times(_ count: Int, rate: Int64) -> [MediaTime] {
    (0..<count).map { MediaTime(count: Int64($0), rate: rate) }
  }

  @Test func aFinishedFileHasDurationSeekHeadAndCuesInFront() throws {
    let sink = MemorySink()
    let summary = try record(
      frames: times(600, rate: 30), end: MediaTime(milliseconds: 20_000),
      layout: WebMLayout(
        tracks: [Self.video, Self.audio], title: "Lesson",
        chapters: [
          WebMChapter(start: .zero, title: "Anfang"),
          WebMChapter(start: MediaTime(milliseconds: 8_500), title: "Kreis – 円"),
        ], expectedDuration: MediaTime(milliseconds: 20_000)),
      to: sink)
    let contents = try WebMContents(sink.bytes)
    #expect(summary.indexIsAtFront && contents.cuesAreFirst)
    #expect(summary.packetCounts == [600, 1001])
    #expect(contents.duration == MediaTime(milliseconds: 20_000))
    #expect(contents.title == "Lesson")
    #expect(contents.chapters.map(\.title) == ["Anfang", "Kreis – 円"])
    #expect(contents.chapters.map(\.start) == [.zero, MediaTime(milliseconds: 8_500)])
    #expect(contents.cues.count == 4)
    #expect(contents.cuesHitKeyFrames)
    #expect(contents.timesRise)
    #expect(!contents.isCut && contents.damage == 0)
    #expect(contents.seekHead.contains { $0.id == WebMElement.cues })
    #expect(contents.seekHead.contains { $0.id == WebMElement.info })
    #expect(contents.tracks.map(\.name) == ["Board", "Voice"])
    #expect(contents.tracks[0].width == 320 && contents.tracks[0].height == 240)
    #expect(contents.tracks[1].codecDelay == 6_500_000)
    #expect(contents.tracks[1].language == "deu")
    #expect(contents.blocks(of: 1).count == 600 && contents.blocks(of: 2).count == 1001)
  }

  @Test func withoutAKnownLengthTheIndexIsAtTheEnd() throws {
    let sink = MemorySink()
    let summary = try record(
      frames: times(300, rate: 30), end: MediaTime(milliseconds: 10_000), to: sink)
    let contents = try WebMContents(sink.bytes)
    #expect(!summary.indexIsAtFront && !contents.cuesAreFirst)
    #expect(contents.cues.count == 2 && contents.cuesHitKeyFrames)
  }

  @Test func anIndexThatOutgrowsItsSpaceGoesToTheEnd() throws {
    let sink = MemorySink()
    let summary = try record(
      frames: times(900, rate: 30), keyEvery: MediaTime(milliseconds: 100),
      end: MediaTime(milliseconds: 30_000),
      layout: WebMLayout(
        tracks: [Self.video, Self.audio], expectedDuration: MediaTime(milliseconds: 1000)),
      to: sink)
    let contents = try WebMContents(sink.bytes)
    #expect(!summary.indexIsAtFront)
    #expect(contents.cues.count >= 200 && contents.cuesHitKeyFrames)
  }

  @Test func aStillBoardWithSoundAndAKeyFrameAMinuteKeepsBlockTimesInRange() throws {
    let sink = MemorySink()
    let frames = [0, 60_000, 69_900].map { MediaTime(milliseconds: $0) }
    _ = try record(
      frames: frames, keyEvery: MediaTime(milliseconds: 60_000),
      end: MediaTime(milliseconds: 70_000), to: sink)
    let contents = try WebMContents(sink.bytes)
    #expect(contents.timesRise)
    #expect(contents.blocks(of: 1).map(\.time) == frames)
    #expect(contents.duration == MediaTime(milliseconds: 70_000))
  }

  @Test func aStillBoardWithoutSoundKeepsBlockTimesInRangeToo() throws {
    let sink = MemorySink()
    let frames = [0, 33_001, 66_100].map { MediaTime(milliseconds: $0) }
    _ = try record(
      frames: frames, keyEvery: MediaTime(milliseconds: 60_000),
      end: MediaTime(milliseconds: 70_000), sound: false, to: sink)
    let contents = try WebMContents(sink.bytes)
    #expect(contents.timesRise)
    #expect(contents.blocks.map(\.time) == frames)
    #expect(contents.duration == MediaTime(milliseconds: 70_000))
  }

  @Test func sixtyFramesASecondAndJitterLoseNoFrame() throws {
    let steady = times(600, rate: 60)
    var generator = SeededGenerator(seed: 16)
    let jittered = (0..<300).map { number in
      MediaTime(
        nanoseconds: max(
          0,
          Int64(number) * 33_333_333 + Int64.random(in: -12_000_000...12_000_000, using: &generator)
        ))
    }
    for frames in [steady, jittered] {
      let sink = MemorySink()
      _ = try record(frames: frames, end: MediaTime(milliseconds: 10_000), to: sink)
      let contents = try WebMContents(sink.bytes)
      #expect(contents.timesRise)
      let blocks = contents.blocks(of: 1)
      #expect(blocks.count == frames.count)
      for (block, time) in zip(blocks, frames) {
        #expect(abs((block.time - time).nanoseconds) <= 500_000)
      }
    }
  }

  @Test func framesWithinAMillisecondAreNudgedApart() throws {
    let sink = MemorySink()
    let frames = (0..<10).map { MediaTime(nanoseconds: Int64($0) * 100_000) }
    _ = try record(frames: frames, end: MediaTime(milliseconds: 100), sound: false, to: sink)
    #expect(
      try WebMContents(sink.bytes).blocks.map(\.time.nanoseconds) == (0..<10).map { $0 * 1_000_000 }
    )
  }

  @Test func theSameInputGivesTheSameBytes() throws {
    let sinks = [MemorySink(), MemorySink()]
    for sink in sinks {
      _ = try record(frames: times(90, rate: 30), end: MediaTime(milliseconds: 3000), to: sink)
    }
    #expect(sinks[0].bytes == sinks[1].bytes)
  }

  @Test func theOrderInWhichTracksWriteDoesNotMatter() throws {
    var files: [[UInt8]] = []
    for videoFirst in [true, false] {
      let sink = MemorySink()
      var writer = try WebMWriter(to: sink, layout: WebMLayout(tracks: [Self.video, Self.audio]))
      for step in 0..<40 {
        let start = Int64(step) * 100
        let packets = (0..<5).map {
          WebMPacket(
            track: 1, time: MediaTime(count: (Int64(step) * 5 + $0) * 960 - 312, rate: 48000),
            bytes: [0xFC, 0xFF, 0xFE])
        }
        let frame = WebMPacket(
          track: 0, time: MediaTime(milliseconds: start + 40), isKeyFrame: step % 20 == 0,
          bytes: frameBytes(isKey: step % 20 == 0, size: 100, seed: 1))
        if videoFirst { try writer.write(frame) }
        for packet in packets { try writer.write(packet) }
        if !videoFirst { try writer.write(frame) }
        try writer.advance(to: MediaTime(milliseconds: start + 90))
      }
      _ = try writer.finish(duration: MediaTime(milliseconds: 4000))
      files.append(sink.bytes)
    }
    #expect(files[0] == files[1])
    let contents = try WebMContents(files[0])
    #expect(contents.timesRise)
  }

  @Test func whatIsOlderThanASecondIsInTheSinkWhileRecording() throws {
    let sink = MemorySink()
    var writer = try WebMWriter(to: sink, layout: WebMLayout(tracks: [Self.video, Self.audio]))
    var worst = MediaTime.zero
    for step in 0..<1000 {
      let time = MediaTime(count: Int64(step) * 960 - 312, rate: 48000)
      try writer.write(WebMPacket(track: 1, time: time, bytes: [0xFC, 0xFF, 0xFE]))
      if step % 5 == 0 {
        try writer.write(
          WebMPacket(
            track: 0, time: MediaTime(milliseconds: Int64(step) * 20), isKeyFrame: step == 0,
            bytes: frameBytes(isKey: step == 0, size: 300, seed: UInt64(step))))
      }
      let now = MediaTime(count: Int64(step + 1) * 960 - 312, rate: 48000)
      try writer.advance(to: now)
      if step % 7 == 0, step > 50 {
        let contents = try WebMContents(sink.bytes)
        worst = max(worst, now - contents.blocks[contents.blocks.count - 1].time)
      }
    }
    #expect(worst < MediaTime(milliseconds: 1000))
    _ = try writer.finish(duration: nil)
  }

  @Test func theDurationIsTheSessionsHoweverEarlyTheLastFrameCame() throws {
    let sink = MemorySink()
    _ = try record(
      frames: [.zero], end: MediaTime(nanoseconds: 61_234_567_890), sound: false, to: sink)
    #expect(try WebMContents(sink.bytes).duration == MediaTime(nanoseconds: 61_234_567_890))
    let demuxer = try Demuxer(MemorySource(sink.bytes))
    let error = demuxer.duration! - MediaTime(nanoseconds: 61_234_567_890)
    #expect(abs(error.nanoseconds) <= 1_000_000)
  }

  @Test func chaptersAndChatAddedWhileRecordingAreThere() throws {
    let sink = MemorySink()
    var writer = try WebMWriter(
      to: sink, layout: WebMLayout(tracks: [Self.video, WebMTrack(.webVTT, name: "Chat")]))
    for step in 0..<50 {
      try writer.write(
        WebMPacket(
          track: 0, time: MediaTime(milliseconds: Int64(step) * 100), isKeyFrame: step % 25 == 0,
          bytes: frameBytes(isKey: step % 25 == 0, size: 100, seed: UInt64(step))))
      if step == 20 {
        let cue = WebVTTCue(
          start: MediaTime(milliseconds: 2010), end: MediaTime(milliseconds: 4000),
          author: "Анна", text: "a < b\n\n右")
        try writer.write(cue.packet(track: 1))
        writer.addChapter(WebMChapter(start: MediaTime(milliseconds: 2000), title: "Second"))
      }
      try writer.advance(to: MediaTime(milliseconds: Int64(step) * 100))
    }
    _ = try writer.finish(duration: MediaTime(milliseconds: 5000))
    let contents = try WebMContents(sink.bytes)
    #expect(
      contents.chapters == [WebMChapter(start: MediaTime(milliseconds: 2000), title: "Second")])
    let cues = contents.blocks(of: 2)
    #expect(cues.count == 1)
    #expect(cues[0].duration == MediaTime(milliseconds: 1990))
    let text = String(decoding: WebVTTCue.payload(ofBlock: cues[0].payload), as: UTF8.self)
    #expect(text == "<v Анна>a &lt; b\n \n右")
    #expect(contents.timesRise)
    var demuxer = try Demuxer(MemorySource(sink.bytes))
    #expect(demuxer.streams.map(\.codec) == ["vp8", "webvtt"])
    var count = 0
    while let packet = try demuxer.next() { count += packet.stream == 1 ? 1 : 0 }
    #expect(count == 1)
  }
}
