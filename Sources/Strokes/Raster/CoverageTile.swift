/// One block's coverage while a sweep is drawn into it: 16 rows of four quads, each of which is four
/// pixels side by side. A quad is what every machine's vectors hold.
@safe
struct CoverageTile {
  typealias Quad = SIMD4<Float>

  private let bytes: UnsafeMutableRawPointer
  private var difference: UInt32 = 0

  /// - Parameter bytes: 256 bytes, for as long as this lives.
  @unsafe
  init(_ bytes: UnsafeMutableRawPointer) {
    unsafe self.bytes = bytes
  }

  /// Whether any byte has been raised.
  var isRaised: Bool { difference != 0 }

  /// Raises a quad to `coverage`, 0…255 and rounded to the nearest, wherever that is higher.
  @inline(__always)
  mutating func raise(row: Int, quad: Int, to coverage: Quad) {
    let rounded = unsafe unsafeBitCast(coverage + Self.rounder, to: SIMD16<UInt8>.self)
    let new = SIMD4<UInt8>(rounded[0], rounded[4], rounded[8], rounded[12])
    let old = self[row, quad]
    let higher = old.replacing(with: new, where: new .> old)
    difference |= unsafe unsafeBitCast(higher ^ old, to: UInt32.self)
    unsafe bytes.storeBytes(
      of: higher, toByteOffset: Self.offset(row, quad), as: SIMD4<UInt8>.self)
  }

  /// Whether all of a quad is covered by `most` or more.
  @inline(__always)
  func isCovered(row: Int, quad: Int, by most: UInt8) -> Bool {
    // Vectors are replaced by vectors: with a number it would be a loop over the elements.
    let (old, all) = (self[row, quad], SIMD4<UInt8>(repeating: most))
    let missing = old.replacing(with: all, where: old .> all) ^ all
    return unsafe unsafeBitCast(missing, to: UInt32.self) == 0
  }

  /// Whether all of the block is covered by `most` or more.
  func isCovered(by most: UInt8) -> Bool {
    let all = SIMD16<UInt8>(repeating: most)
    for row in 0..<16 {
      let old = unsafe bytes.loadUnaligned(fromByteOffset: row * 16, as: SIMD16<UInt8>.self)
      let missing = unsafe unsafeBitCast(
        old.replacing(with: all, where: old .> all) ^ all, to: SIMD2<UInt64>.self)
      if missing[0] | missing[1] != 0 { return false }
    }
    return true
  }

  @inline(__always)
  private subscript(row: Int, quad: Int) -> SIMD4<UInt8> {
    unsafe bytes.loadUnaligned(fromByteOffset: Self.offset(row, quad), as: SIMD4<UInt8>.self)
  }

  /// Within the 256 bytes, whatever is asked for.
  @inline(__always)
  private static func offset(_ row: Int, _ quad: Int) -> Int { (row &* 16 &+ quad &* 4) & 0xFC }

  /// Adding this to a number from 0 to 255 leaves the nearest whole number in the low bits.
  private static let rounder: Float = 12_582_912
}

// MARK: Places

extension CoverageTile {
  /// Beyond this distance from a nib's edge, half a pixel not counted, nothing is covered, whatever
  /// was rounded on the way.
  static let margin: Float = 0.0625

  /// The rows whose middles lie within half a pixel of a span, from `top` to `bottom` of the block.
  @inline(__always)
  static func rows(_ top: Float, _ bottom: Float) -> Range<Int> {
    let (from, to) = (top - margin, bottom + margin)
    guard to > 0, from < 16 else { return 0..<0 }
    return (from > 0 ? Int(from) : 0)..<(to < 15 ? Int(to) + 1 : 16)
  }

  /// The quads with columns whose middles lie within half a pixel of a span.
  @inline(__always)
  static func quads(_ left: Float, _ right: Float) -> Range<Int> {
    let columns = rows(left, right)
    return columns.isEmpty ? 0..<0 : columns.lowerBound >> 2..<(columns.upperBound + 3) >> 2
  }

  /// Where the middles of a quad's columns lie, seen from `x` of the block.
  @inline(__always)
  static func columns(of quad: Int, from x: Float) -> Quad {
    let half = Float(quad & 2 == 0 ? 0 : 8) + 0.5 - x
    return Quad(repeating: half) + (quad & 1 == 0 ? Quad(0, 1, 2, 3) : Quad(4, 5, 6, 7))
  }
}

extension SIMD4<Float> {
  /// The higher of each number and `least`; `least` where it is not a number.
  @inline(__always)
  func atLeast(_ least: Self) -> Self { least.replacing(with: self, where: self .> least) }

  /// The lower of each number and `most`; `most` where it is not a number.
  @inline(__always)
  func atMost(_ most: Self) -> Self { most.replacing(with: self, where: self .< most) }
}
