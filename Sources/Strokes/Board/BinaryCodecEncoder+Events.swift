extension BinaryCodecWriter {
  mutating func event(_ event: BoardEvent) {
    let author = event.author
    byte(event.action.binaryCode)
    varint(event.sequence)
    varint(UInt64(event.time.ticks))
    varint(UInt64(author.rawValue))
    switch event.action {
    case .strokeBegan(let id, let ink, let channels, let key):
      identifier(id, of: author)
      byte(ink.kind.rawValue)
      colour(ink.colour)
      varint(UInt64(ink.width))
      byte(channels.rawValue)
      byte(key == nil ? 0 : BinaryCodec.Parts.order)
      if let key { order(key) }
    case .strokePoints(let id, let samples):
      identifier(id, of: author)
      points(samples)
    case .strokeEnded(let id), .cleared(let id), .undone(let id), .redone(let id):
      identifier(id, of: author)
    case .outlinePlaced(let id, let placement):
      identifier(id, of: author)
      outline(placement)
    case .picturePlaced(let id, let placement):
      identifier(id, of: author)
      picture(placement)
    case .erased(let id, let act):
      identifier(id, of: author)
      erasure(act, of: author)
    case .transformed(let id, let items, let map):
      identifier(id, of: author)
      identifiers(items, of: author)
      transform(map)
    case .duplicated(let id, let copies, let map):
      identifier(id, of: author)
      count(copies.count)
      for pair in copies {
        identifier(pair.source, of: author)
        identifier(pair.copy, of: author)
      }
      transform(map)
    case .restyled(let id, let items, let style):
      identifier(id, of: author)
      identifiers(items, of: author)
      restyle(style)
    case .deleted(let id, let items):
      identifier(id, of: author)
      identifiers(items, of: author)
    case .background(let id, let fill):
      identifier(id, of: author)
      background(fill)
    case .resource(let name, let resource):
      hash(name)
      text(resource.mediaType)
      blob(resource.bytes)
    case .viewMoved(let view):
      double(view.scale)
      double(view.offsetX)
      double(view.offsetY)
    case .pointer(let x, let y, let isVisible):
      zigzag(Int64(x))
      zigzag(Int64(y))
      byte(isVisible ? 1 : 0)
    case .ruler(let ruler):
      byte(ruler == nil ? 0 : 1)
      guard let ruler else { return }
      zigzag(Int64(ruler.x))
      zigzag(Int64(ruler.y))
      varint(UInt64(ruler.direction))
    case .chat(let message), .reaction(let message), .chapter(let message), .joined(let message):
      text(message)
    case .trackStarted(let start):
      varint(UInt64(start.track))
      byte(start.kind.rawValue)
      text(start.name)
    case .trackStopped(let track):
      varint(UInt64(track))
    case .audioFile(let path, let offset):
      text(path)
      zigzag(offset.ticks)
    case .attached(let name):
      hash(name)
    case .recordingAnnounced(let authors):
      count(authors.count)
      for author in authors { varint(UInt64(author.rawValue)) }
    case .left, .recordingStarted, .recordingPaused, .recordingResumed, .recordingStopped:
      return
    case .unknown(let kind, let payload):
      if event.action.binaryCode == BinaryCodec.Code.foreign.rawValue { text(kind) }
      bytes.append(contentsOf: payload)
    }
  }

  private mutating func identifiers(_ items: [BoardID], of author: AuthorID) {
    count(items.count)
    for item in items {
      identifier(item, of: author)
    }
  }

  private mutating func outline(_ placement: OutlinePlacement) {
    var parts: UInt8 = placement.outline.fillRule == .evenOdd ? BinaryCodec.Parts.evenOdd : 0
    parts |= Self.parts(placement.transform, placement.order, placement.text)
    byte(parts)
    colour(placement.colour)
    segments(placement.outline.segments)
    optionals(placement.transform, placement.order, placement.text)
  }

  private mutating func picture(_ placement: PicturePlacement) {
    byte(Self.parts(placement.transform, placement.order, placement.text))
    hash(placement.hash)
    double(placement.width)
    double(placement.height)
    byte(placement.opacity)
    optionals(placement.transform, placement.order, placement.text)
  }

  private static func parts(_ map: AffineTransform, _ key: OrderKey?, _ text: String?) -> UInt8 {
    var parts: UInt8 = 0
    if map != .identity { parts |= BinaryCodec.Parts.transform }
    if key != nil { parts |= BinaryCodec.Parts.order }
    if text != nil { parts |= BinaryCodec.Parts.text }
    return parts
  }

  private mutating func optionals(_ map: AffineTransform, _ key: OrderKey?, _ words: String?) {
    if map != .identity { transform(map) }
    if let key { order(key) }
    if let words { text(words) }
  }

  private mutating func erasure(_ act: Erasure, of author: AuthorID) {
    switch act.shape {
    case .vector:
      byte(0)
    case .bitmap(let sweep, let width):
      byte(1)
      varint(UInt64(width))
      path(sweep)
    }
    count(act.hits.count)
    for hit in act.hits {
      identifier(hit.item, of: author)
      varint(UInt64(hit.pointCount) << 1 | (hit.toItem == nil ? 0 : 1))
      if let toItem = hit.toItem { transform(toItem) }
    }
  }

  private mutating func restyle(_ style: Restyle) {
    var parts: UInt8 = 0
    if style.colour != nil { parts |= 1 }
    if style.width != nil { parts |= 2 }
    if style.kind != nil { parts |= 4 }
    byte(parts)
    if let value = style.colour { colour(value) }
    if let width = style.width { varint(UInt64(width)) }
    if let kind = style.kind { byte(kind.rawValue) }
  }
}
