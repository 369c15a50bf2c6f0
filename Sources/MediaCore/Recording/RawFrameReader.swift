/// Whole raw frames from a pipe or file, one after the other, in one buffer.
struct RawFrameReader {
  private let source: any ByteSource
  private(set) var buffer: [UInt8] = []

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// Fills `buffer` with the next `count` bytes.
  ///
  /// False when the source has ended before; what was left is then in `buffer`.
  mutating func fill(_ count: Int) throws(MediaError) -> Bool {
    if buffer.count != count { buffer = Array(repeating: 0, count: count) }
    var filled = 0
    while filled < count {
      let read = try source.read(over: &buffer, from: filled)
      guard read > 0 else {
        buffer.removeLast(count - filled)
        return false
      }
      filled += read
    }
    return true
  }

  /// Fills `buffer` with bytes up to the next line feed, which is dropped.
  ///
  /// False when the source has ended before, or no line feed came within `longest` bytes.
  mutating func fillLine(longest: Int) throws(MediaError) -> Bool {
    buffer.removeAll(keepingCapacity: true)
    while buffer.count <= longest {
      guard try source.read(into: &buffer, atMost: 1) > 0 else { return false }
      if buffer[buffer.count - 1] == UInt8(ascii: "\n") {
        buffer.removeLast()
        return true
      }
    }
    return false
  }
}
