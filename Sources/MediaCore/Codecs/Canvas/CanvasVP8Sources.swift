import Strokes

/// The pixels that LAST and ALTREF show in a canonical stream.
///
/// There a macroblock is a function of its pixels alone, so equal pixels are equal macroblocks: what
/// viewers have already is found by comparing pixels, and nothing is transformed for it.
struct CanvasVP8Sources: ~Copyable {
  private let columns: Int
  private let rows: Int
  private var page = VP8Colour.white
  /// Room for two versions of every macroblock's pixels; each picture says which of them it shows, or
  /// that it shows the page. So clearing and its undoing move no pixels.
  private var versions: InlineArray<2, VP8Reconstruction>
  private var last: [UInt8]
  private var kept: [UInt8]
  /// Macroblocks of LAST that are not with every viewer what their pixels give at full quality:
  /// previews, and what joiners got before the others. They are sent again whatever LAST holds.
  private(set) var unsettled: BlockMap
  /// The same of ALTREF.
  private(set) var keptUnsettled: BlockMap
  /// Whether every viewer has ALTREF, as far as it is settled.
  var isKeptShared = false

  /// Nothing at all for a stream without pixels to remember: 0×0.
  init(width: Int32, height: Int32) {
    columns = (Int(width) + 15) / 16
    rows = (Int(height) + 15) / 16
    versions = InlineArray { _ in VP8Reconstruction(width: width, height: height) }
    last = [UInt8](repeating: Self.pageVersion, count: rows * columns)
    kept = last
    unsettled = BlockMap(width: width, height: height)
    keptUnsettled = unsettled
  }

  private static let pageVersion: UInt8 = 2

  /// All pictures are of one colour, with everybody.
  mutating func begin(_ page: VP8Colour) {
    self.page = page
    for block in last.indices { last[block] = Self.pageVersion }
    copyLast()
    unsettled.removeAll()
    keptUnsettled.removeAll()
    isKeptShared = true
  }

  /// Whether LAST is what these pixels give, with everybody.
  ///
  /// - Parameter isPage: whether they are all page.
  func show(_ source: borrowing VP8Samples, isPage: Bool, column: Int, row: Int) -> Bool {
    if isUnsettled(column: column, row: row) { return false }
    return equal(source, isPage, last[row * columns + column], column, row)
  }

  /// Whether ALTREF is; not to be asked of page.
  func keep(_ source: borrowing VP8Samples, column: Int, row: Int) -> Bool {
    let block = row * columns + column
    if !isKeptShared || keptUnsettled.contains(block) { return false }
    return equal(source, false, kept[block], column, row)
  }

  /// What is page is always said to be.
  private func equal(
    _ source: borrowing VP8Samples, _ isPage: Bool, _ version: UInt8, _ column: Int, _ row: Int
  ) -> Bool {
    if isPage || version == Self.pageVersion { return isPage && version == Self.pageVersion }
    return versions[Int(version)].equals(source, column: column, row: row)
  }

  func keptSamples(column: Int, row: Int) -> VP8Samples {
    samples(kept[row * columns + column], column, row)
  }

  func isUnsettled(column: Int, row: Int) -> Bool { unsettled.contains(row * columns + column) }

  /// LAST now shows these pixels.
  ///
  /// - Parameter isSettled: false when it shows them coarsely.
  mutating func store(
    _ source: borrowing VP8Samples, column: Int, row: Int, isSettled: Bool = true
  ) {
    let block = row * columns + column
    if source.isFlat(page) {
      last[block] = Self.pageVersion
    } else {
      last[block] = kept[block] == 0 ? 1 : 0
      versions[Int(last[block])].store(source, column: column, row: row)
    }
    if isSettled { unsettled.remove(block) } else { unsettled.insert(block) }
  }

  /// LAST is now the page there, or what ALTREF is.
  mutating func repeatMacroblock(of reference: VP8Reference, column: Int, row: Int) {
    let block = row * columns + column
    switch reference {
    case .last: return
    case .golden: last[block] = Self.pageVersion
    case .alternate: last[block] = kept[block]
    }
    unsettled.remove(block)
  }

  mutating func unsettle(_ blocks: BlockMap) { unsettled.formUnion(blocks) }

  mutating func unsettle(_ block: Int) { unsettled.insert(block) }

  mutating func unsettleAll() { unsettled.insertAll() }

  /// LAST was copied to ALTREF, with everybody.
  mutating func keepLast() {
    copyLast()
    keptUnsettled = unsettled
    isKeptShared = true
  }

  /// Element by element: an array that is shared would be copied by the next change.
  private mutating func copyLast() {
    for block in last.indices { kept[block] = last[block] }
  }

  /// Moves all of LAST by whole macroblocks: what was `right` and `down` of a place comes there. What
  /// comes in from beyond the edges is unsettled.
  mutating func move(right: Int, down: Int) {
    let count = rows * columns
    let isForward = down * columns + right >= 0
    for number in 0..<count {
      // What is read must not have been written.
      let block = isForward ? number : count - 1 - number
      let (row, column) = block.quotientAndRemainder(dividingBy: columns)
      let (oldColumn, oldRow) = (column + right, row + down)
      guard (0..<columns).contains(oldColumn), (0..<rows).contains(oldRow) else {
        unsettled.insert(block)
        continue
      }
      let isSettled = !isUnsettled(column: oldColumn, row: oldRow)
      store(
        samples(last[oldRow * columns + oldColumn], oldColumn, oldRow), column: column, row: row,
        isSettled: isSettled)
    }
  }

  private func samples(_ version: UInt8, _ column: Int, _ row: Int) -> VP8Samples {
    version == Self.pageVersion
      ? VP8Samples(page) : versions[Int(version)].samples(column: column, row: row)
  }
}
