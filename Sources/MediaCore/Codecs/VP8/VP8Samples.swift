/// The samples of one macroblock as vectors: 16 rows of luma, then 8 rows of chroma, each with 8
/// samples of blue (U) followed by 8 of red (V).
///
/// Everything that looks at or makes pixels speaks this type, so that one kernel serves luma and
/// chroma: rows 0–7, 8–15 and 16–23 are eight 4×4 blocks each.
struct VP8Samples: Sendable {
  static let lumaRows = 16
  static let rows = 24

  private(set) var storage: InlineArray<24, SIMD16<UInt8>>

  /// All of one colour.
  init(_ colour: VP8Colour) {
    storage = InlineArray(repeating: SIMD16(repeating: colour.luma))
    let chroma = colour.chromaRow
    for y in Self.lumaRows..<Self.rows { storage[y] = chroma }
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

  subscript(row: Int) -> SIMD16<UInt8> {
    // Through a span: the array's own subscript copies all of it first.
    @inline(__always) get { storage.span[row] }
    @inline(__always) set {
      var span = storage.mutableSpan
      span[row] = newValue
    }
  }

  /// Subblock `index` of luma in raster order, as four rows of four samples.
  func subblock(_ index: Int) -> SIMD16<UInt8> {
    let (x, y) = (index % 4 * 4, index / 4 * 4)
    var block = SIMD16<UInt8>()
    for line in 0..<4 {
      let row = storage[y + line]
      for sample in 0..<4 { block[line * 4 + sample] = row[x + sample] }
    }
    return block
  }

  mutating func setSubblock(_ index: Int, to block: SIMD16<UInt8>) {
    let (x, y) = (index % 4 * 4, index / 4 * 4)
    for line in 0..<4 {
      for sample in 0..<4 { storage[y + line][x + sample] = block[line * 4 + sample] }
    }
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
