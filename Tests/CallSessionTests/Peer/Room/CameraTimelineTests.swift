import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct CameraTimelineTests {
  /// Of a frame that was captured so many milliseconds into the call.
  private func timestamp(_ milliseconds: Int64) -> RTPTimestamp {
    RTPTimestamp(4_000_000 + milliseconds * 90)
  }

  /// On a clock that knows nothing of the call's.
  private func wallClock(_ milliseconds: Int64) -> Int64 {
    1_700_000_000_000_000_000 + milliseconds * 1_000_000
  }

  @Test func `frames stand where the sound of their capture is in the mix`() {
    var timeline = CameraTimeline()
    for frame in 0..<50 as Range<Int64> {
      let captured = frame * 66
      // The sound of that moment is mixed 120 ms later.
      timeline.note(
        captured: wallClock(captured), mixedAt: MediaTime(milliseconds: captured + 120))
      let time = timeline.time(
        of: timestamp(captured), captured: wallClock(captured),
        arrival: MediaTime(milliseconds: captured + 40))
      let distance = (time - MediaTime(milliseconds: captured + 120)).nanoseconds
      #expect(distance.magnitude < 1_000, "frame \(frame) is \(distance) ns off")
    }
  }

  @Test func `without sound the network's jitter does not move frames`() {
    var timeline = CameraTimeline()
    var random = SeededGenerator(seed: 3)
    var times: [MediaTime] = []
    for frame in 0..<300 as Range<Int64> {
      let captured = frame * 66
      let delay = 40 + Int64.random(in: 0...60, using: &random)
      times.append(
        timeline.time(
          of: timestamp(captured), captured: nil,
          arrival: MediaTime(milliseconds: captured + delay)))
    }
    for (earlier, later) in zip(times, times.dropFirst()) {
      #expect((60...72).contains((later - earlier).nanoseconds / 1_000_000))
    }
    // The quickest came after 40 ms.
    let last = (times[299] - MediaTime(milliseconds: 299 * 66)).nanoseconds / 1_000_000
    #expect((35...50).contains(last))
  }

  @Test func `when the sound's delay changes frames follow by small steps`() {
    var timeline = CameraTimeline()
    var last = MediaTime.zero
    for frame in 0..<200 as Range<Int64> {
      let captured = frame * 66
      let delay: Int64 = frame < 50 ? 80 : 140
      for tick in 0..<3 as Range<Int64> {
        timeline.note(
          captured: wallClock(captured + tick * 20),
          mixedAt: MediaTime(milliseconds: captured + tick * 20 + delay))
      }
      let time = timeline.time(
        of: timestamp(captured), captured: wallClock(captured),
        arrival: MediaTime(milliseconds: captured + 40))
      if frame > 0 { #expect((time - last).nanoseconds <= 68_100_000) }
      last = time
    }
    let offset = (last - MediaTime(milliseconds: 199 * 66)).nanoseconds / 1_000_000
    #expect((135...140).contains(offset))
  }

  @Test func `times rise and nothing traps whatever a sender says`() {
    var random = SeededGenerator(seed: 9)
    var timeline = CameraTimeline()
    var last: MediaTime?
    for step in 0..<2_000 {
      let now = MediaTime(milliseconds: Int64(step) * 10)
      if random.chance(0.3) {
        timeline.note(captured: .random(in: .min ... .max, using: &random), mixedAt: now)
      }
      let captured: Int64? =
        random.chance(0.5) ? .random(in: .min ... .max, using: &random) : nil
      let time = timeline.time(
        of: RTPTimestamp(.random(in: .min ... .max, using: &random)), captured: captured,
        arrival: now)
      if let last { #expect(time > last) }
      last = time
    }
  }
}
