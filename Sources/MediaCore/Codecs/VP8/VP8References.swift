/// The three pictures that a decoder keeps (RFC 6386, 9.7): LAST, which is rebuilt macroblock by
/// macroblock, GOLDEN and ALTREF.
///
/// There is room for three versions of every macroblock, and each picture says which of them it
/// shows. To copy a picture, or to repeat a macroblock of a kept one, is to copy such numbers and no
/// sample; a macroblock of LAST that changes goes where no kept picture looks.
///
/// Copies and pans come before the macroblocks of their frame, for copies take the pictures as they
/// were before it. A frame must not predict from a picture that it overwrites.
struct VP8References: ~Copyable {
  let columns: Int
  let rows: Int
  private var versions: InlineArray<3, VP8Reconstruction>
  /// By macroblock in raster order, which version a picture shows.
  private var last: [UInt8]
  private var golden: [UInt8]
  private var alternate: [UInt8]
  /// LAST as it was before a pan.
  private var spare: VP8Reconstruction?
  private let width: Int32
  private let height: Int32

  init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
    // All at once: taking megabytes would make the first frame with ink fifty times as dear.
    versions = InlineArray { _ in VP8Reconstruction(width: width, height: height) }
    columns = versions[0].columns
    rows = versions[0].rows
    last = [UInt8](repeating: 0, count: columns * rows)
    golden = last
    alternate = last
  }

  func samples(_ reference: VP8Reference, column: Int, row: Int) -> VP8Samples {
    versions[version(reference, row * columns + column)].samples(column: column, row: row)
  }

  /// Whether a macroblock of a kept picture may be different from LAST's; false means it is equal.
  func differsFromLast(_ reference: VP8Reference, column: Int, row: Int) -> Bool {
    let place = row * columns + column
    return version(reference, place) != Int(last[place])
  }

  /// Rebuilds a macroblock of LAST.
  mutating func store(_ samples: borrowing VP8Samples, column: Int, row: Int) {
    let place = row * columns + column
    let (a, b) = (golden[place], alternate[place])
    if last[place] == a || last[place] == b {
      // Of 0, 1 and 2 the one that neither shows.
      last[place] = a == b ? (a == 0 ? 1 : 0) : 3 - a - b
    }
    versions[Int(last[place])].store(samples, column: column, row: row)
  }

  /// A macroblock of LAST, to be taken back to.
  struct Remembered {
    fileprivate var version: UInt8
    fileprivate var samples: VP8Samples
  }

  func remember(column: Int, row: Int) -> Remembered {
    Remembered(
      version: last[row * columns + column], samples: samples(.last, column: column, row: row))
  }

  /// Makes a macroblock of LAST what it was, and equal to the kept pictures that it was equal to: a
  /// frame that has copied LAST to one of them must not predict from that one.
  mutating func restore(_ remembered: borrowing Remembered, column: Int, row: Int) {
    let place = row * columns + column
    let version = remembered.version
    last[place] = version
    // What a kept picture shows has not been written to.
    if version == golden[place] || version == alternate[place] { return }
    versions[Int(version)].store(remembered.samples, column: column, row: row)
  }

  /// Makes a macroblock of LAST what it is in `reference`, as a skip with that reference does.
  mutating func repeatMacroblock(of reference: VP8Reference, column: Int, row: Int) {
    let place = row * columns + column
    last[place] = UInt8(version(reference, place))
  }

  /// Whether a macroblock of LAST has exactly these samples.
  func lastEquals(_ samples: borrowing VP8Samples, column: Int, row: Int) -> Bool {
    versions[Int(last[row * columns + column])].equals(samples, column: column, row: row)
  }

  /// Sum of squared differences of a macroblock from these samples; nil when any is larger than
  /// `largest`.
  func error(
    of samples: borrowing VP8Samples, from reference: VP8Reference, column: Int, row: Int,
    within largest: UInt8
  ) -> Int32? {
    versions[version(reference, row * columns + column)].error(
      of: samples, column: column, row: row, within: largest)
  }

  /// What lies around a macroblock of LAST.
  func edges(column: Int, row: Int) -> VP8Edges {
    let place = row * columns + column
    var edges = VP8Edges(hasAbove: row > 0, hasLeft: column > 0)
    // Beyond the frame every version has the same border.
    let above = row > 0 ? Int(last[place - columns]) : 0
    let left = column > 0 ? Int(last[place - 1]) : 0
    let corner = row > 0 && column > 0 ? Int(last[place - columns - 1]) : 0
    versions[above].readAbove(column: column, row: row, into: &edges)
    versions[left].readLeft(column: column, row: row, into: &edges)
    versions[corner].readCorners(column: column, row: row, into: &edges)
    // Beyond the last column the row above goes on as its last sample, and so it does above the
    // first row, where all is 127.
    if column == columns - 1 {
      edges.lumaAboveRight = SIMD4(repeating: edges.lumaAbove[15])
    } else {
      let right = row > 0 ? Int(last[place - columns + 1]) : 0
      edges.lumaAboveRight = versions[right].aboveRight(column: column, row: row)
    }
    return edges
  }

  /// Copies LAST to golden or alternate, as a frame does that refreshes them (after its macroblocks)
  /// or copies to them (before).
  mutating func copyLast(to reference: VP8Reference) {
    switch reference {
    case .last: break
    case .golden: Self.assign(last, to: &golden)
    case .alternate: Self.assign(last, to: &alternate)
    }
  }

  /// Copies golden to alternate, or alternate to golden, before a frame's macroblocks.
  mutating func copyOther(to reference: VP8Reference) {
    switch reference {
    case .last: break
    case .golden: Self.assign(alternate, to: &golden)
    case .alternate: Self.assign(golden, to: &alternate)
    }
  }

  /// Moves all of LAST, as if each macroblock of the frame were a skip with this vector; what the
  /// frame codes on top finds its prediction in LAST. The vector is of whole even samples, in quarter
  /// samples a multiple of 8.
  mutating func pan(by motion: VP8MotionVector) {
    precondition(motion.row & 7 == 0 && motion.column & 7 == 0, "a pan by whole even samples")
    var old = spare.take() ?? VP8Reconstruction(width: width, height: height)
    assemble(into: &old)
    for row in 0..<rows {
      for column in 0..<columns {
        store(old.samples(column: column, row: row, moved: motion), column: column, row: row)
      }
    }
    spare = consume old
  }

  /// LAST in one piece.
  func assembled() -> VP8Reconstruction {
    var picture = VP8Reconstruction(width: width, height: height)
    assemble(into: &picture)
    return picture
  }

  private func assemble(into picture: inout VP8Reconstruction) {
    for row in 0..<rows {
      for column in 0..<columns {
        picture.store(
          samples(.last, column: column, row: row), column: column, row: row)
      }
    }
  }

  private func version(_ reference: VP8Reference, _ place: Int) -> Int {
    switch reference {
    case .last: Int(last[place])
    case .golden: Int(golden[place])
    case .alternate: Int(alternate[place])
    }
  }

  /// Element by element: an array that is shared would be copied by the next change.
  private static func assign(_ source: [UInt8], to target: inout [UInt8]) {
    for place in source.indices { target[place] = source[place] }
  }
}
