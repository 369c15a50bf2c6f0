import Strokes

/// The frames that bring joiners into a canonical stream, kept from one joiner to the next.
///
/// They stay true for ever: what was touched since is one more frame, and that is made once for all
/// who join before the next change. So joiners cost no more than the board changes.
struct CanvasVP8Bootstrap {
  /// The page, and all there was on it.
  private var frames: [[UInt8]] = []
  /// Macroblocks that the second frame names.
  private var count = 0
  /// Blocks that may have changed since.
  private(set) var touched: BlockMap
  /// Those blocks as they are now; nil while it is not made.
  var catchUp: [UInt8]?
  /// Brings ALTREF; nil while it is not made. Empty when the page brings it.
  var kept: [UInt8]?

  init(width: Int32, height: Int32) {
    touched = BlockMap(width: width, height: height)
  }

  /// Whether it is better made anew: a joiner would get a third of it a second time.
  var isStale: Bool { frames.isEmpty || touched.count * 3 > count }

  mutating func renew(page: [UInt8], ink: [UInt8], count: Int) {
    frames = [page, ink]
    self.count = count
    touched.removeAll()
    catchUp = nil
  }

  mutating func touch(_ blocks: BlockMap) {
    guard !frames.isEmpty, !blocks.isEmpty else { return }
    touched.formUnion(blocks)
    catchUp = nil
  }

  /// The page is new, and all that there is.
  mutating func forget() {
    frames = []
    touched.removeAll()
    catchUp = nil
    kept = []
  }

  /// - Parameter withKept: whether anybody is going to use ALTREF.
  func frames(at time: MediaTime, withKept: Bool) -> [EncodedFrame] {
    var result: [EncodedFrame] = []
    for bytes in frames {
      result.append(EncodedFrame(bytes: bytes, time: time, isKeyFrame: result.isEmpty))
    }
    if let catchUp { result.append(EncodedFrame(bytes: catchUp, time: time, isKeyFrame: false)) }
    if withKept, let kept, !kept.isEmpty {
      result.append(EncodedFrame(bytes: kept, time: time, isKeyFrame: false, isShown: false))
    }
    return result
  }
}
