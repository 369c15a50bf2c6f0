package import Strokes

/// A rectangle of a canvas, in pixels from its top left corner. It may reach beyond the canvas.
public struct PixelRectangle: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension BlockMap {
  /// Every block that the rectangle touches.
  package mutating func insert(_ rectangle: PixelRectangle) {
    let x = Int32(clamping: rectangle.x)
    let y = Int32(clamping: rectangle.y)
    insert(
      x: x, y: y, width: Int32(clamping: rectangle.width),
      height: Int32(clamping: rectangle.height))
  }
}
