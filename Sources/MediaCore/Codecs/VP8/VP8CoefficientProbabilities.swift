/// How likely each branch of the coefficients' tokens is, by kind of block, band and context
/// (RFC 6386, 13.3).
struct VP8CoefficientProbabilities: Equatable, Sendable {
  /// Kinds of block: 0 luma after Y2, 1 Y2, 2 chroma, 3 luma with its DC.
  static let planes = 4
  static let bands = 8
  static let contexts = 3
  static let nodes = 11
  static let count = planes * bands * contexts * nodes

  /// 1…255, nodes innermost, then contexts, bands, planes.
  private(set) var values: [UInt8]

  /// What a key frame begins with (13.5).
  static let standard = VP8CoefficientProbabilities(VP8Tables.coefficientProbabilities)

  /// - Parameter values: 1 056 numbers; 0 counts as 1.
  init(_ values: [UInt8]) {
    precondition(values.count == Self.count, "one number for each of 1056 branches")
    self.values = values
    for index in 0..<Self.count where values[index] == 0 { self.values[index] = 1 }
  }

  subscript(index: Int) -> UInt8 {
    get { values[index] }
    set { values[index] = max(newValue, 1) }
  }

  static let bandSize = contexts * nodes
  static let planeSize = bands * bandSize

  /// The bands of the 16 coding positions (13.3), four bits each, the first in the lowest.
  static let packedBands: UInt64 = 0x7666_6666_6546_3210

  /// The number of a context among all 96. Position 16 counts as 0: loops look there behind a block's
  /// end, but do not use what they see.
  @inline(__always)
  static func place(plane: Int, position: Int, context: Int) -> Int {
    let band = Int(truncatingIfNeeded: packedBands &>> UInt64(position &* 4) & 15)
    return (plane &* bands &+ band) &* contexts &+ context
  }

  /// Writes which of them a frame changes, and to what (13.4).
  func write<Writer: VP8BoolWriter>(
    replacing old: VP8CoefficientProbabilities, to writer: inout Writer
  ) {
    for index in 0..<Self.count {
      let changes = values[index] != old.values[index]
      writer.write(changes, VP8Tables.coefficientUpdates[index])
      if changes { writer.write(literal: Int(values[index]), bits: 8) }
    }
  }

  /// The header of a frame that changes none of them.
  static let unchanged: [VP8BoolTable] = {
    var record = VP8BoolRecord()
    standard.write(replacing: standard, to: &record)
    return VP8BoolTable.chain(record)
  }()
}
