/// Takes bools one after the other: an encoder, or a record of them.
protocol VP8BoolWriter {
  /// - Parameter probability: how likely the bool is false, in 256ths, 1…255.
  mutating func write(_ bit: Bool, _ probability: UInt8)
}

extension VP8BoolWriter {
  /// A flag of even chances, "L(1)" (RFC 6386, 8).
  mutating func write(flag: Bool) {
    write(flag, 128)
  }

  /// An unsigned number of `bits` bits, the highest first, "L(n)".
  mutating func write(literal value: Int, bits: Int) {
    var shift = bits - 1
    while shift >= 0 {
      write(value >> shift & 1 != 0, 128)
      shift -= 1
    }
  }
}
