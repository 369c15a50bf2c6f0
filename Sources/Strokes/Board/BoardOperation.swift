/// An act that can be undone.
struct BoardOperation {
  enum Act {
    /// Made `count` items, numbered from `first`.
    case made(first: Int32, count: Int32)
    indirect case erased(Erasure, items: [Int32])
    indirect case cleared(Clear)
    indirect case transformed(AffineTransform, items: [Int32])
    indirect case restyled(Restyle, items: [Int32])
    indirect case deleted(items: [Int32])
    indirect case background(Background)
  }

  /// A clear hides every item numbered below `itemCount`, except what open strokes drew later.
  struct Clear {
    struct OpenStroke {
      var item: Int32
      /// Points that the stroke had.
      var pointCount: Int64
    }

    var itemCount: Int32
    var openStrokes: [OpenStroke]

    /// Points of an item that this clear hides; nil for all of them.
    func hiddenPoints(of item: Int32) -> Int64? {
      for stroke in openStrokes where stroke.item == item { return stroke.pointCount }
      return nil
    }
  }

  var act: Act
  var isLive = true
  /// Who undid it and when; a later act of that author makes it final.
  var undoneBy = AuthorID(0)
  var undoneAt: UInt64 = 0
}
