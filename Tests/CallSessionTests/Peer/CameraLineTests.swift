import MediaCore
import Testing

@testable import CallSession

@Suite struct CameraLineTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  static func report(_ timestamp: UInt32, seconds: Int64) -> SenderReport {
    SenderReport(
      sender: SSRC(1), time: NTPTime(unixNanoseconds: seconds * 1_000_000_000),
      timestamp: timestamp, packets: 0, octets: 0)
  }

  @Test func `timestamps count, over the end of their numbers`() {
    var line = CameraLine()
    let start = UInt32.max - 9_000
    for number in 0..<100 as Range<Int64> {
      let step = line.advance(
        to: start &+ UInt32(number * 9_000), at: Self.milliseconds(number * 100 + number % 7 * 10))
      #expect(step == (number == 0 ? 0 : 100_000_000))
    }
    #expect(line.place == 9_900_000_000)
  }

  @Test func `numbers that begin anew take the time that has passed`() {
    var line = CameraLine()
    _ = line.advance(to: 5, at: .zero)
    #expect(line.advance(to: 2_000_000_000, at: Self.milliseconds(70)) == 70_000_000)
    #expect(line.advance(to: 2_000_009_000, at: Self.milliseconds(190)) == 100_000_000)
    #expect(line.place == 170_000_000)
  }

  @Test func `a pause of the camera is time`() {
    var line = CameraLine()
    _ = line.advance(to: 0, at: .zero)
    #expect(line.advance(to: 90_000 * 60, at: Self.milliseconds(60_000)) == 60_000_000_000)
  }

  @Test func `a report puts pictures on the wall clock`() {
    var line = CameraLine()
    _ = line.advance(to: 0, at: .zero)
    #expect(line.wallClock == nil)
    line.receive(Self.report(90_000, seconds: 1_001))
    _ = line.advance(to: 180_000, at: Self.milliseconds(2_000))
    #expect(line.wallClock == 1_000_000_000_000)
    var known = CameraLine()
    known.receive(Self.report(90_000, seconds: 1_001))
    _ = known.advance(to: 180_000, at: .zero)
    #expect(known.wallClock == 1_002_000_000_000)
  }
}
