import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct BoardRecordingTests {
  private func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  /// Luma darker than paper, as a share of the picture.
  private func inkShare(_ picture: borrowing I420Picture) -> Double {
    var dark = 0
    let samples = shown(picture, .luma)
    for sample in samples where sample < 128 { dark += 1 }
    return Double(dark) / Double(samples.count)
  }

  private func session() -> WrittenSession {
    var session = WrittenSession()
    session.stroke(from: 500, length: 1_000, x: 40, y: 50)
    session.stroke(from: 3_000, length: 1_000, x: 40, y: 150)
    session.add(.chapter("Second line"), at: 3_000)
    session.add(.joined(name: "Ana"), at: 3_500, by: AuthorID(9))
    session.add(.chat("नमस्ते"), at: 4_000, by: AuthorID(9))
    session.add(.pointer(x: 0, y: 0, isVisible: false), at: 12_000)
    return session
  }

  @Test func aSessionBecomesAFileOfItsLength() throws {
    let recorded = try session().record()
    #expect(recorded.summary.duration == milliseconds(12_000))
    let file = try RecordedFile(recorded.sink)
    #expect(file.duration == milliseconds(12_000))
    #expect(file.timesRise)
    #expect(try inkShare(file.picture(at: milliseconds(400))) == 0)
    let first = try inkShare(file.picture(at: milliseconds(2_500)))
    let second = try inkShare(file.picture())
    #expect(first > 0.001)
    #expect(second > 1.7 * first)
    #expect(recorded.cues.map(\.text) == ["नमस्ते"])
    #expect(recorded.cues.first?.author == "Ana")
    #expect(recorded.cues.first?.start == milliseconds(4_000))
    #expect(file.texts.first?.time == milliseconds(4_000))
    let last = try #require(file.videoTimes.last)
    #expect(milliseconds(12_000) - last <= milliseconds(34))
  }

  @Test func anEmptySessionIsASecondOfPaperOrAsLongAsAsked() throws {
    let empty = WrittenSession()
    let file = try RecordedFile(try empty.record().sink)
    #expect(file.duration == milliseconds(1_000))
    #expect(try inkShare(file.picture()) == 0)
    let asked = try RecordedFile(try empty.record(to: 5_000).sink)
    #expect(asked.duration == milliseconds(5_000))
    let held = try RecordedFile(
      try session().record(to: 15_000).sink)
    #expect(held.duration == milliseconds(15_000))
  }

  @Test func theLastFrameIsWhatTheRendererDraws() throws {
    let session = session()
    let file = try RecordedFile(try session.record().sink)
    let renderer = BoardRenderer(
      header: session.header, width: 640, height: 360, viewport: .identity, backdrop: .white)
    for event in session.events { renderer.apply(event) }
    var blocks = renderer.render().blocks
    var source = I420Picture(width: 640, height: 360)
    ColourConverter.convert(blocks, of: renderer.canvas.pixels.span, stride: 2_560, into: &source)
    #expect((lumaPSNR(source, try file.picture(), in: blocks) ?? 99) > 45)
    for index in blocks.indices {
      let (x, y) = (index % 40 * 16, index / 40 * 16)
      var isInked = false
      for row in y..<min(y + 16, 360) {
        for column in x..<(x + 16) where renderer.canvas.pixels[row * 640 + column] != 0xFFFF_FFFF {
          isInked = true
        }
      }
      if !isInked { blocks.remove(index) }
    }
    #expect(blocks.count > 20)
    #expect((lumaPSNR(source, try file.picture(), in: blocks) ?? 99) > 40)
  }

  @Test func inkAppearsWithinOneFrameOfItsTime() throws {
    let file = try RecordedFile(try session().record().sink)
    var decoder = try VPXDecoder()
    var onset: MediaTime?
    for frame in file.frames where onset == nil {
      if try inkShare(decoder.picture(of: frame)) > 0 { onset = frame.time }
    }
    let found = try #require(onset)
    #expect(found >= milliseconds(500) && found <= milliseconds(534))
  }

  @Test func pausesAreCutFromTheFile() throws {
    var session = WrittenSession()
    session.stroke(from: 0, length: 500, x: 40, y: 50)
    session.add(.recordingPaused, at: 1_000)
    session.stroke(from: 2_000, length: 500, x: 40, y: 150)
    session.add(.recordingResumed, at: 6_000)
    session.add(.chapter("After the break"), at: 7_000)
    session.add(.chat("back"), at: 8_000)
    let recorded = try session.record()
    #expect(recorded.summary.duration == milliseconds(3_000))
    // The last millisecond: nothing is shown beyond the end.
    #expect(recorded.cues.first?.start == milliseconds(2_999))
    #expect(recorded.cues.first?.end == milliseconds(3_000))
    // What was drawn in the pause is there when it ends.
    let file = try RecordedFile(recorded.sink)
    let before = try inkShare(file.picture(at: milliseconds(900)))
    #expect(try inkShare(file.picture(at: milliseconds(1_100))) > 1.5 * before)
  }

  @Test func aRangeBeginsWithWhatWasDrawnBefore() throws {
    let recorded = try session().record(from: 2_000, to: 2_500)
    #expect(recorded.summary.duration == milliseconds(500))
    let file = try RecordedFile(recorded.sink)
    #expect(file.keyTimes.first == .zero)
    let start = try inkShare(file.picture(at: milliseconds(40)))
    #expect(start > 0.001)
    #expect(try (inkShare(file.picture()) - start).magnitude < 0.0005)
    #expect(recorded.cues.isEmpty)
  }

  @Test func speedShortensTheFile() throws {
    let recorded = try session().record(speed: 2)
    #expect(recorded.summary.duration == milliseconds(6_000))
    #expect(recorded.cues.first?.start == milliseconds(2_000))
  }

  @Test func aStillBoardHasNothingButHeartbeats() throws {
    var session = WrittenSession()
    session.add(.pointer(x: 0, y: 0, isVisible: false), at: 60_000)
    let recorded = try session.record(size: (1_920, 1_080))
    #expect(recorded.summary.frames <= 14)
    #expect(recorded.summary.bytes < 50_000)
    #expect(recorded.summary.duration == milliseconds(60_000))
  }

  @Test func aConstantRateHasEveryFrame() throws {
    let recorded = try session().record(isConstantRate: true)
    #expect(recorded.summary.frames == 360)
  }

  @Test func equalSessionsGiveEqualBytes() throws {
    #expect(try session().record().sink.bytes == session().record().sink.bytes)
  }

  @Test func eventsOutOfOrderAreShownAtTheGreatestTimeSoFar() throws {
    var session = WrittenSession()
    session.stroke(from: 5_000, length: 200, x: 40, y: 50)
    session.stroke(from: 100, length: 200, x: 40, y: 150)
    let recorded = try session.record()
    #expect(recorded.summary.duration == milliseconds(5_200))
    let file = try RecordedFile(recorded.sink)
    #expect(file.timesRise)
    #expect(try inkShare(file.picture(at: milliseconds(4_900))) == 0)
  }

  @Test func stoppingEndsTheFileCleanly() throws {
    let recorded = try session().record(onProgress: { $0 < milliseconds(2_000) })
    let duration = recorded.summary.duration
    #expect(duration >= milliseconds(2_000) && duration < milliseconds(7_100))
    let file = try RecordedFile(recorded.sink)
    let stated = try #require(file.duration)
    #expect((stated - duration).nanoseconds.magnitude < 1_000_000)
    #expect(try inkShare(file.picture()) > 0.001)
  }

  @Test func theRecordedViewFollowsWhoMovesItFirst() throws {
    var session = WrittenSession()
    session.stroke(from: 100, length: 400, x: 200, y: 100)
    session.add(.viewMoved(Viewport(scale: 1, offsetX: -600, offsetY: 0)), at: 1_000)
    session.add(
      .viewMoved(Viewport(scale: 1, offsetX: 0, offsetY: 0)), at: 1_500, by: AuthorID(2))
    session.add(.pointer(x: 0, y: 0, isVisible: false), at: 3_000)
    let moved = try RecordedFile(try session.record().sink)
    #expect(try inkShare(moved.picture(at: milliseconds(900))) > 0.001)
    #expect(try inkShare(moved.picture()) == 0)
    let other = try RecordedFile(try session.record(view: .participant(AuthorID(2))).sink)
    #expect(try inkShare(other.picture()) > 0.001)
    let fitted = try RecordedFile(try session.record(view: .fit).sink)
    #expect(try inkShare(fitted.picture()) > 0.005)
  }

  /// A tone of 10 s; pauses are cut from it as from the picture.
  private struct Tone: NarrationSource {
    var second: Int64 = 0

    mutating func next() throws(MediaError) -> PCMChunk? {
      guard second < 10 else { return nil }
      second += 1
      return PCMChunk(
        samples: (0..<8_000).map { Float($0 % 20) / 40 - 0.25 }, channels: 1, rate: 8_000,
        time: MediaTime(milliseconds: (second - 1) * 1_000))
    }
  }

  @Test func narrationIsCutLikeThePictureAndEndsWithIt() throws {
    var session = WrittenSession()
    session.stroke(from: 0, length: 500, x: 40, y: 50)
    session.add(.recordingPaused, at: 1_000)
    session.add(.recordingResumed, at: 5_000)
    session.stroke(from: 6_000, length: 500, x: 40, y: 150)
    var source = session
    let survey = try BoardSurvey(of: &source)
    source.rewind()
    var options = BoardRecording.Options(video: .init(width: 64, height: 36))
    options.audio = .init()
    options.shortest = milliseconds(6_000)
    let recording = try BoardRecording(header: session.header, survey: survey, options: options)
    #expect(recording.timeline.duration == milliseconds(2_500))
    let sink = MemorySink()
    let narration = CutNarration(
      Tone(), survey.timeline(to: nil).reaching(milliseconds(10_000)))
    let summary = try recording.record(
      source, sound: try EncodedNarration(narration, .init()), to: sink, decode: { _ in nil })
    #expect(summary.duration == milliseconds(6_000))
    #expect((300...302).contains(summary.audioPackets))
    let file = try RecordedFile(sink)
    #expect(file.audioPackets == summary.audioPackets)
    let last = try #require(file.videoTimes.last)
    #expect(milliseconds(6_000) - last <= milliseconds(34))
  }

  @Test func timesBeyondAMonthAreABrokenFile() throws {
    var session = WrittenSession()
    session.add(.chat("late"), at: Int64.max / 20)
    #expect(throws: MediaError.self) { _ = try session.record() }
  }
}
