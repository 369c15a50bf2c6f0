/// A board and its picture: events in, pixels and damage out.
package final class BoardRenderer {
  package private(set) var canvas: Canvas
  package private(set) var viewport: Viewport

  /// The picture of an empty board. The first `render()` damages every block.
  package init(header: BoardHeader, width: Int32, height: Int32, viewport: Viewport) {
    canvas = Canvas(width: width, height: height)
    self.viewport = viewport
  }

  /// Takes an event into the board's state. Draws nothing yet.
  package func apply(_ event: BoardEvent) {}

  /// Supplies the pixels of a resource; items that refer to it appear.
  package func provide(_ picture: Picture, for hash: ContentHash) {}

  /// Shows another part of the board, or the same at another scale.
  package func show(_ viewport: Viewport) {
    self.viewport = viewport
  }

  /// Brings the picture up to the state; says exactly which blocks now differ.
  package func render() -> Damage {
    Damage(blocks: BlockMap(width: canvas.width, height: canvas.height))
  }
}
