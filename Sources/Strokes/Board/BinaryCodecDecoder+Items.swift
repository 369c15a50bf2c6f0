extension BinaryCodecReader {
  mutating func identifiers(_ author: AuthorID) throws(BinaryCodecError) -> [BoardID] {
    let limit = BoardLimits.itemsPerEvent
    let count = try count(ofAtLeast: 1, limit: limit, else: .tooManyItems)
    var items: [BoardID] = []
    items.reserveCapacity(count)
    for _ in 0..<count {
      items.append(try identifier(of: author))
    }
    return items
  }

  mutating func authors() throws(BinaryCodecError) -> [AuthorID] {
    let limit = BoardLimits.itemsPerEvent
    let count = try count(ofAtLeast: 1, limit: limit, else: .tooManyItems)
    var authors: [AuthorID] = []
    authors.reserveCapacity(count)
    for _ in 0..<count {
      authors.append(AuthorID(try varint32()))
    }
    return authors
  }

  mutating func copies(_ author: AuthorID) throws(BinaryCodecError) -> [Duplicate] {
    let limit = BoardLimits.itemsPerEvent
    let count = try count(ofAtLeast: 2, limit: limit, else: .tooManyItems)
    var copies: [Duplicate] = []
    copies.reserveCapacity(count)
    for _ in 0..<count {
      copies.append(
        Duplicate(source: try identifier(of: author), copy: try identifier(of: author)))
    }
    return copies
  }

  mutating func outline() throws(BinaryCodecError) -> OutlinePlacement {
    let parts = try byte()
    let colour = try colour()
    let rule: Outline.FillRule = parts & BinaryCodec.Parts.evenOdd == 0 ? .nonZero : .evenOdd
    let outline = Outline(segments: try segments(), fillRule: rule)
    var placement = OutlinePlacement(outline: outline, colour: colour)
    if parts & BinaryCodec.Parts.transform != 0 { placement.transform = try transform() }
    if parts & BinaryCodec.Parts.order != 0 { placement.order = try order() }
    if parts & BinaryCodec.Parts.text != 0 {
      placement.text = try text(limit: BoardLimits.textBytes)
    }
    return placement
  }

  mutating func picture() throws(BinaryCodecError) -> PicturePlacement {
    let parts = try byte()
    var placement = PicturePlacement(
      hash: try hash(), width: try double(), height: try double(), opacity: try byte())
    if parts & BinaryCodec.Parts.transform != 0 { placement.transform = try transform() }
    if parts & BinaryCodec.Parts.order != 0 { placement.order = try order() }
    if parts & BinaryCodec.Parts.text != 0 {
      placement.text = try text(limit: BoardLimits.textBytes)
    }
    return placement
  }

  mutating func erasure(_ author: AuthorID) throws(BinaryCodecError) -> Erasure {
    let shape: Erasure.Shape
    switch try byte() {
    case 0:
      shape = .vector
    case 1:
      let width = try varint16()
      shape = .bitmap(path: try path(), width: width)
    default:
      throw .malformed
    }
    let limit = BoardLimits.itemsPerEvent
    let count = try count(ofAtLeast: 2, limit: limit, else: .tooManyItems)
    var hits: [Erasure.Hit] = []
    hits.reserveCapacity(count)
    for _ in 0..<count {
      let item = try identifier(of: author)
      let value = try varint()
      guard let points = UInt32(exactly: value >> 1) else { throw .malformed }
      let toItem = value & 1 == 0 ? nil : try transform()
      hits.append(Erasure.Hit(item: item, pointCount: points, toItem: toItem))
    }
    return Erasure(shape: shape, hits: hits)
  }

  mutating func restyle() throws(BinaryCodecError) -> Restyle {
    var style = Restyle()
    let parts = try byte()
    if parts & 1 != 0 { style.colour = try colour() }
    if parts & 2 != 0 { style.width = try varint16() }
    if parts & 4 != 0 {
      guard let kind = InkKind(rawValue: try byte()) else { throw .malformed }
      style.kind = kind
    }
    return style
  }
}
