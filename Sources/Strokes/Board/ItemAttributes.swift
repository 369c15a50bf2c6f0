/// What an item looks like while certain operations are live.
struct ItemAttributes: Sendable {
  /// A part that a bitmap eraser took, in the item's own space.
  struct Mask: Sendable {
    /// Points of the stroke that existed; later ones are not masked.
    var pointCount: Int64
    var path: [SIMD2<Int32>]
    var width: UInt16
    /// From the board, where the eraser moved, to the item's own space.
    var toItem: AffineTransform
  }

  var isVisible = true
  /// Points below this index are hidden (erased whole, or cleared).
  var hiddenPoints: Int64 = 0
  var ink: Ink
  var transform = AffineTransform.identity
  var masks: [Mask] = []
}
