/// One item of the board's order: what was put there, and the operations that bear on it.
///
/// A long session holds a hundred thousand of these, so what few items need is kept elsewhere.
struct BoardItem {
  enum Content {
    case stroke
    indirect case outline(Outline)
    indirect case picture(PicturePlacement)
  }

  /// An operation that acts on the item, and which of its details does.
  struct Effect {
    var operation: Int32
    /// The hit of an erasure.
    var detail: Int32
  }

  let id: BoardID
  let order: OrderKey
  let content: Content
  /// The operation that made the item.
  let operation: Int32
  let ink: Ink
  var isOpen: Bool
  /// What a copy took over from its source, or where a picture was placed; nil for a stroke as drawn.
  let inherited: Inherited?
  var path: StrokePath
  var effects: [Effect] = []

  /// Attributes that an item began with. Never changed, so copies may share it.
  final class Inherited: Sendable {
    let attributes: ItemAttributes

    init(_ attributes: ItemAttributes) {
      self.attributes = attributes
    }
  }

  /// What the item was when it was made, before any operation acted on it.
  var initial: ItemAttributes { inherited?.attributes ?? ItemAttributes(ink: ink) }

  var isStroke: Bool {
    if case .stroke = content { return true }
    return false
  }

  /// Below `other` in the board's order.
  func isBelow(_ other: BoardItem) -> Bool {
    order != other.order ? order < other.order : id < other.id
  }
}
