/// Names of at most eight bytes as one number each, so that a comparison is one instruction.
enum PackedName {
  static func pack(_ names: [String]) -> [UInt64] {
    var packed: [UInt64] = []
    for name in names {
      var number: UInt64 = 0
      for byte in name.utf8 {
        number = number << 8 | UInt64(byte)
      }
      packed.append(number)
    }
    return packed
  }

  /// Which of the packed names stands in the range.
  static func index(
    of name: Range<Int>, _ bytes: Span<UInt8>, in packed: [UInt64]
  ) -> Int? {
    guard name.count > 0, name.count <= 8 else { return nil }
    var number: UInt64 = 0
    for index in name {
      number = number << 8 | UInt64(bytes[index])
    }
    for index in 0..<packed.count where packed[index] == number {
      return index
    }
    return nil
  }
}
