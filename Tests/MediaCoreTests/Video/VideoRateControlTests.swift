import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct VideoRateControlTests {
  private func frame(_ bits: Int, at time: MediaTime, isKeyFrame: Bool = false) -> EncodedFrame {
    EncodedFrame(
      bytes: Array(repeating: 0, count: bits / 8), time: time, isKeyFrame: isKeyFrame)
  }

  private func instant(_ index: Int) -> MediaTime { MediaTime(count: Int64(index), rate: 30) }

  /// However frames use their budgets, no stretch of them takes more than what flows in and a bucket.
  @Test(arguments: 0..<20)
  func noStretchOfFramesExceedsTheRateByMoreThanTheBucket(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rate = 40_000 << Int(seed % 8)
    var control = VideoRateControl(bitsPerSecond: rate, frames: .fps30)
    var frames: [(time: Double, bits: Int)] = []
    for index in 0..<600 where generator.chance(seed % 2 == 0 ? 0.95 : 0.3) {
      let time = instant(index)
      let budget = control.fullBudget(at: time) ?? control.budget(at: time)
      let bits = generator.chance(0.6) ? budget.bits : Int(generator.next() % 9) * budget.bits / 9
      let frame = frame(bits, at: time)
      control.take(frame)
      frames.append((time.seconds, frame.bytes.count * 8))
    }
    for first in frames.indices {
      var sum = 0
      for frame in frames[first...] {
        sum += frame.bits
        let most = Double(rate) * (1 + frame.time - frames[first].time)
        guard Double(sum) <= most + 1 else {
          Issue.record("\(sum) bits from \(frames[first].time) to \(frame.time) at \(rate)")
          return
        }
      }
    }
  }

  @Test func aRunOfFramesSettlesAtWhatFlowsIn() {
    var control = VideoRateControl(bitsPerSecond: 3_000_000, frames: .fps30)
    for index in 0..<90 {
      let bits = control.budget(at: instant(index)).bits
      if index == 0 { #expect(bits == 1_500_000) }
      if index > 60 { #expect(bits > 95_000 && bits < 105_000, "\(index): \(bits)") }
      control.take(frame(bits, at: instant(index)))
    }
  }

  @Test func afterAKeyFrameHalfOfWhatFlowsInPaysTheDebt() {
    var control = VideoRateControl(bitsPerSecond: 300_000, frames: .fps30)
    control.take(frame(600_000, at: .zero, isKeyFrame: true))
    #expect(control.budget(at: instant(1)).bits == 4_999)
    #expect(control.fullBudget(at: instant(1)) == nil)
    var index = 1
    while control.budget(at: instant(index)).bits < 9_000, index < 200 {
      control.take(frame(control.budget(at: instant(index)).bits, at: instant(index)))
      index += 1
    }
    // 300 000 bits at half of the rate, and a few frames until they have what flows in.
    #expect(index > 58 && index < 72, "\(index)")
  }

  @Test func aKeyFrameIsAffordableWhenWhatIsOnTheBoardFits() {
    var control = VideoRateControl(bitsPerSecond: 800_000, frames: .fps30)
    #expect(control.affordsKeyFrame(at: .zero))
    control.take(frame(100_000, at: .zero, isKeyFrame: true))
    #expect(control.affordsKeyFrame(at: instant(1)))
    control.take(frame(400_000, at: instant(1)))
    // 500 000 bits are on the board now.
    #expect(!control.affordsKeyFrame(at: instant(2)))
    #expect(control.affordsKeyFrame(at: instant(10)))
    for index in 10..<40 { control.take(frame(80_000, at: instant(index))) }
    // More than the bucket holds: three quarters of it have to do.
    #expect(!control.affordsKeyFrame(at: instant(60)))
    #expect(control.affordsKeyFrame(at: instant(130)))
  }

  @Test func improvementsLeaveAQuarterForChanges() {
    var control = VideoRateControl(bitsPerSecond: 400_000, frames: .fps30)
    control.take(frame(320_000, at: .zero))
    #expect(!control.affordsImprovement(at: instant(1)))
    #expect(control.affordsImprovement(at: instant(2)))
  }

  @Test func longRestsAndSlowRatesOverflowNothing() throws {
    let slow = try #require(FrameRate(frames: 1, seconds: 3_600))
    var control = VideoRateControl(bitsPerSecond: 200_000_000, frames: slow)
    control.take(frame(80_000_000, at: .zero))
    let month = MediaTime(milliseconds: 30 * 86_400_000)
    #expect(control.budget(at: month).bits == 100_000_000)
    #expect(control.fullBudget(at: month)?.bits == 200_000_000)
  }
}
