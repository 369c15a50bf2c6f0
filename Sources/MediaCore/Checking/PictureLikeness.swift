internal import Glibc
package import Strokes

/// How alike two luma pictures are, over all of them and over the blocks that hold ink.
package struct PictureLikeness: Equatable {
  /// Squared errors and samples.
  private(set) var error = 0.0
  private(set) var count = 0.0
  private(set) var inkedError = 0.0
  private(set) var inkedCount = 0.0
  /// Sums of the structural similarity of 8×8 windows.
  private(set) var similarity = 0.0
  private(set) var windows = 0.0
  private(set) var inkedSimilarity = 0.0
  private(set) var inkedWindows = 0.0
  /// Squared errors of inked blocks against the mirrored picture: left-right, top-bottom, both.
  private(set) var mirroredErrors = (0.0, 0.0, 0.0)

  /// A window whose luma spans less holds no ink.
  private static let inkSpan: UInt8 = 24

  package init() {}

  /// - Parameter isMirrorTested: compare with the mirrored pictures too.
  package init(
    _ expected: borrowing I420Picture, _ actual: borrowing I420Picture, isMirrorTested: Bool = false
  ) {
    let (width, height) = (Int(expected.width), Int(expected.height))
    expected.withPlane(.luma) { e, stride in
      actual.withPlane(.luma) { a, other in
        for top in Swift.stride(from: 0, to: height, by: 8) {
          for left in Swift.stride(from: 0, to: width, by: 8) {
            let window = Window(
              e, stride, a, other, x: left..<min(left + 8, width), y: top..<min(top + 8, height))
            add(window)
            guard isMirrorTested, window.isInked else { continue }
            mirror(e, stride, a, other, left, top, width, height)
          }
        }
      }
    }
  }

  /// Compares the given blocks only.
  package init(
    _ expected: borrowing I420Picture, _ actual: borrowing I420Picture, in blocks: BlockMap
  ) {
    let (width, height) = (Int(expected.width), Int(expected.height))
    let columns = Int(blocks.columns)
    let numbers = blocks.indices
    expected.withPlane(.luma) { e, stride in
      actual.withPlane(.luma) { a, other in
        for number in numbers {
          let (row, column) = number.quotientAndRemainder(dividingBy: columns)
          for top in Swift.stride(from: row * 16, to: min(row * 16 + 16, height), by: 8) {
            for left in Swift.stride(from: column * 16, to: min(column * 16 + 16, width), by: 8) {
              add(
                Window(
                  e, stride, a, other, x: left..<min(left + 8, width),
                  y: top..<min(top + 8, height)))
            }
          }
        }
      }
    }
  }

  /// dB; nil when equal or when nothing was compared.
  package var psnr: Double? { Self.psnr(error, count) }
  package var inkedPSNR: Double? { Self.psnr(inkedError, inkedCount) }
  package var ssim: Double { windows > 0 ? similarity / windows : 1 }
  package var inkedSSIM: Double { inkedWindows > 0 ? inkedSimilarity / inkedWindows : 1 }
  /// Mean squared errors.
  var meanError: Double { count > 0 ? error / count : 0 }
  var inkedMeanError: Double { inkedCount > 0 ? inkedError / inkedCount : 0 }

  package static func += (sum: inout PictureLikeness, other: PictureLikeness) {
    sum.error += other.error
    sum.count += other.count
    sum.inkedError += other.inkedError
    sum.inkedCount += other.inkedCount
    sum.similarity += other.similarity
    sum.windows += other.windows
    sum.inkedSimilarity += other.inkedSimilarity
    sum.inkedWindows += other.inkedWindows
    sum.mirroredErrors.0 += other.mirroredErrors.0
    sum.mirroredErrors.1 += other.mirroredErrors.1
    sum.mirroredErrors.2 += other.mirroredErrors.2
  }

  package static func == (left: PictureLikeness, right: PictureLikeness) -> Bool {
    left.error == right.error && left.count == right.count
      && left.inkedError == right.inkedError && left.similarity == right.similarity
  }

  private static func psnr(_ error: Double, _ count: Double) -> Double? {
    error > 0 && count > 0 ? 10 * log10(255 * 255 * count / error) : nil
  }

  private mutating func add(_ window: Window) {
    error += window.error
    count += window.count
    similarity += window.similarity
    windows += 1
    guard window.isInked else { return }
    inkedError += window.error
    inkedCount += window.count
    inkedSimilarity += window.similarity
    inkedWindows += 1
  }

  private mutating func mirror(
    _ e: Span<UInt8>, _ stride: Int, _ a: Span<UInt8>, _ other: Int, _ left: Int, _ top: Int,
    _ width: Int, _ height: Int
  ) {
    var sums = (0, 0, 0)
    for y in top..<min(top + 8, height) {
      for x in left..<min(left + 8, width) {
        let value = Int(e[y * stride + x])
        let h = value - Int(a[y * other + width - 1 - x])
        let v = value - Int(a[(height - 1 - y) * other + x])
        let both = value - Int(a[(height - 1 - y) * other + width - 1 - x])
        sums.0 += h * h
        sums.1 += v * v
        sums.2 += both * both
      }
    }
    mirroredErrors.0 += Double(sums.0)
    mirroredErrors.1 += Double(sums.1)
    mirroredErrors.2 += Double(sums.2)
  }

  /// Sums over one window, and its structural similarity (Wang et al. 2004, with K1 = 0.01 and
  /// K2 = 0.03, unweighted).
  private struct Window {
    var error = 0.0
    var count = 0.0
    var similarity = 1.0
    var isInked = false

    init(
      _ e: Span<UInt8>, _ stride: Int, _ a: Span<UInt8>, _ other: Int, x: Range<Int>, y: Range<Int>
    ) {
      var (sumE, sumA, squareE, squareA, product, squared) = (0, 0, 0, 0, 0, 0)
      var (low, high) = (UInt8.max, UInt8.min)
      for row in y {
        for column in x {
          let (left, right) = (e[row * stride + column], a[row * other + column])
          low = min(low, left)
          high = max(high, left)
          let (l, r) = (Int(left), Int(right))
          sumE += l
          sumA += r
          squareE += l * l
          squareA += r * r
          product += l * r
          squared += (l - r) * (l - r)
        }
      }
      count = Double(x.count * y.count)
      error = Double(squared)
      isInked = high - low >= PictureLikeness.inkSpan
      let (meanE, meanA) = (Double(sumE) / count, Double(sumA) / count)
      let varianceE = Double(squareE) / count - meanE * meanE
      let varianceA = Double(squareA) / count - meanA * meanA
      let covariance = Double(product) / count - meanE * meanA
      let (c1, c2) = (6.5025, 58.5225)
      similarity =
        (2 * meanE * meanA + c1) * (2 * covariance + c2)
        / ((meanE * meanE + meanA * meanA + c1) * (varianceE + varianceA + c2))
    }
  }
}
