import Strokes

extension BoardTextReader {
  /// The first line that is not blank, which has to be the header.
  static func readHeader(
    _ lines: inout BoardLineReader, _ line: inout BoardLine, _ name: String
  ) throws(MediaError) -> BoardHeader {
    var isFirst = true
    while true {
      let outcome = try lines.next(into: &line.bytes)
      if outcome == .end {
        throw MediaError(
          .inputDamaged, "\(name): the file is empty; record or export the board again")
      }
      if isFirst { line.dropByteOrderMark() }
      isFirst = false
      if outcome == .line, line.isBlank { continue }
      guard outcome != .tooLong, !line.isBlank else { throw foreign(name) }
      line.bytes.append(0)
      do throws(BoardTextError) {
        try line.scan()
      } catch {
        guard outcome == .torn, line.bytes[0] == UInt8(ascii: "{") else { throw foreign(name) }
        throw MediaError(
          .inputDamaged,
          "\(name): the file is cut inside its first line, the header; copy it again")
      }
      lines.endLine()
      return try header(line, name)
    }
  }

  private static func header(_ line: BoardLine, _ name: String) throws(MediaError) -> BoardHeader {
    guard let format = try? line.string(.format, limit: BoardLimits.kindBytes), format == "board"
    else { throw foreign(name) }
    let version: UInt32
    do throws(BoardTextError) {
      version = try line.integer(.version)
      if version <= BoardHeader.currentVersion { return try line.header(version) }
    } catch {
      throw MediaError(.inputDamaged, "\(name):1: the header cannot be used: \(error.text)")
    }
    throw newer(version, name)
  }

  private static func foreign(_ name: String) -> MediaError {
    MediaError(
      .inputDamaged,
      "\(name): not a board session: the first line is no header; "
        + "check that this is the file you mean")
  }

  private static func newer(_ version: UInt32, _ name: String) -> MediaError {
    MediaError(
      .formatUnsupported,
      "\(name): version \(version) of the board format, and this reads up to "
        + "\(BoardHeader.currentVersion); use a newer recorder")
  }
}

extension BoardLine {
  fileprivate func header(_ version: UInt32) throws(BoardTextError) -> BoardHeader {
    guard version > 0 else { throw .outOfRange(.version) }
    if let steps: Int32 = try optionalInteger(.pixel), steps != BoardUnit.perPixel {
      throw .outOfRange(.pixel)
    }
    if let ticks: Int64 = try optionalInteger(.second), ticks != BoardTime.ticksPerSecond {
      throw .outOfRange(.second)
    }
    var header = BoardHeader(
      canvasWidth: try optionalInteger(.width), canvasHeight: try optionalInteger(.height))
    header.version = version
    if let engine: UInt32 = try optionalInteger(.engine) { header.inkEngine = engine }
    if var position = start(.scale) { header.scale = try double(&position, .scale) }
    if start(.fill) != nil { header.background = try background(.fill) }
    header.wallClockOrigin = try optionalInteger(.origin)
    header.title = try optionalString(.title, limit: BoardLimits.nameBytes)
    do throws(BoardSchemaError) {
      try header.check()
    } catch {
      throw .schema(error)
    }
    return header
  }

  /// Some editors put one at the beginning of a file.
  fileprivate mutating func dropByteOrderMark() {
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    bytes.removeFirst(3)
  }
}
