/// GOLDEN or ALTREF, as the macroblocks in which it may differ from LAST.
struct VP8KeptPicture: ~Copyable {
  private let columns: Int
  /// By macroblock in raster order; where it is clear the samples are LAST's.
  private var differing: [Bool]
  /// Made at once: taking megabytes would make the first frame with ink fifty times as dear.
  private var picture: VP8Reconstruction

  /// Shares everything with LAST.
  init(width: Int32, height: Int32) {
    columns = (Int(width) + 15) / 16
    picture = VP8Reconstruction(width: width, height: height)
    differing = [Bool](repeating: false, count: columns * ((Int(height) + 15) / 16))
  }

  func differs(column: Int, row: Int) -> Bool { differing[row * columns + column] }

  /// Its own samples; nil where they are LAST's.
  func samples(column: Int, row: Int) -> VP8Samples? {
    guard differs(column: column, row: row) else { return nil }
    return picture.samples(column: column, row: row)
  }

  /// Keeps LAST's macroblock, which is about to change.
  mutating func setAside(_ last: borrowing VP8Reconstruction, column: Int, row: Int) {
    guard !differing[row * columns + column] else { return }
    keep(last.samples(column: column, row: row), column: column, row: row)
  }

  mutating func share(column: Int, row: Int) {
    differing[row * columns + column] = false
  }

  mutating func shareAll() {
    for i in differing.indices { differing[i] = false }
  }

  /// Its samples no longer matter: marks all as kept without keeping them.
  mutating func forget() {
    for i in differing.indices { differing[i] = true }
  }

  mutating func assign(_ other: borrowing VP8KeptPicture) {
    for i in differing.indices {
      let (column, row) = (i % columns, i / columns)
      if let samples = other.samples(column: column, row: row) {
        keep(samples, column: column, row: row)
      } else {
        differing[i] = false
      }
    }
  }

  private mutating func keep(_ samples: borrowing VP8Samples, column: Int, row: Int) {
    picture.store(samples, column: column, row: row)
    differing[row * columns + column] = true
  }
}
