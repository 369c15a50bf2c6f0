/// Choices read from bytes, so that a fuzzer or a seed decides what happens.
struct ExerciseChoices {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isEmpty: Bool { position >= bytes.count }

  /// 0 when there are no bytes left.
  mutating func byte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// Below `limit`, which is at most 256.
  mutating func number(below limit: Int) -> Int {
    Int(byte()) % limit
  }

  mutating func chance(_ part: Int) -> Bool {
    number(below: part) == 0
  }

  /// The next bytes, `count` of them if there are.
  mutating func take(_ count: Int) -> [UInt8] {
    let end = min(position + count, bytes.count)
    defer { position = end }
    return Array(bytes[position..<end])
  }
}
