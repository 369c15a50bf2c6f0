/// Writes a session's lines as `.board` text; Documentation/board-format.md describes them.
///
/// Equal events give equal bytes. The writer remembers which channels each open stroke declared.
package struct BoardTextWriter {
  var bytes: [UInt8] = []
  var channels: [BoardID: PointChannels] = [:]

  package init() {}

  /// Appends the first line.
  ///
  /// - Throws: the limit of the format that the header breaks; nothing is appended.
  package mutating func append(
    _ header: BoardHeader, to text: inout [UInt8]
  ) throws(BoardSchemaError) {
    try header.check()
    bytes.removeAll(keepingCapacity: true)
    self.header(header)
    text.append(contentsOf: bytes)
  }

  /// Appends an event's line.
  ///
  /// - Throws: the limit of the format that the event breaks; nothing is appended.
  package mutating func append(
    _ event: BoardEvent, to text: inout [UInt8]
  ) throws(BoardSchemaError) {
    try event.check()
    bytes.removeAll(keepingCapacity: true)
    try self.event(event)
    text.append(contentsOf: bytes)
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
