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

  /// Where the context 0 of a coding position begins in `values`, by plane · 16 + position. One
  /// Where context 0 of a coding position begins in `values`, by plane · 16 + position. One place
  /// more spares the hot loop a test behind the last position.
  static let offsets: [UInt16] = {
    var offsets: [UInt16] = []
    for plane in 0..<planes {
      for position in 0..<16 {
        offsets.append(
          UInt16((plane * bands + Int(VP8Tables.bands[position])) * contexts * nodes))
      }
    }
    return offsets + [0]
  }()

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
  static let unchanged: [VP8BoolRun] = {
    var record = VP8BoolRecord()
    standard.write(replacing: standard, to: &record)
    return VP8BoolRun.chain(record)
  }()
}
