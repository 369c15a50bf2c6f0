/// The samples of one macroblock as vectors: 16 rows of luma, then 8 rows of chroma, each with 8
/// samples of blue (U) followed by 8 of red (V).
///
/// Everything that looks at or makes pixels speaks this type, so that one kernel serves luma and
/// chroma: rows 0–7, 8–15 and 16–23 are eight 4×4 blocks each.
struct VP8Samples: Sendable {
  static let lumaRows = 16
  static let rows = 24

  /// Loops read this through one span: the array's own subscript copies all of it first.
  var storage: InlineArray<24, SIMD16<UInt8>>

  /// All of one colour.
  init(_ colour: VP8Colour) {
    storage = InlineArray(repeating: SIMD16(repeating: colour.luma))
    let chroma = colour.chromaRow
    var rows = storage.mutableSpan
    for y in Self.lumaRows..<Self.rows { rows[y] = chroma }
  }

  init() {
    storage = InlineArray(repeating: SIMD16(repeating: 0))
  }

  /// The macroblock of a picture, whose planes have whole macroblocks.
  init(_ picture: borrowing I420Picture, column: Int, row: Int) {
    self.init()
    picture.withPlane(.luma) { plane, stride in
      let start = row * 16 * stride + column * 16
      for y in 0..<Self.lumaRows { storage[y] = plane.vector16(at: start + y * stride) }
    }
    picture.withPlane(.blue) { blue, stride in
      let start = row * 8 * stride + column * 8
      picture.withPlane(.red) { red, _ in
        for y in 0..<8 {
          storage[Self.lumaRows + y] = SIMD16(
            lowHalf: blue.vector8(at: start + y * stride),
            highHalf: red.vector8(at: start + y * stride))
        }
      }
    }
  }

  /// Takes over eight rows.
  @inline(__always)
  mutating func copyOctet(from other: borrowing VP8Samples, _ first: Int) {
    let source = other.storage.span
    var rows = storage.mutableSpan
    for y in first..<(first + 8) { rows[y] = source[y] }
  }

  subscript(row: Int) -> SIMD16<UInt8> {
    @inline(__always) get { storage.span[row] }
    @inline(__always) set {
      var span = storage.mutableSpan
      span[row] = newValue
    }
  }

  /// Subblock `index` of luma in raster order, as four rows of four samples.
  func subblock(_ index: Int) -> SIMD16<UInt8> {
    let (x, y) = (index % 4 * 4, index / 4 * 4)
    let rows = storage.span
    let (a, b, c, d) = (rows[y], rows[y + 1], rows[y + 2], rows[y + 3])
    return SIMD16(
      lowHalf: SIMD8(lowHalf: Self.four(a, x), highHalf: Self.four(b, x)),
      highHalf: SIMD8(lowHalf: Self.four(c, x), highHalf: Self.four(d, x)))
  }

  @inline(__always)
  private static func four(_ row: SIMD16<UInt8>, _ x: Int) -> SIMD4<UInt8> {
    let half = x < 8 ? row.lowHalf : row.highHalf
    return x & 4 == 0 ? half.lowHalf : half.highHalf
  }
}

/// One colour in limited-range BT.601.
struct VP8Colour: Equatable, Sendable {
  var luma: UInt8
  var blue: UInt8
  var red: UInt8

  static let white = VP8Colour(luma: 235, blue: 128, red: 128)

  /// A row of chroma in `VP8Samples`.
  var chromaRow: SIMD16<UInt8> {
    SIMD16(lowHalf: SIMD8(repeating: blue), highHalf: SIMD8(repeating: red))
  }
}
