import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct RecordingTests {
  private func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  @Test func aCanvasWithSoundChaptersAndChatBecomesAFile() throws {
    let sink = MemorySink()
    var configuration = RecordingConfiguration(
      video: .init(width: 320, height: 240), audio: .init())
    configuration.hasCues = true
    configuration.title = "A lesson"
    var recording = try Recording(to: sink, configuration)
    var canvas = ScribbledCanvas(width: 320, height: 240)
    let tone = (0..<4_410).map { Float($0 % 100) / 200 - 0.25 }
    for index in 0..<100 {
      let time = MediaTime(count: Int64(index), rate: 25)
      _ = canvas.write()
      try recording.show(canvas.pixels.span, bytesPerRow: 1_280, damage: nil, at: time)
      if index % 5 == 0 {
        try recording.append(
          tone.span, channels: 1, rate: 22_050, at: MediaTime(count: Int64(index), rate: 25))
      }
    }
    recording.addChapter("Start", at: .zero)
    recording.addChapter("Middle", at: milliseconds(2_000))
    try recording.add(
      RecordingCue(
        start: milliseconds(3_000), end: milliseconds(4_000), speaker: "Ana", text: "Grüße <b>"))
    let summary = try recording.finish(at: milliseconds(10_000))
    #expect(summary.duration == milliseconds(10_000))
    #expect(summary.cues == 1)
    #expect(sink.isClosed)
    let file = try RecordedFile(sink)
    #expect(file.duration == milliseconds(10_000))
    #expect(file.size == (320, 240))
    #expect(file.timesRise)
    #expect(file.audioPackets == summary.audioPackets)
    #expect((500...502).contains(file.audioPackets))
    #expect(file.texts.count == 1)
    #expect(file.texts.first?.text.contains("Grüße &lt;b&gt;") == true)
    let last = try #require(file.videoTimes.last)
    #expect(milliseconds(10_000) - last < milliseconds(35))
  }

  @Test func knownAndFoundDamageGiveTheSamePicture() throws {
    func record(known: Bool) throws -> [UInt8] {
      let sink = MemorySink()
      var recording = try Recording(
        to: sink, RecordingConfiguration(video: .init(width: 320, height: 200)))
      var canvas = ScribbledCanvas(width: 320, height: 200)
      for index in 0..<90 {
        var rectangles = [PixelRectangle(x: 0, y: 0, width: 320, height: 200)]
        if index > 0 {
          rectangles = canvas.write().indices.map {
            PixelRectangle(x: $0 % 20 * 16, y: $0 / 20 * 16, width: 16, height: 16)
          }
        }
        try recording.show(
          canvas.pixels.span, bytesPerRow: 1_280, damage: known ? rectangles : nil,
          at: MediaTime(count: Int64(index), rate: 30))
      }
      _ = try recording.finish(at: MediaTime(count: 90, rate: 30))
      return sink.bytes
    }
    #expect(try record(known: true) == record(known: false))
  }

  @Test func aCanvasOfBytesWithPaddedRowsIsTheSame() throws {
    func record(padding: Int) throws -> [UInt8] {
      let sink = MemorySink()
      var recording = try Recording(
        to: sink, RecordingConfiguration(video: .init(width: 33, height: 17)))
      let row = 33 * 4 + padding
      var bytes = [UInt8](repeating: 255, count: row * 17)
      for index in 0..<20 {
        for x in 0..<33 { bytes[index % 17 * row + x * 4] = UInt8(index * 10) }
        try recording.show(
          bytes.span, bytesPerRow: row, damage: nil, at: MediaTime(count: Int64(index), rate: 30))
      }
      _ = try recording.finish()
      return sink.bytes
    }
    #expect(try record(padding: 0) == record(padding: 28))
  }

  /// REC-06: ±15 ms of jitter and equal times for 20 s; nothing of the length is lost, and the last
  /// stroke is in the last frame.
  @Test func jitterAndEqualTimesKeepTheLengthAndTheLastStroke() throws {
    let sink = MemorySink()
    var generator = SeededGenerator(seed: 6)
    var recording = try Recording(
      to: sink, RecordingConfiguration(video: .init(width: 160, height: 120)))
    var canvas = ScribbledCanvas(width: 160, height: 120)
    var inked = BlockMap(width: 160, height: 120)
    var last = MediaTime.zero
    for index in 0..<600 {
      inked.formUnion(canvas.write())
      var time = MediaTime(
        milliseconds: max(Int64(index) * 1_000 / 30 + Int64(generator.next() % 31) - 15, 0))
      if generator.chance(0.1) { time = last }
      last = time
      try recording.show(canvas.pixels.span, bytesPerRow: 640, damage: nil, at: time)
    }
    let summary = try recording.finish(at: milliseconds(20_000))
    #expect(summary.duration == milliseconds(20_000))
    let file = try RecordedFile(sink)
    #expect(file.timesRise)
    #expect(file.frames.count > 400)
    var source = I420Picture(width: 160, height: 120)
    var all = inked
    all.insertAll()
    ColourConverter.convert(all, of: canvas.pixels.span, stride: 640, into: &source)
    #expect((lumaPSNR(source, try file.picture(), in: inked) ?? 99) > 42)
  }

  /// REC-16: 60 frames a second, all of them kept.
  @Test func sixtyFramesASecondAreAllKept() throws {
    let sink = MemorySink()
    var video = RecordingConfiguration.Video(width: 64, height: 48)
    video.rate = try #require(FrameRate(frames: 60))
    var recording = try Recording(to: sink, RecordingConfiguration(video: video))
    var canvas = ScribbledCanvas(width: 64, height: 48)
    for index in 0..<600 {
      canvas.pixels[index] = 0xFF00_0000 | UInt32(index)
      try recording.show(
        canvas.pixels.span, bytesPerRow: 256, damage: nil, at: video.rate.instant(Int64(index)))
    }
    let summary = try recording.finish(at: milliseconds(10_000))
    #expect(summary.frames == 600)
    #expect(try RecordedFile(sink).timesRise)
  }

  /// REC-04: 70 s of a still board; no gap of more than the heartbeat.
  @Test func aStillBoardHasHeartbeatsToItsEnd() throws {
    let sink = MemorySink()
    var recording = try Recording(
      to: sink, RecordingConfiguration(video: .init(width: 1_920, height: 1_080)))
    let canvas = ScribbledCanvas(width: 1_920, height: 1_080)
    try recording.show(canvas.pixels.span, bytesPerRow: 7_680, damage: nil, at: .zero)
    let summary = try recording.finish(at: milliseconds(70_000))
    #expect(summary.duration == milliseconds(70_000))
    #expect(summary.bytes < 50_000)
    let file = try RecordedFile(sink)
    #expect(file.keyTimes == [.zero])
    for index in file.videoTimes.indices.dropFirst() {
      #expect(file.videoTimes[index] - file.videoTimes[index - 1] <= milliseconds(5_001))
    }
  }

  /// REC-02: sound without a picture.
  @Test func soundAloneIsARecording() throws {
    let sink = MemorySink()
    var recording = try Recording(to: sink, RecordingConfiguration(video: nil, audio: .init()))
    let second = [Int16](repeating: 900, count: 48_000)
    for index in 0..<10 {
      try recording.append(
        second.span, channels: 1, rate: 48_000, at: milliseconds(Int64(index) * 1_000))
    }
    let summary = try recording.finish(at: milliseconds(10_000))
    #expect(summary.duration == milliseconds(10_000))
    #expect((500...501).contains(summary.audioPackets))
  }

  /// REC-15: the header says what was asked for.
  @Test func sizeAndTimesAreThoseOfTheInput() throws {
    let sink = MemorySink()
    var video = RecordingConfiguration.Video(width: 320, height: 240)
    video.rate = try #require(FrameRate(frames: 12))
    video.isConstantRate = true
    var recording = try Recording(to: sink, RecordingConfiguration(video: video))
    let canvas = ScribbledCanvas(width: 320, height: 240)
    try recording.show(canvas.pixels.span, bytesPerRow: 1_280, damage: nil, at: .zero)
    _ = try recording.finish(at: milliseconds(15_000))
    let file = try RecordedFile(sink)
    #expect(file.size == (320, 240))
    #expect(file.frames.count == 180)
    #expect(file.duration == milliseconds(15_000))
    for index in file.videoTimes.indices.dropFirst() {
      let step = file.videoTimes[index] - file.videoTimes[index - 1]
      #expect((83...84).contains(step.nanoseconds / 1_000_000))
    }
  }

  @Test(arguments: [(0, 10), (16_384, 10), (10, -1)])
  func impossibleSizesAreRefusedBeforeAnythingIsWritten(_ size: (Int, Int)) {
    let sink = MemorySink()
    #expect(throws: MediaError.self) {
      _ = try Recording(
        to: sink, RecordingConfiguration(video: .init(width: size.0, height: size.1)))
    }
    #expect(sink.size == 0)
  }

  @Test func aCanvasThatIsTooSmallIsRefused() throws {
    var recording = try Recording(
      to: MemorySink(), RecordingConfiguration(video: .init(width: 32, height: 32)))
    let pixels = [UInt32](repeating: 0, count: 32 * 31)
    #expect(throws: MediaError.self) {
      try recording.show(pixels.span, bytesPerRow: 128, damage: nil, at: .zero)
    }
    #expect(throws: MediaError.self) {
      try recording.show(pixels.span, bytesPerRow: .max, damage: nil, at: .zero)
    }
    #expect(throws: MediaError.self) {
      try recording.show(pixels.span, bytesPerRow: 64, damage: nil, at: .zero)
    }
    _ = try recording.finish()
  }

  @Test func timesThatAreNoneAreRefused() throws {
    var recording = try Recording(
      to: MemorySink(), RecordingConfiguration(video: .init(width: 16, height: 16)))
    let pixels = [UInt32](repeating: 0, count: 256)
    for time in [MediaTime(nanoseconds: -1), MediaTime(nanoseconds: .max)] {
      #expect(throws: MediaError.self) {
        try recording.show(pixels.span, bytesPerRow: 64, damage: nil, at: time)
      }
    }
    _ = try recording.finish()
  }

  /// A full disk: the error comes once, and what was written is completed.
  @Test func whatFitsIsCompletedWhenTheDiskIsFull() throws {
    let sink = MemorySink(capacity: 300_000)
    var recording = try Recording(
      to: sink, RecordingConfiguration(video: .init(width: 320, height: 240)))
    var generator = SeededGenerator(seed: 2)
    var pixels = [UInt32](repeating: 0, count: 320 * 240)
    var failure: MediaError?
    for index in 0..<300 where failure == nil {
      for place in pixels.indices { pixels[place] = UInt32(truncatingIfNeeded: generator.next()) }
      do throws(MediaError) {
        try recording.show(
          pixels.span, bytesPerRow: 1_280, damage: nil, at: MediaTime(count: Int64(index), rate: 30)
        )
      } catch {
        failure = error
      }
    }
    #expect(failure?.code == .outputFailed)
    var again: MediaError?
    do throws(MediaError) { _ = try recording.finish() } catch { again = error }
    #expect(again?.code == .outputFailed)
    let file = try RecordedFile(sink)
    #expect(!file.frames.isEmpty)
  }
}
