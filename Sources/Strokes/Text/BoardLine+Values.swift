/// Values of a line that `scan()` has found to be good JSON.
extension BoardLine {
  /// A whole number of at most 18 digits; moves behind it.
  func integer(_ position: inout Int, _ key: BoardKey) throws(BoardTextError) -> Int64 {
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let start = position
    var value: Int64 = 0
    while bytes[position] &- 0x30 <= 9 {
      value = value &* 10 &+ Int64(bytes[position] &- 0x30)
      position += 1
    }
    guard position > start else { throw .unexpected(key) }
    let next = bytes[position]
    guard next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") else { throw .notWhole(key) }
    guard position - start <= 18 else { throw .outOfRange(key) }
    return isNegative ? -value : value
  }

  func integer<Number: FixedWidthInteger>(
    _ position: inout Int, _ key: BoardKey, as type: Number.Type
  ) throws(BoardTextError) -> Number {
    guard let value = Number(exactly: try integer(&position, key)) else { throw .outOfRange(key) }
    return value
  }

  func integer<Number: FixedWidthInteger>(
    _ key: BoardKey, as type: Number.Type = Number.self
  ) throws(BoardTextError) -> Number {
    var position = try requiredStart(key)
    return try integer(&position, key, as: type)
  }

  func optionalInteger<Number: FixedWidthInteger>(
    _ key: BoardKey, as type: Number.Type = Number.self
  ) throws(BoardTextError) -> Number? {
    start(key) == nil ? nil : try integer(key, as: type)
  }

  /// All numbers of an array of whole numbers, at most `limit` of them.
  func integers(
    _ key: BoardKey, atMost limit: Int, else error: BoardSchemaError, into numbers: inout [Int64]
  ) throws(BoardTextError) {
    numbers.removeAll(keepingCapacity: true)
    var position = try requiredStart(key)
    let span = bytes.span
    guard span[position] == UInt8(ascii: "[") else { throw .unexpected(key) }
    position += 1
    while true {
      JSONSyntax.skipSpace(span, &position)
      if span[position] == UInt8(ascii: "]") { return }
      guard numbers.count < limit else { throw .schema(error) }
      let isNegative = span[position] == UInt8(ascii: "-")
      if isNegative { position += 1 }
      let start = position
      var value: Int64 = 0
      var digit = span[position] &- 0x30
      while digit <= 9 {
        value = value &* 10 &+ Int64(digit)
        position += 1
        digit = span[position] &- 0x30
      }
      let length = position - start
      guard length > 0 else { throw .unexpected(key) }
      guard length <= 18 else { throw .outOfRange(key) }
      numbers.append(isNegative ? 0 &- value : value)
      JSONSyntax.skipSpace(span, &position)
      let next = span[position]
      if next == UInt8(ascii: ",") {
        position += 1
      } else if next != UInt8(ascii: "]") {
        throw .notWhole(key)
      }
    }
  }

  /// Any number that a Double can hold.
  func double(_ position: inout Int, _ key: BoardKey) throws(BoardTextError) -> Double {
    let start = position
    guard bytes[start] == UInt8(ascii: "-") || bytes[start] &- 0x30 <= 9 else {
      throw .unexpected(key)
    }
    var isWhole = true
    while true {
      let byte = bytes[position]
      if byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") {
        isWhole = false
      } else if byte &- 0x30 > 9, byte != UInt8(ascii: "-"), byte != UInt8(ascii: "+") {
        break
      }
      position += 1
    }
    guard position - start <= 128 else { throw .outOfRange(key) }
    if isWhole, position - start <= 15, bytes[start] != UInt8(ascii: "-") {
      var again = start
      return Double(try integer(&again, key))
    }
    guard let value = DecimalNumber.nearest(bytes.span, start..<position) else {
      throw .outOfRange(key)
    }
    return value
  }

  /// Exactly `count` numbers in an array.
  func doubles(
    _ position: inout Int, _ key: BoardKey, count: Int
  ) throws(BoardTextError) -> [Double] {
    var numbers: [Double] = []
    var list = try list(&position, key)
    while try list.next(self, &position) {
      guard numbers.count < count else { throw .unexpected(key) }
      numbers.append(try double(&position, key))
    }
    guard numbers.count == count else { throw .unexpected(key) }
    return numbers
  }

  func boolean(_ key: BoardKey) throws(BoardTextError) -> Bool? {
    guard let start = start(key) else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "t"): return true
    case UInt8(ascii: "f"): return false
    default: throw .unexpected(key)
    }
  }

  /// Enters an array.
  func list(_ position: inout Int, _ key: BoardKey) throws(BoardTextError) -> BoardLineList {
    guard bytes[position] == UInt8(ascii: "[") else { throw .unexpected(key) }
    position += 1
    return BoardLineList(key: key)
  }
}

/// Walks over an array's elements: `next` moves to the next one, or behind the array.
struct BoardLineList {
  let key: BoardKey
  private var count = 0

  init(key: BoardKey) {
    self.key = key
  }

  mutating func next(_ line: BoardLine, _ position: inout Int) throws(BoardTextError) -> Bool {
    let span = line.bytes.span
    JSONSyntax.skipSpace(span, &position)
    if span[position] == UInt8(ascii: "]") {
      position += 1
      return false
    }
    if count > 0 {
      // An element that was not taken whole leaves the walk elsewhere.
      guard span[position] == UInt8(ascii: ",") else { throw .unexpected(key) }
      position += 1
      JSONSyntax.skipSpace(span, &position)
    }
    count += 1
    return true
  }
}
