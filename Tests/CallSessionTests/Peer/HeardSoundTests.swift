import MediaCore
import Testing

@testable import CallSession

@Suite struct HeardSoundTests {
  static let origin: Int64 = 1_000_000_000_000_000_000

  /// Each 20 ms, so many milliseconds after capture and so many of them by the receiver's choice.
  static func hear(
    _ lags: [Int64], delays: [Int64], from first: Int64 = 0, _ sound: inout HeardSound
  ) {
    for (number, (lag, delay)) in zip(lags, delays).enumerated() {
      let now = MediaTime(milliseconds: first + Int64(number) * 20)
      sound.hear(
        captured: origin + now.nanoseconds - lag * 1_000_000, delay: MediaTime(milliseconds: delay),
        at: now)
    }
  }

  static func milliseconds(_ offset: Int64?) -> Int64? {
    offset.map { ($0 + origin) / 1_000_000 }
  }

  @Test func `sound is known from the first tick on, and not when it ends`() {
    var sound = HeardSound()
    #expect(sound.offset == nil && sound.quickest == nil)
    Self.hear([160], delays: [60], &sound)
    #expect(Self.milliseconds(sound.offset) == 160 && Self.milliseconds(sound.quickest) == 100)
    sound.hear(captured: nil, delay: .zero, at: MediaTime(milliseconds: 20))
    #expect(sound.offset == nil && sound.quickest == nil)
  }

  @Test func `small steps are smoothed and soon followed`() {
    var sound = HeardSound()
    Self.hear([160, 170], delays: [60, 70], &sound)
    #expect((160...162).contains(Self.milliseconds(sound.offset) ?? 0))
    Self.hear(
      [Int64](repeating: 170, count: 50), delays: [Int64](repeating: 70, count: 50), from: 40,
      &sound)
    #expect(Self.milliseconds(sound.offset) == 169)
    // The receiver's choice is no matter of the path.
    #expect(Self.milliseconds(sound.quickest) == 100)
  }

  @Test func `large steps are taken over`() {
    var sound = HeardSound()
    Self.hear([160, 900, 900], delays: [60, 60, 60], &sound)
    #expect(Self.milliseconds(sound.offset) == 900 && Self.milliseconds(sound.quickest) == 840)
  }

  @Test
  func `while a receiver makes something up time stands still, and the sound does not get late`() {
    var sound = HeardSound()
    let steady = (
      lags: [Int64](repeating: 160, count: 50), delays: [Int64](repeating: 60, count: 50)
    )
    Self.hear(steady.lags, delays: steady.delays, &sound)
    let paused = (1...20).map { 160 + Int64($0) * 20 }
    Self.hear(paused, delays: paused.map { $0 - 100 }, from: 1_000, &sound)
    #expect(Self.milliseconds(sound.offset) == 160)
    Self.hear(steady.lags, delays: steady.delays, from: 1_400, &sound)
    #expect(Self.milliseconds(sound.offset) == 160 && Self.milliseconds(sound.quickest) == 100)
  }
}
