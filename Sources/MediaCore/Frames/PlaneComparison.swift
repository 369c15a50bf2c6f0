internal import Strokes

/// Compares rows of a new plane with those kept from before, block by block, and keeps what is new.
enum PlaneComparison {
  struct Layout {
    /// Bytes of a row that count, from its start.
    var rowBytes: Int
    var rows: Int
    /// Bytes of a row that one block takes: 64 for BGRA, 16 for luma, 8 for chroma.
    var blockBytes: Int
    /// Rows that one block takes: 16, or 8 for chroma.
    var blockRows: Int
  }

  /// Marks every block of `map` in which the planes differ, and copies those rows of the block to
  /// `kept`. Strides are in bytes.
  ///
  /// - Parameter firstRow: the row of `kept` with which the first one of `new` is compared.
  static func update<Kept: BitwiseCopyable, New: BitwiseCopyable>(
    _ kept: inout MutableSpan<Kept>, stride keptStride: Int, with new: Span<New>,
    stride newStride: Int, firstRow: Int = 0, _ layout: Layout, marking map: inout BlockMap
  ) {
    let (rowBytes, rows) = (layout.rowBytes, layout.rows)
    precondition(
      rowBytes <= keptStride && rowBytes <= newStride
        && kept.count * MemoryLayout<Kept>.stride >= keptStride * (firstRow + rows - 1) + rowBytes
        && new.count * MemoryLayout<New>.stride >= newStride * (rows - 1) + rowBytes,
      "a plane is smaller than its layout")
    unsafe kept.withUnsafeMutableBytes { kept in
      unsafe new.withUnsafeBytes { new in
        guard let keptBase = kept.baseAddress, let newBase = new.baseAddress else { return }
        for y in 0..<rows {
          let newRow = unsafe newBase + y * newStride
          let keptRow = unsafe keptBase + (firstRow + y) * keptStride
          var x = unsafe firstDifference(newRow, UnsafeRawPointer(keptRow), from: 0, end: rowBytes)
          while x < rowBytes {
            let column = x / layout.blockBytes
            let start = column * layout.blockBytes
            let end = min(start + layout.blockBytes, rowBytes)
            unsafe (keptRow + start).copyMemory(from: newRow + start, byteCount: end - start)
            map.insert(column: Int32(column), row: Int32((firstRow + y) / layout.blockRows))
            x = unsafe firstDifference(
              newRow, UnsafeRawPointer(keptRow), from: end, end: rowBytes)
          }
        }
      }
    }
  }

  /// Position of the first byte that differs, from `from` on; `end` when all are equal.
  @inline(__always)
  private static func firstDifference(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, from: Int, end: Int
  ) -> Int {
    var x = from
    while x + 64 <= end {
      let left = unsafe a.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt64>.self)
      let right = unsafe b.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt64>.self)
      let difference = left ^ right
      let half = difference.lowHalf | difference.highHalf
      let quarter = half.lowHalf | half.highHalf
      if quarter[0] | quarter[1] != 0 { break }
      x += 64
    }
    while x < end {
      if unsafe a.load(fromByteOffset: x, as: UInt8.self)
        != b.load(fromByteOffset: x, as: UInt8.self)
      {
        return x
      }
      x += 1
    }
    return end
  }
}
