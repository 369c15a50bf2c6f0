import Strokes

extension Canvas {
  /// The blocks in which two pictures of one size differ.
  package func differingBlocks(_ other: Canvas) -> BlockMap {
    var map = BlockMap(width: width, height: height)
    for y in 0..<Int(height) {
      for x in 0..<Int(width) where pixels[y * Int(width) + x] != other.pixels[y * Int(width) + x] {
        map.insert(column: Int32(x / 16), row: Int32(y / 16))
      }
    }
    return map
  }
}
