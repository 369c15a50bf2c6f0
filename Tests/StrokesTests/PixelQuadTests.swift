import Testing

@testable import Strokes

@Suite struct PixelQuadTests {
  /// x / 255 rounded to the nearest: no product of two bytes is half-way between two.
  private func rounded(_ x: UInt32) -> UInt32 { (2 * x + 255) / 510 }

  @Test func everyProductOfTwoBytesIsDividedExactly() {
    for x in UInt16(0)...65_025 {
      let quotient = PixelQuad.dividedBy255(PixelQuad.Lanes(repeating: x))
      #expect(UInt32(quotient[0]) == rounded(UInt32(x)))
    }
  }

  @Test func everyInkOverEveryGroundIsMixedExactly() {
    for below in stride(from: UInt32(0), through: 255, by: 3) {
      let ground = PixelQuad(SIMD4(repeating: below &* 0x0101_0101))
      for alpha in UInt32(0)...255 {
        let ink: UInt32 = 0xFF7F_0180
        let laid = PixelQuad(SIMD4(repeating: ink))
          .laid(over: ground, alpha: PixelQuad.spread(SIMD4(repeating: alpha)))
        for shift in [UInt32(0), 8, 16, 24] {
          let sum = (ink >> shift & 255) * alpha + below * (255 - alpha)
          #expect(laid.pixels[3] >> shift & 255 == rounded(sum))
        }
      }
    }
  }
}
