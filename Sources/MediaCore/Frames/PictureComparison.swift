package import Strokes

/// Finds the damage between pictures of whole frames whose author does not say what changed.
///
/// Keeps one copy of the last frame and brings it up to date block by block: a frame costs one pass
/// over both.
package struct PictureComparison {
  package let width: Int32
  package let height: Int32
  /// The last frame, rows without padding.
  package private(set) var pixels: [UInt32]
  private var isFirst = true

  package init(width: Int32, height: Int32) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    self.width = width
    self.height = height
    pixels = Array(repeating: 0, count: Int(width) * Int(height))
  }

  /// The blocks in which this frame differs from the last; all of them for the first.
  ///
  /// - Parameters:
  ///   - pixels: B, G, R, A in memory, as bytes or as 0xAARRGGBB.
  ///   - stride: bytes from one row to the next.
  package mutating func damage<Element: BitwiseCopyable>(
    of pixels: Span<Element>, stride: Int
  ) -> BlockMap {
    var map = BlockMap(width: width, height: height)
    compare(pixels, stride: stride, rows: 0..<Int(height), marking: &map)
    return map
  }

  /// The same for a part of a frame, which comes from its first row to its last.
  ///
  /// - Parameters:
  ///   - band: begins with the first of `rows`.
  ///   - map: in which the blocks that differ are marked.
  mutating func compare<Element: BitwiseCopyable>(
    _ band: Span<Element>, stride: Int, rows: Range<Int>, marking map: inout BlockMap
  ) {
    let rowBytes = Int(width) * 4
    let layout = PlaneComparison.Layout(
      rowBytes: rowBytes, rows: rows.count, blockBytes: 64, blockRows: 16)
    var span = pixels.mutableSpan
    PlaneComparison.update(
      &span, stride: rowBytes, with: band, stride: stride, firstRow: rows.lowerBound, layout,
      marking: &map)
    guard isFirst else { return }
    map.insertAll()
    isFirst = rows.upperBound < Int(height)
  }
}
