/// The first line of a session.
extension BoardLine {
  /// The header of a line that has been scanned.
  func header() throws(BoardTextHeaderError) -> BoardHeader {
    guard let format = try? string(.format, limit: BoardLimits.kindBytes),
      format.utf8.elementsEqual("board".utf8)
    else { throw .foreign }
    let version: UInt32
    do throws(BoardTextError) {
      version = try integer(.version)
      if version <= BoardHeader.currentVersion { return try header(version) }
    } catch {
      throw .unusable(error)
    }
    throw .newer(version)
  }

  private func header(_ version: UInt32) throws(BoardTextError) -> BoardHeader {
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
    // Without it nobody in particular has drawn the session, and it is this engine's.
    header.inkEngine = try optionalInteger(.engine) ?? BoardHeader.currentInkEngine
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
  mutating func dropByteOrderMark() {
    guard bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return }
    bytes.removeFirst(3)
  }
}
