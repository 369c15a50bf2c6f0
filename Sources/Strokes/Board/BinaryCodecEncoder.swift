/// Turns headers and events into frames.
package struct BinaryCodecEncoder {
  private var body = BinaryCodecWriter()

  package init() {}

  /// The beginning of a stream: magic and header frame.
  package mutating func append(
    _ header: BoardHeader, to bytes: inout [UInt8]
  ) throws(BoardSchemaError) {
    try header.check()
    body.bytes.removeAll(keepingCapacity: true)
    body.varint(UInt64(header.version))
    body.varint(UInt64(header.inkEngine))
    var parts: UInt8 = 0
    if header.canvasWidth != nil { parts |= 1 }
    if header.wallClockOrigin != nil { parts |= 2 }
    if header.title != nil { parts |= 4 }
    body.byte(parts)
    if let width = header.canvasWidth, let height = header.canvasHeight {
      body.varint(UInt64(width))
      body.varint(UInt64(height))
    }
    body.double(header.scale)
    body.background(header.background)
    if let origin = header.wallClockOrigin { body.zigzag(origin) }
    if let title = header.title { body.text(title) }
    bytes.append(contentsOf: BinaryCodec.magic)
    appendFrame(to: &bytes)
  }

  /// One event as one frame.
  package mutating func append(
    _ event: BoardEvent, to bytes: inout [UInt8]
  ) throws(BoardSchemaError) {
    try event.check()
    body.bytes.removeAll(keepingCapacity: true)
    body.event(event)
    appendFrame(to: &bytes)
  }

  private func appendFrame(to bytes: inout [UInt8]) {
    var length = BinaryCodecWriter()
    length.count(body.bytes.count)
    bytes.append(contentsOf: length.bytes)
    bytes.append(contentsOf: body.bytes)
  }
}
