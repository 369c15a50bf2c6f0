/// Four pixels side by side, to calculate with: their channels lie in lanes of 16 bits, which hold a
/// product of two bytes.
struct PixelQuad {
  typealias Lanes = SIMD8<UInt16>

  /// Blue and red of each pixel.
  private let even: Lanes
  /// Green and alpha of each pixel.
  private let odd: Lanes

  @inline(__always)
  private init(even: Lanes, odd: Lanes) {
    (self.even, self.odd) = (even, odd)
  }

  /// - Parameter pixels: 0xAARRGGBB.
  @inline(__always)
  init(_ pixels: SIMD4<UInt32>) {
    even = Self.lanes(pixels & 0x00FF_00FF)
    odd = Self.lanes(pixels &>> 8 & 0x00FF_00FF)
  }

  @inline(__always)
  var pixels: SIMD4<UInt32> {
    unsafe unsafeBitCast(even | odd &<< 8, to: SIMD4<UInt32>.self)
  }

  /// A number for each pixel, at each of its channels.
  @inline(__always)
  static func spread(_ numbers: SIMD4<UInt32>) -> Lanes { lanes(numbers | numbers &<< 16) }

  @inline(__always)
  private static func lanes(_ words: SIMD4<UInt32>) -> Lanes {
    unsafe unsafeBitCast(words, to: Lanes.self)
  }

  /// x / 255, rounded, for 0 ≤ x ≤ 65 025.
  @inline(__always)
  static func dividedBy255(_ x: Lanes) -> Lanes {
    let rounded = x &+ 128
    return (rounded &+ rounded &>> 8) &>> 8
  }

  /// This · alpha + `below` · (255 − alpha), rounded.
  @inline(__always)
  func laid(over below: PixelQuad, alpha: Lanes) -> PixelQuad {
    let keep = 255 &- alpha
    return PixelQuad(
      even: Self.dividedBy255(even &* alpha &+ below.even &* keep),
      odd: Self.dividedBy255(odd &* alpha &+ below.odd &* keep))
  }

  /// Separable multiply (W3C Compositing, 9.1.1 and 10.2) of this, a straight colour, with what lies
  /// below; `bare` is what that lacks of 255 in its alpha.
  @inline(__always)
  func multiplied(by below: PixelQuad, bare: Lanes) -> PixelQuad {
    PixelQuad(
      even: Self.dividedBy255(even &* (bare &+ below.even)),
      odd: Self.dividedBy255(odd &* (bare &+ below.odd)))
  }
}
