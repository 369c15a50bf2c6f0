/// What the frames of a recording may cost, so that it keeps to a bit rate: a bucket that fills at
/// that rate and that frames empty.
///
/// It holds one second. A frame gets half of what is in it, so that a change is shown well and one
/// after it still is, and a run of them settles where a frame takes what flows in. Over any time
/// the frames take no more than what flows in and one bucket; only key frames, and the last
/// frame, which stays on the screen, may owe the bucket something. Then frames have half of what
/// flows in until the debt is paid.
package struct VideoRateControl: Equatable, Sendable {
  /// Bits a second, and what the bucket holds.
  private let rate: Int
  /// What flows in from one instant to the next.
  private let share: Int
  /// In bits, at `time`; negative is a debt.
  private var level: Int
  private var time = MediaTime.zero
  /// What the last key frame took, and all frames since: as much as the next one can take.
  private var keyFrameBits = 0

  package init(bitsPerSecond: Int, frames: FrameRate) {
    rate = max(bitsPerSecond, 1)
    share = min(Self.flow(rate, frames.instant(1)), rate)
    level = rate
  }

  /// What a frame at `time` may cost. It had better wait when only a part of a change fits.
  package func budget(at time: MediaTime) -> EncodeRequest.Budget {
    EncodeRequest.Budget(
      bits: max(level(at: time) / 2, share / 2), time: Self.encodingTime, mayWait: true)
  }

  /// What a frame may cost that waited until the bucket was full; nil while it is not. A part of a
  /// change is then better than nothing.
  package func fullBudget(at time: MediaTime) -> EncodeRequest.Budget? {
    guard level(at: time) == rate else { return nil }
    return EncodeRequest.Budget(bits: rate, time: Self.encodingTime)
  }

  /// Whether there is enough for a frame that only improves what is shown: some is kept for changes.
  package func affordsImprovement(at time: MediaTime) -> Bool { level(at: time) >= rate / 4 }

  /// Whether a key frame would leave something; with much on the board none ever would.
  package func affordsKeyFrame(at time: MediaTime) -> Bool {
    level(at: time) >= min(keyFrameBits, rate / 4 * 3)
  }

  /// Counts a frame.
  package mutating func take(_ frame: EncodedFrame) {
    let bits = frame.bytes.count * 8
    level = level(at: frame.time) - bits
    time = frame.time
    keyFrameBits = frame.isKeyFrame ? bits : keyFrameBits + bits
  }

  /// A recording has no deadline; whoever waits for it does.
  private static let encodingTime = MediaTime(milliseconds: 1_000)

  private func level(at time: MediaTime) -> Int {
    min(level + Self.flow(rate, time - self.time), rate)
  }

  /// What flows in within a time; a debt of more than an hour is as good as that of an hour.
  private static func flow(_ rate: Int, _ time: MediaTime) -> Int {
    let microseconds = min(max(time.nanoseconds, 0) / 1_000, 3_600_000_000)
    return rate * Int(microseconds) / 1_000_000
  }
}
