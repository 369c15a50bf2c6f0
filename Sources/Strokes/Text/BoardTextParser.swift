/// Makes events of lines. Remembers only which channels the points of each open stroke carry.
package struct BoardTextParser {
  static let inkNames = [
    "pen", "monoline", "marker", "pencil", "fountainPen", "watercolor", "crayon",
  ]
  static let trackNames = ["audio", "camera", "screen"]
  static let ruleNames = ["nonzero", "evenodd"]
  /// Strokes whose channels are remembered; points of further ones have to name their own.
  static let mostOpenStrokes = 65_536

  var channels: [BoardID: PointChannels] = [:]
  /// Reused by every line, so that an event of points costs one array.
  var numbers: [Int64] = []

  package init() {}

  /// The header that a session's first line holds.
  ///
  /// - Parameter line: the line's bytes, with or without its line feed.
  package static func header(_ line: [UInt8]) throws(BoardTextHeaderError) -> BoardHeader {
    var scanned = BoardLine()
    scanned.bytes = line + [0]
    do throws(BoardTextError) {
      try scanned.scan()
    } catch {
      throw .foreign
    }
    return try scanned.header()
  }

  /// The event that a line holds.
  ///
  /// - Parameter line: the line's bytes, with or without its line feed.
  package mutating func event(_ line: [UInt8]) throws(BoardTextError) -> BoardEvent {
    var scanned = BoardLine()
    scanned.bytes = line + [0]
    try scanned.scan()
    return try event(scanned)
  }

  mutating func event(_ line: BoardLine) throws(BoardTextError) -> BoardEvent {
    let sequence: UInt64 = try line.integer(.s)
    let ticks: Int64 = try line.integer(.t)
    let author = AuthorID(try line.integer(.a))
    let action: BoardAction
    if let kind = try line.kind() {
      action = try self.action(kind, line, author)
    } else {
      action = try unknown(line)
    }
    let event = BoardEvent(
      sequence: sequence, time: BoardTime(ticks: ticks), author: author, action: action)
    do throws(BoardSchemaError) {
      try event.check()
    } catch {
      throw .schema(error)
    }
    return event
  }

  private mutating func action(
    _ kind: BoardKind, _ line: BoardLine, _ author: AuthorID
  ) throws(BoardTextError) -> BoardAction {
    switch kind {
    case .points, .begin, .end, .outline, .picture, .erase, .clear, .move, .copy, .restyle,
      .delete, .fill, .undo, .redo:
      return try act(kind, line, try line.identifier(.i, of: author), author)
    case .resource:
      return .resource(
        try line.hash(.h),
        Resource(
          mediaType: try line.string(.type, limit: BoardLimits.nameBytes),
          bytes: try line.bytes(.data, limit: BoardLimits.resourceBytes)))
    case .view:
      var position = try line.requiredStart(.v)
      let view = try line.doubles(&position, .v, count: 3)
      return .viewMoved(Viewport(scale: view[0], offsetX: view[1], offsetY: view[2]))
    case .pointer:
      let (x, y) = try line.place(.p)
      return .pointer(x: x, y: y, isVisible: try line.boolean(.on) ?? true)
    case .ruler:
      guard line.start(.p) != nil else { return .ruler(nil) }
      let (x, y) = try line.place(.p)
      return .ruler(Ruler(x: x, y: y, direction: try line.integer(.dir)))
    case .chat: return .chat(try line.string(.text, limit: BoardLimits.textBytes))
    case .reaction: return .reaction(try line.string(.text, limit: BoardLimits.nameBytes))
    case .chapter: return .chapter(try line.string(.text, limit: BoardLimits.nameBytes))
    case .join: return .joined(name: try line.string(.name, limit: BoardLimits.nameBytes))
    case .leave: return .left
    case .track:
      let number = try line.choice(.type, of: Self.trackNames)
      guard let type = TrackStart.Kind(rawValue: UInt8(number)) else { throw .unexpected(.type) }
      let name = try line.string(.name, limit: BoardLimits.nameBytes)
      return .trackStarted(TrackStart(track: try line.integer(.track), kind: type, name: name))
    case .untrack: return .trackStopped(track: try line.integer(.track))
    case .audio:
      let path = try line.string(.path, limit: BoardLimits.nameBytes)
      let offset: Int64 = try line.optionalInteger(.offset) ?? 0
      return .audioFile(path: path, offset: BoardTime(ticks: offset))
    case .pause: return .recordingPaused
    case .resume: return .recordingResumed
    case .attach: return .attached(try line.hash(.h))
    case .record: return .recordingStarted
    case .stop: return .recordingStopped
    case .announce: return .recordingAnnounced(to: try authors(line))
    }
  }

  /// What is done to the board, by an operation that has a name.
  private mutating func act(
    _ kind: BoardKind, _ line: BoardLine, _ id: BoardID, _ author: AuthorID
  ) throws(BoardTextError) -> BoardAction {
    switch kind {
    case .points: return .strokePoints(id, try points(line, id))
    case .begin: return try strokeBegan(line, id)
    case .end:
      channels[id] = nil
      return .strokeEnded(id)
    case .outline: return .outlinePlaced(id, try outline(line))
    case .picture: return .picturePlaced(id, try picture(line))
    case .erase: return .erased(id, try erasure(line, author))
    case .clear: return .cleared(id)
    case .move:
      return .transformed(
        id, items: try line.identifiers(.items, of: author), try line.transform())
    case .copy:
      return .duplicated(id, copies: try line.copies(of: author), try line.transform())
    case .restyle:
      let style = Restyle(
        colour: try line.optionalColour(.colour), width: try line.optionalInteger(.w),
        kind: line.start(.ink) == nil ? nil : try line.inkKind())
      return .restyled(id, items: try line.identifiers(.items, of: author), style)
    case .delete: return .deleted(id, items: try line.identifiers(.items, of: author))
    case .fill: return .background(id, try line.background(.fill))
    case .undo: return .undone(id)
    case .redo: return .redone(id)
    default: throw .unexpected(.k)
    }
  }

  /// Keeps the line as it is; numbers of the binary form come back as what they were there.
  private func unknown(_ line: BoardLine) throws(BoardTextError) -> BoardAction {
    let kind = try line.string(.k, limit: BoardLimits.kindBytes)
    if BinaryCodec.number(ofUnknownKind: kind) != nil {
      return .unknown(kind: kind, payload: try line.bytes(.data, limit: BoardLimits.unknownBytes))
    }
    var range = 0..<line.bytes.count - 1
    while let last = range.last, line.bytes[last] <= 0x20 { range = range.dropLast() }
    while let first = range.first, line.bytes[first] <= 0x20 { range = range.dropFirst() }
    guard range.count <= BoardLimits.unknownBytes else { throw .schema(.unknownTooLarge) }
    return .unknown(kind: kind, payload: Array(line.bytes[range]))
  }
}
