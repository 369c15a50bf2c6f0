/// Pieces of known size from a pipe or file, one after the other, in one buffer.
struct RawFrameReader {
  private let source: any ByteSource
  /// The last piece, from its beginning on.
  private(set) var buffer: [UInt8] = []
  /// Bytes of the last piece that came.
  private(set) var filled = 0
  /// The last line, without its line feed.
  private(set) var line: [UInt8] = []

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// Frames of so many bytes will be read.
  func expectFrames(of size: Int) {
    source.expectPieces(of: size)
  }

  /// Fills the buffer with the next `count` bytes; false when the source has ended before.
  mutating func fill(_ count: Int) throws(MediaError) -> Bool {
    if buffer.count < count { buffer = Array(repeating: 0, count: count) }
    filled = 0
    while filled < count {
      let read = try source.read(over: &buffer, in: filled..<count)
      guard read > 0 else { return false }
      filled += read
    }
    return true
  }

  /// The same into a buffer of the caller's, which becomes `count` bytes long.
  mutating func fill(_ bytes: inout [UInt8], _ count: Int) throws(MediaError) -> Bool {
    swap(&buffer, &bytes)
    defer { swap(&buffer, &bytes) }
    if buffer.count != count { buffer = Array(repeating: 0, count: count) }
    return try fill(count)
  }

  /// Reads the line before a frame of y4m; false where the stream ends.
  mutating func beginFrame() throws(MediaError) -> Bool {
    let isLine = try fillLine(longest: Y4MHeader.longestLine)
    // A cut header is the end of the stream, one that does not end is something else.
    guard isLine || line.count > Y4MHeader.longestLine else { return false }
    guard isLine, Y4MHeader.isFrame(line.span) else {
      throw MediaError(
        .inputDamaged, "the y4m stream is broken: a frame does not begin with FRAME")
    }
    return true
  }

  /// Reads up to the next line feed, which is dropped.
  ///
  /// False when the source has ended before, or no line feed came within `longest` bytes.
  mutating func fillLine(longest: Int) throws(MediaError) -> Bool {
    line.removeAll(keepingCapacity: true)
    while line.count <= longest {
      guard try source.read(into: &line, atMost: 1) > 0 else { return false }
      if line[line.count - 1] == UInt8(ascii: "\n") {
        line.removeLast()
        return true
      }
    }
    return false
  }
}
