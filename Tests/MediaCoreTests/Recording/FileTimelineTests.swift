import MediaCore
import TestSupport
import Testing

@Suite struct FileTimelineTests {
  private func at(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  @Test func withoutCutsFileTimeIsSessionTime() {
    let timeline = FileTimeline(end: at(1_000))
    for time in [0, 1, 500, 999, 1_000] as [Int64] {
      #expect(timeline.fileTime(of: at(time)) == at(time))
    }
    #expect(timeline.duration == at(1_000))
    #expect(timeline.fileTime(of: at(5_000)) == at(1_000))
  }

  @Test func pausesAreCutAndWhatHappensInThemStandsWhereTheyStand() {
    let timeline = FileTimeline(
      end: at(10_000), pauses: [at(2_000)..<at(5_000), at(7_000)..<at(8_000)])
    #expect(timeline.duration == at(6_000))
    let table: [(Int64, Int64)] = [
      (0, 0), (1_999, 1_999), (2_000, 2_000), (3_000, 2_000), (4_999, 2_000), (5_000, 2_000),
      (6_000, 3_000), (7_500, 4_000), (9_000, 5_000), (10_000, 6_000),
    ]
    for (session, file) in table { #expect(timeline.fileTime(of: at(session)) == at(file)) }
  }

  @Test func aRangeMayBeginAndEndInAPause() {
    let timeline = FileTimeline(
      end: at(10_000), pauses: [at(2_000)..<at(5_000), at(8_000)..<at(9_000)], from: at(3_000),
      to: at(8_500))
    #expect(timeline.stretches.count == 1)
    #expect(timeline.duration == at(3_000))
    #expect(timeline.fileTime(of: at(1_000)) == .zero)
    #expect(timeline.fileTime(of: at(6_000)) == at(1_000))
    #expect(timeline.fileTime(of: at(9_500)) == at(3_000))
  }

  @Test func speedScalesWhatIsLeft() {
    let timeline = FileTimeline(end: at(10_000), pauses: [at(0)..<at(4_000)], speed: 1.5)
    #expect(timeline.duration == at(4_000))
    #expect(timeline.fileTime(of: at(7_000)) == at(2_000))
    #expect(timeline.cutTime(of: at(7_000)) == at(3_000))
  }

  @Test func aLongerNarrationGoesOnUnlessTheSessionEndedInAPause() {
    let open = FileTimeline(end: at(1_000), pauses: [at(200)..<at(300)]).reaching(at(5_000))
    #expect(open.duration == at(4_900))
    let paused = FileTimeline(end: at(1_000), pauses: [at(800)..<at(1_000)]).reaching(at(5_000))
    #expect(paused.duration == at(800))
    #expect(FileTimeline(end: .zero).reaching(at(700)).duration == at(700))
    let twice = FileTimeline(end: .zero).reaching(at(700)).reaching(at(900))
    #expect(twice.duration == at(900) && twice.stretches.count == 1)
    #expect(FileTimeline(end: at(1_000)).reaching(at(500)).duration == at(1_000))
  }

  @Test func nothingLeftIsAnEmptyFile() {
    #expect(FileTimeline(end: at(100), pauses: [at(0)..<at(100)]).duration == .zero)
    #expect(FileTimeline(end: .zero).duration == .zero)
  }

  @Test(arguments: 0..<30)
  func fileTimeNeverGoesBackAndNeverRunsFaster(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var pauses: [Range<MediaTime>] = []
    var time: Int64 = 0
    for _ in 0..<20 {
      let start = time + Int64(generator.next() % 500)
      let end = start + 1 + Int64(generator.next() % 500)
      pauses.append(at(start)..<at(end))
      time = end
    }
    let timeline = FileTimeline(end: at(time + 300), pauses: pauses)
    var last = MediaTime.zero
    for millisecond in 0...(time + 400) {
      let file = timeline.fileTime(of: at(millisecond))
      #expect(file >= last && file - last <= at(1))
      last = file
    }
    #expect(last == timeline.duration)
  }
}

@Suite struct CutNarrationTests {
  /// Chunks of ascending samples at 1 kHz: sample n has the value n.
  struct Ramp: NarrationSource {
    var chunks: [(start: Int, count: Int)]

    mutating func next() throws(MediaError) -> PCMChunk? {
      guard !chunks.isEmpty else { return nil }
      let chunk = chunks.removeFirst()
      return PCMChunk(
        samples: (chunk.start..<(chunk.start + chunk.count)).map { Float($0) }, channels: 1,
        rate: 1_000, time: MediaTime(milliseconds: Int64(chunk.start)))
    }
  }

  @Test(arguments: [1, 7, 100, 333, 1_000, 5_000])
  func everySampleOutsideThePausesIsKeptAtItsPlace(size: Int) throws {
    let timeline = FileTimeline(
      end: MediaTime(milliseconds: 4_000),
      pauses: [
        MediaTime(milliseconds: 500)..<MediaTime(milliseconds: 900),
        MediaTime(milliseconds: 2_000)..<MediaTime(milliseconds: 2_001),
      ], from: MediaTime(milliseconds: 100), to: MediaTime(milliseconds: 3_000))
    var chunks: [(start: Int, count: Int)] = []
    for start in stride(from: 0, to: 5_000, by: size) {
      chunks.append((start, min(size, 5_000 - start)))
    }
    var narration = CutNarration(Ramp(chunks: chunks), timeline)
    var kept: [Int] = []
    while let chunk = try narration.next() {
      #expect(chunk.time == MediaTime(milliseconds: Int64(kept.count)))
      kept += chunk.samples.map { Int($0) }
    }
    #expect(kept == Array(100..<500) + Array(900..<2_000) + Array(2_001..<3_000))
  }

  @Test func gapsStayGaps() throws {
    let timeline = FileTimeline(
      end: MediaTime(milliseconds: 1_000),
      pauses: [MediaTime(milliseconds: 300)..<MediaTime(milliseconds: 400)])
    var narration = CutNarration(Ramp(chunks: [(50, 10), (350, 100), (700, 10)]), timeline)
    var found: [(Int64, Int)] = []
    while let chunk = try narration.next() {
      found.append((chunk.time.nanoseconds / 1_000_000, chunk.count))
    }
    #expect(found.map(\.0) == [50, 300, 600])
    #expect(found.map(\.1) == [10, 50, 10])
  }
}
