/// One item of the board's order: what was put there, and the operations that bear on it.
struct BoardItem {
  enum Content {
    case stroke
    case outline(Outline)
    case picture(PicturePlacement)
  }

  /// An operation that acts on the item, and which of its details does.
  struct Effect {
    var operation: Int32
    /// The hit of an erasure, or the points that a clear found (−1 for all).
    var detail: Int64
  }

  let id: BoardID
  let order: OrderKey
  let content: Content
  /// The operation that made the item.
  let operation: Int32
  /// What the item was when it was made, before any operation acted on it.
  let initial: ItemAttributes
  var path: StrokePath
  var isOpen: Bool
  var effects: [Effect] = []

  /// Below `other` in the board's order.
  func isBelow(_ other: BoardItem) -> Bool {
    order != other.order ? order < other.order : id < other.id
  }
}

/// What an item looks like while certain operations are live.
struct ItemAttributes {
  /// A part that a bitmap eraser took, in the item's own space.
  struct Mask {
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
