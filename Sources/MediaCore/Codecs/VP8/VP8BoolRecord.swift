/// Bools that were written to be written again.
struct VP8BoolRecord: VP8BoolWriter, Equatable, Sendable {
  /// Each bool above its probability.
  private(set) var entries: [UInt16] = []

  mutating func write(_ bit: Bool, _ probability: UInt8) {
    entries.append(UInt16(probability) | (bit ? 256 : 0))
  }

  func replay<Writer: VP8BoolWriter>(to writer: inout Writer) {
    for entry in entries {
      writer.write(entry >= 256, UInt8(truncatingIfNeeded: entry))
    }
  }
}
