/// A disc that moves along a path: what an eraser's pass takes.
///
/// It is a stroke of the monoline ink, as which erasers' masks are drawn too, so what is judged
/// touched is what the mask takes from.
struct SweptDisc {
  let item: BoardItem
  let attributes: ItemAttributes

  /// - Parameters:
  ///   - path: in 1/64 board pixel; not empty.
  ///   - width: the disc's diameter in the same steps.
  init(path: [SIMD2<Int32>], width: UInt16) {
    let ink = Ink(kind: .monoline, colour: .black, width: width)
    var points = StrokePath(channels: [])
    for place in path { points.append(StrokePoint(x: place.x, y: place.y)) }
    item = BoardItem(
      id: BoardID(author: AuthorID(0), number: 0), order: OrderKey(major: 0), content: .stroke,
      operation: 0, ink: ink, isOpen: false, inherited: nil, path: points)
    attributes = ItemAttributes(ink: ink)
  }
}
