extension BoardTextWriter {
  mutating func event(_ event: BoardEvent) throws(BoardSchemaError) {
    if case .unknown(let kind, let payload) = event.action,
      BinaryCodec.number(ofUnknownKind: kind) == nil
    {
      return try unknown(payload)
    }
    raw("{\"s\":")
    integer(Int64(event.sequence))
    key(.t)
    integer(event.time.ticks)
    key(.a)
    integer(Int64(event.author.rawValue))
    action(event.action, event.author)
    raw("}\n")
  }

  /// The line as it was read; what could not stand as a line is refused.
  private mutating func unknown(_ payload: [UInt8]) throws(BoardSchemaError) {
    var line = BoardLine()
    line.bytes = payload + [0]
    do throws(BoardTextError) {
      try line.scan()
    } catch {
      throw .unknownEvent
    }
    guard !payload.contains(0x0A) else { throw .unknownEvent }
    bytes.append(contentsOf: payload)
    bytes.append(0x0A)
  }

  private mutating func kind(_ kind: BoardKind) {
    raw(",\"k\":\"")
    raw(kind.name)
    raw("\"")
  }

  /// The kind of an act and the name of its operation.
  private mutating func act(_ kind: BoardKind, _ id: BoardID, _ author: AuthorID) {
    self.kind(kind)
    key(.i)
    identifier(id, of: author)
  }

  private mutating func words(_ kind: BoardKind, _ key: BoardKey, _ text: String) {
    self.kind(kind)
    self.key(key)
    string(text)
  }

  private mutating func authors(_ authors: [AuthorID]) {
    raw("[")
    for (index, author) in authors.enumerated() {
      if index > 0 { raw(",") }
      integer(Int64(author.rawValue))
    }
    raw("]")
  }

  private mutating func action(_ action: BoardAction, _ author: AuthorID) {
    switch action {
    case .strokeBegan(let id, let ink, let mask, let order):
      act(.begin, id, author)
      strokeBegan(id, ink, mask, order)
    case .strokePoints(let id, let samples):
      act(.points, id, author)
      points(samples, of: id)
    case .strokeEnded(let id):
      channels[id] = nil
      act(.end, id, author)
    case .outlinePlaced(let id, let placement):
      act(.outline, id, author)
      outline(placement)
    case .picturePlaced(let id, let placement):
      act(.picture, id, author)
      picture(placement)
    case .erased(let id, let erasure):
      act(.erase, id, author)
      erase(erasure, author)
    case .cleared(let id): act(.clear, id, author)
    case .transformed(let id, let items, let map):
      act(.move, id, author)
      identifiers(items, of: author)
      key(.x)
      transform(map)
    case .duplicated(let id, let copies, let map):
      act(.copy, id, author)
      self.copies(copies, author)
      key(.x)
      transform(map)
    case .restyled(let id, let items, let style):
      act(.restyle, id, author)
      identifiers(items, of: author)
      restyle(style)
    case .deleted(let id, let items):
      act(.delete, id, author)
      identifiers(items, of: author)
    case .background(let id, let fill):
      act(.fill, id, author)
      key(.fill)
      background(fill)
    case .undone(let id): act(.undo, id, author)
    case .redone(let id): act(.redo, id, author)
    default: quiet(action)
    }
  }

  /// What does not change the board.
  private mutating func quiet(_ action: BoardAction) {
    switch action {
    case .resource(let name, let resource):
      kind(.resource)
      key(.h)
      hash(name)
      key(.type)
      string(resource.mediaType)
      key(.data)
      base64(resource.bytes)
    case .viewMoved(let view):
      kind(.view)
      key(.v)
      doubles([view.scale, view.offsetX, view.offsetY])
    case .pointer(let x, let y, let isVisible):
      kind(.pointer)
      place(x, y)
      if !isVisible { raw(",\"on\":false") }
    case .ruler(let ruler):
      kind(.ruler)
      guard let ruler else { return }
      place(ruler.x, ruler.y)
      key(.dir)
      integer(Int64(ruler.direction))
    case .chat(let text): words(.chat, .text, text)
    case .reaction(let text): words(.reaction, .text, text)
    case .chapter(let text): words(.chapter, .text, text)
    case .joined(let name): words(.join, .name, name)
    case .left: kind(.leave)
    case .trackStarted(let start):
      kind(.track)
      key(.track)
      integer(Int64(start.track))
      key(.type)
      string(BoardTextParser.trackNames[Int(start.kind.rawValue)])
      key(.name)
      string(start.name)
    case .trackStopped(let track):
      kind(.untrack)
      key(.track)
      integer(Int64(track))
    case .audioFile(let path, let offset):
      words(.audio, .path, path)
      key(.offset)
      integer(offset.ticks)
    case .attached(let name):
      kind(.attach)
      key(.h)
      hash(name)
    case .recordingStarted: kind(.record)
    case .recordingPaused: kind(.pause)
    case .recordingResumed: kind(.resume)
    case .recordingStopped: kind(.stop)
    case .recordingAnnounced(let authors):
      kind(.announce)
      key(.to)
      self.authors(authors)
    case .unknown(let name, let payload):
      key(.k)
      string(name)
      key(.data)
      base64(payload)
    default: return
    }
  }
}
