/// One line of a `.board` file: its bytes, checked as JSON, and where its known keys' values lie.
///
/// A general JSON decoder builds a tree of every line, at 0.1 ms for eight points. This walks the
/// bytes twice, once to check them and once to take what the kind needs, and builds nothing else.
struct BoardLine {
  /// The line and a zero behind it, which no JSON value holds: walking stops there by itself.
  var bytes: [UInt8] = [0]
  /// By key; -1 for what the line lacks.
  private var starts = [Int](repeating: -1, count: BoardKey.allCases.count)

  /// Checks that the line is one JSON object, and finds its keys. A key twice: the last one counts.
  mutating func scan() throws(BoardTextError) {
    var found: [Int] = []
    swap(&found, &starts)
    for index in 0..<found.count {
      found[index] = -1
    }
    defer { swap(&found, &starts) }
    try Self.scan(bytes.span, &found)
  }

  private static func scan(_ bytes: Span<UInt8>, _ starts: inout [Int]) throws(BoardTextError) {
    var position = 0
    JSONSyntax.skipSpace(bytes, &position)
    guard bytes[position] == UInt8(ascii: "{") else { throw .notAnObject }
    position += 1
    JSONSyntax.skipSpace(bytes, &position)
    if bytes[position] == UInt8(ascii: "}") {
      position += 1
    } else {
      try scanMembers(bytes, &position, &starts)
    }
    JSONSyntax.skipSpace(bytes, &position)
    guard position == bytes.count - 1 else { throw .syntax }
  }

  private static func scanMembers(
    _ bytes: Span<UInt8>, _ position: inout Int, _ starts: inout [Int]
  ) throws(BoardTextError) {
    while true {
      JSONSyntax.skipSpace(bytes, &position)
      let keyStart = position + 1
      try JSONSyntax.skipString(bytes, &position)
      let key = PackedName.index(of: keyStart..<position - 1, bytes, in: BoardKey.packed)
      JSONSyntax.skipSpace(bytes, &position)
      guard bytes[position] == UInt8(ascii: ":") else { throw .syntax }
      position += 1
      JSONSyntax.skipSpace(bytes, &position)
      if let key { starts[key] = position }
      try JSONSyntax.skipValue(bytes, &position, depth: 1)
      JSONSyntax.skipSpace(bytes, &position)
      let next = bytes[position]
      position += 1
      if next == UInt8(ascii: "}") { return }
      guard next == UInt8(ascii: ",") else { throw .syntax }
    }
  }

  /// Where the key's value begins.
  func start(_ key: BoardKey) -> Int? {
    let start = starts[Int(key.rawValue)]
    return start < 0 ? nil : start
  }

  func requiredStart(_ key: BoardKey) throws(BoardTextError) -> Int {
    guard let start = start(key) else { throw .missing(key) }
    return start
  }

  /// The kind; nil when it is none of the known ones.
  func kind() throws(BoardTextError) -> BoardKind? {
    var position = try requiredStart(.k)
    guard bytes[position] == UInt8(ascii: "\"") else { throw .unexpected(.k) }
    let start = position + 1
    try JSONSyntax.skipString(bytes.span, &position)
    let name = start..<position - 1
    guard let index = PackedName.index(of: name, bytes.span, in: BoardKind.packed) else {
      return nil
    }
    return BoardKind(rawValue: UInt8(index))
  }

  /// Whether there is nothing but space in it. Asked before the zero is put behind it.
  var isBlank: Bool {
    for byte in bytes where byte != 0x20 && byte != 0x09 && byte != 0x0D {
      return false
    }
    return true
  }
}
