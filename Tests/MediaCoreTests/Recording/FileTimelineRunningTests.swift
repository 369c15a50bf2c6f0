import Testing

@testable import MediaCore

@Suite struct FileTimelineRunningTests {
  @Test func `a recording that runs has no end, and stands still while it is paused`() {
    let running = FileTimeline(runningFrom: time(10))
    #expect(!running.contains(time(9.99)) && running.contains(time(10)))
    #expect(running.fileTime(of: time(100_010)) == time(100_000))
    let paused = FileTimeline(runningFrom: time(10), pausedSince: time(15))
    #expect(paused.contains(time(14.99)) && !paused.contains(time(15)))
    #expect(paused.fileTime(of: time(500)) == time(5))
    let again = FileTimeline(runningFrom: time(10), pauses: [time(15)..<time(18)])
    #expect(!again.contains(time(17.99)) && again.contains(time(18)))
    #expect(again.fileTime(of: time(20)) == time(7))
    // As the manifest says it in the end.
    let whole = FileTimeline(end: time(20), pauses: [time(15)..<time(18)], from: time(10))
    #expect(whole.duration == again.fileTime(of: time(20)))
    #expect(!whole.contains(time(20)))
  }
}
