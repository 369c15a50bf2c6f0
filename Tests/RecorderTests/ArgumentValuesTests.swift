import MediaCore
import Testing

@testable import recorder

@Suite struct ArgumentValuesTests {
  @Test(arguments: [
    ("0", 0), ("12.5", 12_500_000_000), ("1:23.4", 83_400_000_000),
    ("1:02:03", 3_723_000_000_000), ("90", 90_000_000_000), ("0.000000001", 1),
    ("00:05", 5_000_000_000), ("125:00", 7_500_000_000_000),
  ])
  func `times are seconds, minutes or hours`(text: String, nanoseconds: Int64) {
    #expect(ArgumentValues.time(text) == MediaTime(nanoseconds: nanoseconds))
  }

  @Test(arguments: [
    "", "-1", "1:60", "1:61:00", "1:2:3:4", ":5", "5:", "1.", ".5", "1e3", "nan", "1,5",
    "99999999999", "10001:00:00", "0.0000000001", "1: 2", "９",
  ])
  func `what is no time is refused`(text: String) {
    #expect(ArgumentValues.time(text) == nil)
  }

  @Test func `sizes reach from one pixel to what VP8 can say`() {
    #expect(ArgumentValues.size("1920x1080").map { [$0.width, $0.height] } == [1_920, 1_080])
    #expect(ArgumentValues.size("1x1").map { [$0.width, $0.height] } == [1, 1])
    #expect(ArgumentValues.size("16383x16383") != nil)
    for text in ["0x1", "16384x1", "1920", "1920x", "x1", "1920X1080", "-1x1", "1x2x3", "1.5x2"] {
      #expect(ArgumentValues.size(text) == nil, "\(text)")
    }
  }

  @Test func `rates are kept as reduced fractions`() {
    for (text, top, bottom) in [
      ("30", 30, 1), ("29.97", 2_997, 100), ("30000/1001", 30_000, 1_001), ("0.5", 1, 2),
      ("240", 240, 1),
    ] {
      let rate = ArgumentValues.frameRate(text)
      #expect(rate?.frames == Int64(top) && rate?.seconds == Int64(bottom), "\(text)")
    }
    for text in ["0", "241", "1/0", "30/", "fast", "1/1/1", "-5"] {
      #expect(ArgumentValues.frameRate(text) == nil, "\(text)")
    }
  }

  @Test func `bitrates take k and M`() {
    #expect(ArgumentValues.bitrate("2M") == 2_000_000)
    #expect(ArgumentValues.bitrate("1.5M") == 1_500_000)
    #expect(ArgumentValues.bitrate("500k") == 500_000)
    #expect(ArgumentValues.bitrate("12345") == 12_345)
    for text in ["", "k", "M", "9k", "201M", "2G", "2m", "999999999M"] {
      #expect(ArgumentValues.bitrate(text) == nil, "\(text)")
    }
  }

  @Test func `numbers keep to their range`() {
    #expect(ArgumentValues.number("1.5", in: 0.1...100) == 1.5)
    #expect(ArgumentValues.number("0.01", in: 0.1...100) == nil)
    #expect(ArgumentValues.number("inf", in: 0.1...100) == nil)
    #expect(ArgumentValues.integer("63", in: 4...63) == 63)
    #expect(ArgumentValues.integer("64", in: 4...63) == nil)
  }

  @Test func `a part of a screen is a size and a place`() {
    #expect(
      ArgumentValues.region("1280x720+0+64")
        == PixelRectangle(x: 0, y: 64, width: 1_280, height: 720))
    for text in ["", "2x2", "2x2+1", "2x2+1+1+1", "0x2+0+0", "2x2+-1+0", "2x2-1-1", "2x2+70000+0"] {
      #expect(ArgumentValues.region(text) == nil, "\(text)")
    }
  }
}
