/// A source that can be read at any place, such as a regular file.
package protocol SeekableByteSource: ByteSource {
  /// Its size in bytes; nil when it cannot seek after all (a pipe under a file's name).
  var length: Int64? { get }

  /// The next read starts at `offset`, at most `length`.
  func seek(to offset: Int64) throws(MediaError)
}

/// Bytes that are in memory already.
package final class MemorySource: SeekableByteSource {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package var length: Int64? { Int64(bytes.count) }

  package func read(into buffer: inout [UInt8], atMost count: Int) throws(MediaError) -> Int {
    let taken = min(max(count, 0), bytes.count - position)
    buffer += bytes[position..<position + taken]
    position += taken
    return taken
  }

  package func rewind() throws(MediaError) {
    position = 0
  }

  package func seek(to offset: Int64) throws(MediaError) {
    position = Int(min(max(offset, 0), Int64(bytes.count)))
  }
}
