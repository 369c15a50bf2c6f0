import CallSession
import MediaCore
import Testing

@Suite struct DTLSTimerTests {
  private func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  @Test func `each wait is twice as long, up to five seconds`() {
    var timer = DTLSTimer(DTLSConfiguration(.client, remoteFingerprints: []))
    #expect(timer.deadline == nil && !timer.hasStarted)
    timer.start(at: .zero)
    timer.flightSent(at: .zero)
    var waits: [Int64] = []
    var now = MediaTime.zero
    while let deadline = timer.deadline, !timer.isOver(at: deadline) {
      #expect(!timer.isDue(at: now) && timer.isDue(at: deadline))
      waits.append((deadline - now).nanoseconds / 1_000_000)
      now = deadline
      timer.flightRepeated(at: now)
    }
    #expect(waits == [200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000, 5_000])
    #expect(timer.deadline == milliseconds(30_000))
  }

  @Test func `a new flight begins anew, and an answered one waits for nothing but the end`() {
    var timer = DTLSTimer(DTLSConfiguration(.client, remoteFingerprints: []))
    timer.start(at: .zero)
    timer.flightSent(at: .zero)
    timer.flightRepeated(at: milliseconds(200))
    timer.flightSent(at: milliseconds(300))
    #expect(timer.deadline == milliseconds(500))
    timer.flightAnswered()
    #expect(timer.deadline == milliseconds(30_000))
    timer.stop()
    #expect(timer.deadline == nil && !timer.isOver(at: milliseconds(40_000)))
  }
}
