internal import Strokes

/// Which conversion from RGB a picture was made with, told from cells of 2×2 pixels whose colours
/// the candidates show differently.
struct ColourFit {
  /// Squared errors of limited-range BT.601, limited-range BT.709 and full-range BT.601.
  private(set) var errors = (bt601: 0.0, bt709: 0.0, full: 0.0)
  private(set) var matrixCells = 0
  private(set) var matrixErrors = (bt601: 0.0, bt709: 0.0)
  private(set) var cells = 0

  /// Cells whose candidates differ by less, in levels over the three components, tell nothing.
  private static let leastDifference = 8.0

  mutating func take(_ canvas: Canvas, _ actual: borrowing I420Picture) {
    let (width, height) = (Int(canvas.width) / 2, Int(canvas.height) / 2)
    let stride = Int(canvas.width)
    let pixels = canvas.pixels.span
    actual.withPlane(.luma) { luma, lumaStride in
      actual.withPlane(.blue) { blue, chromaStride in
        actual.withPlane(.red) { red, _ in
          for y in 0..<height {
            for x in 0..<width {
              var (r, g, b, l) = (0, 0, 0, 0)
              for row in (2 * y)...(2 * y + 1) {
                for column in (2 * x)...(2 * x + 1) {
                  let pixel = pixels[row * stride + column]
                  r += Int(pixel >> 16 & 255)
                  g += Int(pixel >> 8 & 255)
                  b += Int(pixel & 255)
                  l += Int(luma[row * lumaStride + column])
                }
              }
              let seen = SIMD3(
                Double(l) / 4, Double(blue[y * chromaStride + x]),
                Double(red[y * chromaStride + x]))
              add(SIMD3(Double(r), Double(g), Double(b)) / 4, seen)
            }
          }
        }
      }
    }
  }

  /// - Parameter colour: red, green, blue, 0 to 255.
  private mutating func add(_ colour: SIMD3<Double>, _ seen: SIMD3<Double>) {
    let bt601 = Self.convert(colour, 0.299, 0.114, luma: 219, chroma: 224, black: 16)
    let bt709 = Self.convert(colour, 0.2126, 0.0722, luma: 219, chroma: 224, black: 16)
    let full = Self.convert(colour, 0.299, 0.114, luma: 255, chroma: 255, black: 0)
    let (e601, e709) = (Self.square(bt601 - seen), Self.square(bt709 - seen))
    errors.bt601 += e601
    errors.bt709 += e709
    errors.full += Self.square(full - seen)
    cells += 1
    let difference = bt601 - bt709
    if difference.x.magnitude + difference.y.magnitude + difference.z.magnitude
      >= Self.leastDifference
    {
      matrixCells += 1
      matrixErrors.bt601 += e601
      matrixErrors.bt709 += e709
    }
  }

  private static func convert(
    _ colour: SIMD3<Double>, _ kr: Double, _ kb: Double, luma: Double, chroma: Double,
    black: Double
  ) -> SIMD3<Double> {
    let y = (kr * colour.x + (1 - kr - kb) * colour.y + kb * colour.z) / 255
    let u = (colour.z / 255 - y) / (2 - 2 * kb)
    let v = (colour.x / 255 - y) / (2 - 2 * kr)
    return SIMD3(black + luma * y, 128 + chroma * u, 128 + chroma * v)
  }

  private static func square(_ vector: SIMD3<Double>) -> Double {
    (vector * vector).sum()
  }

  /// Whether BT.709 explains the picture much better than BT.601.
  var isBT709: Bool {
    matrixCells >= 64 && matrixErrors.bt709 < 0.5 * matrixErrors.bt601
      && matrixErrors.bt601 / Double(matrixCells) >= 48
  }

  /// Whether full range explains it much better than limited range.
  var isFullRange: Bool {
    cells >= 64 && errors.full < 0.3 * errors.bt601 && errors.bt601 / Double(cells) >= 64
  }
}
