import MediaCore
import TestSupport
import Testing

/// The mapping that a recording's files and its manifest rest on.
@Suite struct FileTimelineInverseTests {
  struct Sample {
    var start: Int64
    var end: Int64
    var pauses: [Range<MediaTime>] = []

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      start = Int64.random(in: 0...5_000_000_000, using: &random)
      var time = start
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let from = time + Int64.random(in: 0...3_000_000_000, using: &random)
        let to = from + Int64.random(in: 1...9_000_000_000, using: &random)
        pauses.append(MediaTime(nanoseconds: from)..<MediaTime(nanoseconds: to))
        time = to + 1
      }
      end = time + Int64.random(in: 1...4_000_000_000, using: &random)
    }

    var timeline: FileTimeline {
      FileTimeline(
        end: MediaTime(nanoseconds: end), pauses: pauses, from: MediaTime(nanoseconds: start))
    }

    func isPaused(_ time: MediaTime) -> Bool { pauses.contains { $0.contains(time) } }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `pauses are taken out exactly, and every other time comes back as it was`(seed: UInt64) {
    let sample = Sample(seed: seed)
    let timeline = sample.timeline
    var random = SeededGenerator(seed: seed + 1_000)
    var times: [MediaTime] = []
    for _ in 0..<60 {
      times.append(
        MediaTime(nanoseconds: Int64.random(in: sample.start..<sample.end, using: &random)))
    }
    for pause in sample.pauses {
      times += [
        pause.lowerBound, pause.upperBound,
        MediaTime(nanoseconds: pause.lowerBound.nanoseconds - 1),
      ]
    }
    times.sort()
    var last = MediaTime.zero
    for time in times where time.nanoseconds >= sample.start {
      var before: Int64 = 0
      for pause in sample.pauses where pause.lowerBound < time {
        before += (min(pause.upperBound, time) - pause.lowerBound).nanoseconds
      }
      let file = timeline.fileTime(of: time)
      #expect(file.nanoseconds == time.nanoseconds - sample.start - before, "seed \(seed)")
      #expect(file >= last, "file time never runs backwards")
      last = file
      if !sample.isPaused(time) { #expect(timeline.sessionTime(of: file) == time) }
    }
    let cut = sample.pauses.reduce(0) { $0 + ($1.upperBound - $1.lowerBound).nanoseconds }
    #expect(timeline.duration.nanoseconds == sample.end - sample.start - cut)
  }

  @Test func `a time within a pause is shown where the session goes on`() {
    let pause = MediaTime(milliseconds: 2_000)..<MediaTime(milliseconds: 5_000)
    let timeline = FileTimeline(end: MediaTime(milliseconds: 9_000), pauses: [pause])
    let file = timeline.fileTime(of: MediaTime(milliseconds: 3_000))
    #expect(file == MediaTime(milliseconds: 2_000))
    #expect(timeline.sessionTime(of: file) == MediaTime(milliseconds: 5_000))
    #expect(timeline.sessionTime(of: MediaTime(milliseconds: -5)) == .zero)
    #expect(
      timeline.sessionTime(of: MediaTime(milliseconds: 99_000)) == MediaTime(milliseconds: 9_000))
  }

  @Test(arguments: [0.01, 0.5, 1.25, 2, 1_000])
  func `at another speed a file's time comes back to a nanosecond of the session's`(speed: Double) {
    let pause = MediaTime(milliseconds: 2_000)..<MediaTime(milliseconds: 5_000)
    let timeline = FileTimeline(
      end: MediaTime(milliseconds: 9_000), pauses: [pause], speed: speed)
    var random = SeededGenerator(seed: 9)
    for _ in 0..<200 {
      let time = MediaTime(
        nanoseconds: Int64.random(in: 5_000_000_000..<9_000_000_000, using: &random))
      let again = timeline.sessionTime(of: timeline.fileTime(of: time))
      #expect((again - time).nanoseconds.magnitude <= UInt64(speed / 2) + 1)
    }
  }
}
