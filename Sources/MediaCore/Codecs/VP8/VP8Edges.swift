/// The samples around a macroblock that intra prediction reads (RFC 6386, 12.2 and 12.3), with the
/// border's values where the picture ends.
struct VP8Edges: Sendable {
  /// Whether the samples above and to the left are of the picture; DC prediction uses only those.
  let hasAbove: Bool
  let hasLeft: Bool

  var lumaAbove = SIMD16<UInt8>(repeating: 0)
  /// The four samples right of `lumaAbove`.
  var lumaAboveRight = SIMD4<UInt8>(repeating: 0)
  var lumaLeft = SIMD16<UInt8>(repeating: 0)
  var lumaCorner: UInt8 = 0
  /// Eight samples of blue, then eight of red.
  var chromaAbove = SIMD16<UInt8>(repeating: 0)
  var chromaLeft = SIMD16<UInt8>(repeating: 0)
  var blueCorner: UInt8 = 0
  var redCorner: UInt8 = 0

  init(hasAbove: Bool, hasLeft: Bool) {
    self.hasAbove = hasAbove
    self.hasLeft = hasLeft
  }
}
