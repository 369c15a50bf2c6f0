/// The three pictures that a decoder keeps (RFC 6386, 9.7): LAST, which is rebuilt in place, GOLDEN
/// and ALTREF.
///
/// A kept picture shares every macroblock with LAST until LAST changes it; only then is the old one
/// set aside. To copy LAST to a kept picture is therefore free, and each macroblock that changes
/// afterwards costs 384 bytes once.
///
/// Copies and pans come before the macroblocks of their frame, for copies take the pictures as they
/// were before it. A frame must not predict from a picture that it overwrites.
struct VP8References: ~Copyable {
  let columns: Int
  let rows: Int
  private(set) var last: VP8Reconstruction
  private var golden: VP8KeptPicture
  private var alternate: VP8KeptPicture
  /// Where a pan builds the moved picture.
  private var spare: VP8Reconstruction?
  private let width: Int32
  private let height: Int32

  init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
    last = VP8Reconstruction(width: width, height: height)
    columns = last.columns
    rows = last.rows
    golden = VP8KeptPicture(width: width, height: height)
    alternate = VP8KeptPicture(width: width, height: height)
  }

  func samples(_ reference: VP8Reference, column: Int, row: Int) -> VP8Samples {
    let kept: VP8Samples? =
      switch reference {
      case .last: nil
      case .golden: golden.samples(column: column, row: row)
      case .alternate: alternate.samples(column: column, row: row)
      }
    return kept ?? last.samples(column: column, row: row)
  }

  /// Whether a macroblock of a kept picture may be different from LAST's; false means it is equal.
  func differsFromLast(_ reference: VP8Reference, column: Int, row: Int) -> Bool {
    switch reference {
    case .last: false
    case .golden: golden.differs(column: column, row: row)
    case .alternate: alternate.differs(column: column, row: row)
    }
  }

  /// Rebuilds a macroblock of LAST.
  mutating func store(_ samples: borrowing VP8Samples, column: Int, row: Int) {
    setAside(column: column, row: row)
    last.store(samples, column: column, row: row)
  }

  /// Makes a macroblock of LAST what it is in `reference`, as a skip with that reference does.
  mutating func repeatMacroblock(of reference: VP8Reference, column: Int, row: Int) {
    guard differsFromLast(reference, column: column, row: row) else { return }
    store(samples(reference, column: column, row: row), column: column, row: row)
    switch reference {
    case .last: break
    case .golden: golden.share(column: column, row: row)
    case .alternate: alternate.share(column: column, row: row)
    }
  }

  /// Whether a macroblock of LAST has exactly these samples.
  func lastEquals(_ samples: borrowing VP8Samples, column: Int, row: Int) -> Bool {
    samples.equals(last.samples(column: column, row: row))
  }

  /// Before a key frame: it replaces all three pictures, so nothing needs to be set aside.
  /// `copyLast` to both comes after its macroblocks.
  mutating func beginKeyFrame() {
    golden.forget()
    alternate.forget()
  }

  /// Copies LAST to golden or alternate, as a frame does that refreshes them (after its macroblocks)
  /// or copies to them (before).
  mutating func copyLast(to reference: VP8Reference) {
    switch reference {
    case .last: break
    case .golden: golden.shareAll()
    case .alternate: alternate.shareAll()
    }
  }

  /// Copies golden to alternate, or alternate to golden, before a frame's macroblocks.
  mutating func copyOther(to reference: VP8Reference) {
    switch reference {
    case .last: break
    case .golden: golden.assign(alternate)
    case .alternate: alternate.assign(golden)
    }
  }

  /// Moves all of LAST, as if each macroblock of the frame were a skip with this vector; what the
  /// frame codes on top finds its prediction in LAST. The vector is of whole even samples, in quarter
  /// samples a multiple of 8.
  mutating func pan(by motion: VP8MotionVector) {
    precondition(motion.row & 7 == 0 && motion.column & 7 == 0, "a pan by whole even samples")
    for row in 0..<rows {
      for column in 0..<columns { setAside(column: column, row: row) }
    }
    var moved = spare.take() ?? VP8Reconstruction(width: width, height: height)
    moved.assign(last, moved: motion)
    swap(&moved, &last)
    spare = consume moved
  }

  private mutating func setAside(column: Int, row: Int) {
    golden.setAside(last, column: column, row: row)
    alternate.setAside(last, column: column, row: row)
  }
}
