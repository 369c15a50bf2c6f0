/// Which part of the board a canvas shows: canvas = board · scale + offset, in pixels.
package struct Viewport: Hashable, Sendable {
  package var scale: Double
  package var offsetX: Double
  package var offsetY: Double

  package static let identity = Viewport(scale: 1, offsetX: 0, offsetY: 0)

  package init(scale: Double, offsetX: Double, offsetY: Double) {
    self.scale = scale
    self.offsetX = offsetX
    self.offsetY = offsetY
  }

  /// Shows all of `bounds` in the middle of a canvas, at most at the scale `largest`.
  package init(
    fitting bounds: BoardBounds, width: Int32, height: Int32, margin: Double = 0,
    largest: Double = .infinity
  ) {
    let (boardWidth, boardHeight) = (bounds.maxX - bounds.minX, bounds.maxY - bounds.minY)
    let roomX = max(Double(width) - 2 * margin, 1)
    let roomY = max(Double(height) - 2 * margin, 1)
    var scale = largest
    if boardWidth > 0 { scale = min(scale, roomX / boardWidth) }
    if boardHeight > 0 { scale = min(scale, roomY / boardHeight) }
    if !scale.isFinite { scale = 1 }
    self.scale = scale
    offsetX = (Double(width) - boardWidth * scale) / 2 - bounds.minX * scale
    offsetY = (Double(height) - boardHeight * scale) / 2 - bounds.minY * scale
  }

  package var transform: AffineTransform {
    AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: offsetX, ty: offsetY)
  }
}

/// A box on the board, in board pixels.
package struct BoardBounds: Hashable, Sendable {
  package var minX: Double
  package var minY: Double
  package var maxX: Double
  package var maxY: Double

  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  package func union(_ other: BoardBounds) -> BoardBounds {
    BoardBounds(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }
}
