extension BinaryCodecReader {
  mutating func header() throws(BinaryCodecError) -> BoardHeader {
    var header = BoardHeader()
    header.version = try varint32()
    guard header.version > 0 else { throw .malformed }
    guard header.version <= BoardHeader.currentVersion else { throw .newerVersion(header.version) }
    header.inkEngine = try varint32()
    let parts = try byte()
    if parts & 1 != 0 {
      header.canvasWidth = Int32(try varint16())
      header.canvasHeight = Int32(try varint16())
    }
    header.scale = try double()
    header.background = try background()
    if parts & 2 != 0 { header.wallClockOrigin = try zigzag() }
    if parts & 4 != 0 { header.title = try text(limit: BoardLimits.nameBytes) }
    return header
  }

  /// Bytes after the fields known here belong to a later version and are passed over.
  mutating func event() throws(BinaryCodecError) -> BoardEvent {
    let code = try byte()
    let sequence = try varint()
    guard let ticks = Int64(exactly: try varint()) else { throw .malformed }
    let author = AuthorID(try varint32())
    return BoardEvent(
      sequence: sequence, time: BoardTime(ticks: ticks), author: author,
      action: try action(code, author))
  }

  private mutating func action(
    _ number: UInt8, _ author: AuthorID
  ) throws(BinaryCodecError) -> BoardAction {
    guard let code = BinaryCodec.Code(rawValue: number) else {
      return .unknown(kind: "\(BinaryCodec.unknownKindPrefix)\(number)", payload: rest())
    }
    switch code {
    case .foreign:
      return .unknown(kind: try text(limit: BoardLimits.kindBytes), payload: rest())
    case .strokeBegan, .strokePoints, .strokeEnded, .outlinePlaced, .picturePlaced, .erased,
      .cleared, .transformed, .duplicated, .restyled, .deleted, .background, .undone, .redone:
      return try act(code, try identifier(of: author), author)
    case .resource:
      return .resource(
        try hash(),
        Resource(
          mediaType: try text(limit: BoardLimits.nameBytes),
          bytes: try blob(limit: BoardLimits.resourceBytes, else: .resourceTooLarge)))
    case .viewMoved:
      return .viewMoved(
        Viewport(scale: try double(), offsetX: try double(), offsetY: try double()))
    case .pointer:
      return .pointer(x: try zigzag32(), y: try zigzag32(), isVisible: try byte() != 0)
    case .ruler:
      guard try byte() != 0 else { return .ruler(nil) }
      return .ruler(Ruler(x: try zigzag32(), y: try zigzag32(), direction: try varint16()))
    case .chat: return .chat(try text(limit: BoardLimits.textBytes))
    case .reaction: return .reaction(try text(limit: BoardLimits.nameBytes))
    case .chapter: return .chapter(try text(limit: BoardLimits.nameBytes))
    case .joined: return .joined(name: try text(limit: BoardLimits.nameBytes))
    case .left: return .left
    case .trackStarted:
      let track = try varint32()
      guard let kind = TrackStart.Kind(rawValue: try byte()) else { throw .malformed }
      let name = try text(limit: BoardLimits.nameBytes)
      return .trackStarted(TrackStart(track: track, kind: kind, name: name))
    case .trackStopped: return .trackStopped(track: try varint32())
    case .audioFile:
      let path = try text(limit: BoardLimits.nameBytes)
      return .audioFile(path: path, offset: BoardTime(ticks: try zigzag()))
    case .recordingPaused: return .recordingPaused
    case .recordingResumed: return .recordingResumed
    case .attached: return .attached(try hash())
    case .recordingStarted: return .recordingStarted
    case .recordingStopped: return .recordingStopped
    case .recordingAnnounced: return .recordingAnnounced(to: try authors())
    }
  }

  /// What is done to the board, by an operation that has a name.
  private mutating func act(
    _ code: BinaryCodec.Code, _ id: BoardID, _ author: AuthorID
  ) throws(BinaryCodecError) -> BoardAction {
    switch code {
    case .strokeBegan: return try strokeBegan(id)
    case .strokePoints: return .strokePoints(id, try points())
    case .strokeEnded: return .strokeEnded(id)
    case .outlinePlaced: return .outlinePlaced(id, try outline())
    case .picturePlaced: return .picturePlaced(id, try picture())
    case .erased: return .erased(id, try erasure(author))
    case .cleared: return .cleared(id)
    case .transformed:
      return .transformed(id, items: try identifiers(author), try transform())
    case .duplicated: return .duplicated(id, copies: try copies(author), try transform())
    case .restyled: return .restyled(id, items: try identifiers(author), try restyle())
    case .deleted: return .deleted(id, items: try identifiers(author))
    case .background: return .background(id, try background())
    case .undone: return .undone(id)
    case .redone: return .redone(id)
    default: throw .malformed
    }
  }

  private mutating func strokeBegan(_ id: BoardID) throws(BinaryCodecError) -> BoardAction {
    let ink = Ink(kind: try inkKind(), colour: try colour(), width: try varint16())
    let channels = PointChannels(rawValue: try byte())
    guard channels.isSubset(of: .all) else { throw .malformed }
    let key = try byte() & BinaryCodec.Parts.order == 0 ? nil : try order()
    return .strokeBegan(id, ink: ink, channels: channels, order: key)
  }

  private mutating func inkKind() throws(BinaryCodecError) -> InkKind {
    guard let kind = InkKind(rawValue: try byte()) else { throw .malformed }
    return kind
  }
}
