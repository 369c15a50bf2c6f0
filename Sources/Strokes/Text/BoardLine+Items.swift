/// Identifiers, transforms and lists of them.
extension BoardLine {
  /// A number of the event's author, or `[author, number]`.
  func identifier(
    _ position: inout Int, _ key: BoardKey, of author: AuthorID
  ) throws(BoardTextError) -> BoardID {
    guard bytes[position] == UInt8(ascii: "[") else {
      return BoardID(author: author, number: try integer(&position, key, as: UInt32.self))
    }
    var numbers: [UInt32] = []
    var list = try list(&position, key)
    while try list.next(self, &position) {
      guard numbers.count < 2 else { throw .unexpected(key) }
      numbers.append(try integer(&position, key, as: UInt32.self))
    }
    guard numbers.count == 2 else { throw .unexpected(key) }
    return BoardID(author: AuthorID(numbers[0]), number: numbers[1])
  }

  func identifier(_ key: BoardKey, of author: AuthorID) throws(BoardTextError) -> BoardID {
    var position = try requiredStart(key)
    return try identifier(&position, key, of: author)
  }

  func identifiers(_ key: BoardKey, of author: AuthorID) throws(BoardTextError) -> [BoardID] {
    var items: [BoardID] = []
    var position = try requiredStart(key)
    var list = try list(&position, key)
    while try list.next(self, &position) {
      guard items.count < BoardLimits.itemsPerEvent else { throw .schema(.tooManyItems) }
      items.append(try identifier(&position, key, of: author))
    }
    return items
  }

  /// `[[source, copy], …]`.
  func copies(of author: AuthorID) throws(BoardTextError) -> [Duplicate] {
    var copies: [Duplicate] = []
    var position = try requiredStart(.copies)
    var list = try list(&position, .copies)
    while try list.next(self, &position) {
      guard copies.count < BoardLimits.itemsPerEvent else { throw .schema(.tooManyItems) }
      var pair = try self.list(&position, .copies)
      guard try pair.next(self, &position) else { throw .unexpected(.copies) }
      let source = try identifier(&position, .copies, of: author)
      guard try pair.next(self, &position) else { throw .unexpected(.copies) }
      let copy = try identifier(&position, .copies, of: author)
      guard try !pair.next(self, &position) else { throw .unexpected(.copies) }
      copies.append(Duplicate(source: source, copy: copy))
    }
    return copies
  }

  /// `[[item, points], …]`, each with its six numbers from the board to the item when it has any.
  func hits(of author: AuthorID) throws(BoardTextError) -> [Erasure.Hit] {
    var hits: [Erasure.Hit] = []
    var position = try requiredStart(.hits)
    var list = try list(&position, .hits)
    while try list.next(self, &position) {
      guard hits.count < BoardLimits.itemsPerEvent else { throw .schema(.tooManyItems) }
      var parts = try self.list(&position, .hits)
      guard try parts.next(self, &position) else { throw .unexpected(.hits) }
      let item = try identifier(&position, .hits, of: author)
      guard try parts.next(self, &position) else { throw .unexpected(.hits) }
      let count = try integer(&position, .hits, as: UInt32.self)
      var hit = Erasure.Hit(item: item, pointCount: count)
      if try parts.next(self, &position) {
        hit.toItem = try transform(&position, .hits)
        guard try !parts.next(self, &position) else { throw .unexpected(.hits) }
      }
      hits.append(hit)
    }
    return hits
  }

  /// `[a, b, c, d, tx, ty]`; the identity when it is not there.
  func transform() throws(BoardTextError) -> AffineTransform {
    guard var position = start(.x) else { return .identity }
    return try transform(&position, .x)
  }

  private func transform(
    _ position: inout Int, _ key: BoardKey
  ) throws(BoardTextError) -> AffineTransform {
    let numbers = try doubles(&position, key, count: 6)
    return AffineTransform(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }

  /// A whole number, or `[major, high, low]` with the minor number's two halves.
  func order() throws(BoardTextError) -> OrderKey? {
    guard var position = start(.o) else { return nil }
    guard bytes[position] == UInt8(ascii: "[") else {
      return OrderKey(major: try integer(&position, .o))
    }
    var numbers: [Int64] = []
    var list = try list(&position, .o)
    while try list.next(self, &position) {
      guard numbers.count < 3 else { throw .unexpected(.o) }
      numbers.append(try integer(&position, .o))
    }
    guard numbers.count == 3 else { throw .unexpected(.o) }
    guard let high = UInt32(exactly: numbers[1]), let low = UInt32(exactly: numbers[2]) else {
      throw .outOfRange(.o)
    }
    return OrderKey(major: numbers[0], minor: UInt64(high) << 32 | UInt64(low))
  }

  /// Two coordinates.
  func place(_ key: BoardKey) throws(BoardTextError) -> (x: Int32, y: Int32) {
    var numbers: [Int32] = []
    var position = try requiredStart(key)
    var list = try list(&position, key)
    while try list.next(self, &position) {
      guard numbers.count < 2 else { throw .unexpected(key) }
      numbers.append(try integer(&position, key, as: Int32.self))
    }
    guard numbers.count == 2 else { throw .unexpected(key) }
    return (numbers[0], numbers[1])
  }

  func inkKind() throws(BoardTextError) -> InkKind {
    let index = try choice(.ink, of: BoardTextParser.inkNames)
    guard let kind = InkKind(rawValue: UInt8(index)) else { throw .unexpected(.ink) }
    return kind
  }

  /// The mask of the channels; nil when it is not there.
  func channels() throws(BoardTextError) -> PointChannels? {
    guard let mask = try optionalInteger(.m, as: UInt8.self) else { return nil }
    let channels = PointChannels(rawValue: mask)
    guard channels.isSubset(of: .all) else { throw .outOfRange(.m) }
    return channels
  }

  /// A base64 string's bytes.
  func bytes(_ key: BoardKey, limit: Int) throws(BoardTextError) -> [UInt8] {
    let start = try requiredStart(key)
    guard bytes[start] == UInt8(ascii: "\""),
      let decoded = Base64.decode(bytes, from: start + 1, limit: limit)
    else { throw .unexpected(key) }
    return decoded
  }
}
