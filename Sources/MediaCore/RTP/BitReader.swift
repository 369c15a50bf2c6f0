/// Reads numbers of any width, the highest bit first. What is beyond the end is 0, and remembered.
struct BitReader {
  private let bytes: [UInt8]
  private var position = 0
  /// Whether more was read than there is.
  private(set) var isBeyond = false

  init(_ bytes: Span<UInt8>) { self.bytes = bytes.indices.map { bytes[$0] } }

  /// - Parameter count: bits, 0…32.
  mutating func read(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      guard position >> 3 < bytes.count else {
        isBeyond = true
        return 0
      }
      value = value << 1 | Int(bytes[position >> 3] >> UInt8(7 - position & 7) & 1)
      position += 1
    }
    return value
  }

  /// A number of `0..<values`, in which the smaller ones may take a bit less: `ns(n)` of AV1 (4.10.7).
  mutating func readNonSymmetric(_ values: Int) -> Int {
    let width = Int.bitWidth - values.leadingZeroBitCount
    let short = 1 << width - values
    let value = read(width - 1)
    return value < short ? value : value << 1 - short + read(1)
  }
}

/// Writes numbers of any width, the highest bit first; the last byte is filled up with 0.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var free = 0

  mutating func write(_ value: Int, _ count: Int) {
    precondition(value >= 0 && value >> count == 0, "a number that fits")
    for shift in stride(from: count - 1, through: 0, by: -1) {
      if free == 0 {
        bytes.append(0)
        free = 8
      }
      free -= 1
      bytes[bytes.count - 1] |= UInt8(value >> shift & 1) << UInt8(free)
    }
  }

  /// See `BitReader.readNonSymmetric`.
  mutating func writeNonSymmetric(_ value: Int, of values: Int) {
    let width = Int.bitWidth - values.leadingZeroBitCount
    let short = 1 << width - values
    if value < short { write(value, width - 1) } else { write(value + short, width) }
  }
}
