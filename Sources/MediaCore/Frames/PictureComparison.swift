package import Strokes

/// Finds the damage between pictures of whole frames whose author does not say what changed.
///
/// Keeps one copy of the last frame and brings it up to date block by block: a frame costs one pass
/// over both.
package struct PictureComparison {
  package let width: Int32
  package let height: Int32
  private var kept: [UInt32]
  private var isFirst = true

  package init(width: Int32, height: Int32) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    self.width = width
    self.height = height
    kept = Array(repeating: 0, count: Int(width) * Int(height))
  }

  /// The blocks in which this frame differs from the last; all of them for the first.
  ///
  /// - Parameters:
  ///   - pixels: B, G, R, A in memory, as bytes or as 0xAARRGGBB.
  ///   - stride: bytes from one row to the next.
  package mutating func damage<Element: BitwiseCopyable>(
    of pixels: Span<Element>, stride: Int
  ) -> BlockMap {
    let (columns, rows) = (Int(width), Int(height))
    var map = BlockMap(width: width, height: height)
    let layout = PlaneComparison.Layout(
      rowBytes: columns * 4, rows: rows, blockBytes: 64, blockRows: 16)
    var span = kept.mutableSpan
    PlaneComparison.update(
      &span, stride: columns * 4, with: pixels, stride: stride, layout, marking: &map)
    if isFirst {
      isFirst = false
      map.insertAll()
    }
    return map
  }
}
