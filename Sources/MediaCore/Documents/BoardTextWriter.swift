package import Strokes

/// Writes a `.board` file's lines; Documentation/board-format.md describes them.
///
/// Equal events give equal bytes. The writer remembers which channels each open stroke declared.
package struct BoardTextWriter {
  var bytes: [UInt8] = []
  var channels: [BoardID: PointChannels] = [:]

  package init() {}

  /// Appends the first line.
  ///
  /// - Throws: `inputDamaged` when the header breaks a limit of the format; nothing is appended.
  package mutating func append(
    _ header: BoardHeader, to file: inout [UInt8]
  ) throws(MediaError) {
    do throws(BoardSchemaError) {
      try header.check()
    } catch {
      throw MediaError(.inputDamaged, "the header cannot be written: \(error.text)")
    }
    bytes.removeAll(keepingCapacity: true)
    self.header(header)
    file.append(contentsOf: bytes)
  }

  /// Appends an event's line.
  ///
  /// - Throws: `inputDamaged` when the event breaks a limit of the format; nothing is appended.
  package mutating func append(_ event: BoardEvent, to file: inout [UInt8]) throws(MediaError) {
    do throws(BoardSchemaError) {
      try event.check()
      bytes.removeAll(keepingCapacity: true)
      try self.event(event)
    } catch {
      throw MediaError(
        .inputDamaged, "event \(event.sequence) cannot be written: \(error.text)")
    }
    file.append(contentsOf: bytes)
  }

  private mutating func header(_ header: BoardHeader) {
    raw("{\"format\":\"board\",\"version\":")
    integer(Int64(header.version))
    raw(",\"engine\":")
    integer(Int64(header.inkEngine))
    raw(",\"pixel\":")
    integer(Int64(BoardUnit.perPixel))
    raw(",\"second\":")
    integer(BoardTime.ticksPerSecond)
    if let width = header.canvasWidth, let height = header.canvasHeight {
      key(.width)
      integer(Int64(width))
      key(.height)
      integer(Int64(height))
    }
    key(.scale)
    double(header.scale)
    key(.fill)
    background(header.background)
    if let origin = header.wallClockOrigin {
      key(.origin)
      integer(origin)
    }
    if let title = header.title {
      key(.title)
      string(title)
    }
    raw("}\n")
  }
}
