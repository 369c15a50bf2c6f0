extension VP8MotionVector {
  /// The largest component of a difference that can be coded, in quarter samples (RFC 6386, 17.1).
  static let largestDifference = 1023

  /// Writes the difference to a candidate (17.1); false when it is too long.
  func write<Writer: VP8BoolWriter>(
    from base: VP8MotionVector, to writer: inout Writer
  ) -> Bool {
    let down = Int(row) - Int(base.row)
    let right = Int(column) - Int(base.column)
    guard max(abs(down), abs(right)) <= Self.largestDifference else { return false }
    Self.write(down, at: 0, to: &writer)
    Self.write(right, at: Self.parameters, to: &writer)
    return true
  }

  private static let parameters = VP8Tables.motionVectors.count / 2

  /// One component by its 19 probabilities: long or short, sign, the short tree, the long bits.
  private static func write<Writer: VP8BoolWriter>(
    _ component: Int, at offset: Int, to writer: inout Writer
  ) {
    let probabilities = VP8Tables.motionVectors
    let magnitude = abs(component)
    let isLong = magnitude > 7
    writer.write(isLong, probabilities[offset])
    if isLong {
      // The lowest three, then down from the highest; bit 3 last, and only where it is not implied.
      for bit in [0, 1, 2, 9, 8, 7, 6, 5, 4] {
        writer.write(magnitude >> bit & 1 != 0, probabilities[offset + 9 + bit])
      }
      if magnitude > 15 {
        writer.write(magnitude >> 3 & 1 != 0, probabilities[offset + 9 + 3])
      }
    } else {
      VP8Tree.smallMagnitudes.write(magnitude, probabilities, at: offset + 2, to: &writer)
    }
    if magnitude > 0 { writer.write(component < 0, probabilities[offset + 1]) }
  }

  /// The header of a frame that changes none of the vectors' probabilities (17.2).
  static let unchanged: [VP8BoolTable] = {
    var record = VP8BoolRecord()
    for probability in VP8Tables.motionVectorUpdates { record.write(false, probability) }
    return VP8BoolTable.chain(record)
  }()
}
