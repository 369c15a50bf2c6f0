import MediaCore
import Testing

@testable import CallSession

@Suite struct PictureCaptureTests {
  /// 66 ms apart.
  private func timestamp(_ index: Int64) -> RTPTimestamp { RTPTimestamp(1 << 33 + index * 5_940) }
  private func milliseconds(_ count: Int64) -> MediaTime { MediaTime(milliseconds: count) }

  @Test func `before a report the quickest counts, and then the sender's clock`() {
    var capture = PictureCapture()
    var sender = CaptureOffset()
    sender.note(0, arrival: milliseconds(20))
    var last = MediaTime.zero
    for index in 0..<40 as Range<Int64> {
      let sent = index * 66
      let now = milliseconds(sent + 45 + index % 3 * 10)
      let stamp = index < 20 ? nil : sent * 1_000_000 as Int64?
      let time = capture.time(of: timestamp(index), stamp: stamp, by: sender, at: now)
      #expect(time > last || index == 0)
      last = time
      let expected = index < 20 ? sent + 45 : sent + 20
      #expect(abs((time - milliseconds(expected)).nanoseconds) < 1_000_000, "\(index)")
    }
  }

  @Test func `times rise though timestamps jump`() {
    var capture = PictureCapture()
    var last = MediaTime(nanoseconds: -1)
    let jumps: [Int64] = [0, .max, .min, 5, -1 << 40, 1 << 62, 7]
    for (index, raw) in jumps.enumerated() {
      let now = milliseconds(Int64(index) * 100)
      let time = capture.time(
        of: RTPTimestamp(raw), stamp: nil, by: CaptureOffset(), at: now)
      #expect(time > last && time <= now + milliseconds(10))
      last = time
    }
  }
}
