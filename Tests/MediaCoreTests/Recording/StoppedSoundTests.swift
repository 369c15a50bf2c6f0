import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// Recordings with sound that end early: the sound ends with the picture, to the sample.
@Suite struct StoppedSoundTests {
  /// A tone in chunks of seeded lengths, now and then with a gap, for a minute; fails at `failure`.
  private struct UnevenTone: NarrationSource {
    var generator: SeededGenerator
    let failure: Int64
    var sample: Int64 = 0

    init(seed: UInt64, failure: Int64 = .max) {
      generator = SeededGenerator(seed: seed)
      self.failure = failure
    }

    mutating func next() throws(MediaError) -> PCMChunk? {
      if sample >= failure { throw MediaError(.inputDamaged, "the sound is broken") }
      guard sample < 60 * 48_000 else { return nil }
      let count = Int(generator.next() % 9_000) + 1
      if generator.next() % 5 == 0 { sample += Int64(generator.next() % 20_000) }
      defer { sample += Int64(count) }
      return PCMChunk(
        samples: (0..<count).map { Float($0 % 90) / 180 - 0.25 }, channels: 1, rate: 48_000,
        time: MediaTime(count: sample, rate: 48_000))
    }
  }

  private func session() -> WrittenSession {
    var session = WrittenSession()
    for line in 0..<6 {
      session.stroke(from: Int64(line) * 2_700, length: 900, x: 40, y: 40 + Int32(line) * 40)
    }
    session.add(.pointer(x: 0, y: 0, isVisible: false), at: 40_000)
    return session
  }

  private func record(
    _ sound: UnevenTone, to sink: MemorySink, onProgress: (MediaTime) -> Bool = { _ in true }
  ) throws -> RecordingSummary {
    let session = session()
    var source = session
    let survey = try BoardSurvey(of: &source)
    source.rewind()
    var options = BoardRecording.Options(video: .init(width: 64, height: 36))
    options.audio = .init()
    return try BoardRecording(header: session.header, survey: survey, options: options).record(
      source, sound: try EncodedNarration(sound, .init()), to: sink, decode: { _ in nil },
      onProgress: onProgress)
  }

  /// How much sound a player gives, in samples at 48 kHz, and the length that the file states.
  private func heard(_ sink: MemorySink) throws -> (sound: Int64, duration: MediaTime) {
    let contents = try WebMContents(sink.bytes)
    let sound = try #require(contents.tracks.first { $0.codecID == "A_OPUS" })
    let blocks = contents.blocks(of: sound.number)
    let discarded = try #require(blocks.last).discardPadding.sampleNumber
    #expect(blocks.dropLast().allSatisfy { $0.discardPadding == .zero })
    return (Int64(blocks.count) * 960 - 312 - discarded, try #require(contents.duration))
  }

  @Test(arguments: 0..<24)
  func aStoppedSessionEndsWithItsSound(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var left = Int(generator.next() % 160)
    let sink = MemorySink()
    var stopped = MediaTime.zero
    let summary = try record(UnevenTone(seed: seed), to: sink) { time in
      stopped = time
      left -= 1
      return left >= 0
    }
    #expect(summary.duration == stopped + FrameRate.fps30.instant(1))
    let (sound, duration) = try heard(sink)
    #expect(sound == summary.duration.sampleNumber, "\(stopped)")
    #expect((duration - summary.duration).nanoseconds.magnitude < 1_000)
  }

  @Test(arguments: 0..<8)
  func whatASoundThatFailsHadSaidIsKeptWhole(seed: UInt64) throws {
    var generator = SeededGenerator(seed: 100 + seed)
    let failure = Int64(generator.next() % (39 * 48_000))
    let sink = MemorySink()
    let error = #expect(throws: MediaError.self) {
      _ = try record(UnevenTone(seed: seed, failure: failure), to: sink)
    }
    #expect(error?.message == "the sound is broken")
    let (sound, duration) = try heard(sink)
    // Up to a packet's and an uneven chunk's length, all that came.
    #expect(sound > failure - 20_000 - 960)
    #expect((sound - duration.sampleNumber).magnitude <= 1)
  }

  @Test(arguments: 0..<12)
  func stoppedFramesEndWithTheirSound(seed: UInt64) throws {
    var generator = SeededGenerator(seed: 200 + seed)
    let count = Int64(generator.next() % 90) + 1
    let frames = [UInt8](repeating: 200, count: 16 * 16 * 4 * 100)
    var recording = try RawFrameRecording(
      MemorySource(frames), format: .bgra, size: (16, 16), rate: .fps30, audio: .init())
    let sink = MemorySink()
    var shown: Int64 = 0
    let result = try recording.record(
      to: sink, sound: try EncodedNarration(UnevenTone(seed: seed), .init())
    ) { _ in
      shown += 1
      return shown < count
    }
    #expect(result.summary.duration == FrameRate.fps30.instant(count))
    #expect(try heard(sink).sound == result.summary.duration.sampleNumber)
  }

  /// Whoever hands over sound himself may do so ahead of the picture.
  @Test func aRecordingIsAsLongAsTheSoundThatWasHandedOver() throws {
    let sink = MemorySink()
    var recording = try Recording(
      to: sink, RecordingConfiguration(video: .init(width: 16, height: 16), audio: .init()))
    let second = [Float](repeating: 0.1, count: 48_000)
    try recording.append(second.span, channels: 1, rate: 48_000, at: .zero)
    let summary = try recording.finish(at: MediaTime(milliseconds: 300))
    // 50 packets, of which the first 312 samples are not heard.
    #expect(summary.duration == MediaTime(count: 48_000 - 312, rate: 48_000))
    #expect(try heard(sink).sound == 48_000 - 312)
  }
}
