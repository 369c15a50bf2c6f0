/// Bytes in order, from a file, a pipe or memory, read in pieces of the reader's choosing.
package protocol ByteSource: AnyObject {
  /// Appends at most `count` bytes to `buffer`; answers how many, 0 at the end.
  ///
  /// Fewer than `count` is no sign of the end. After the end a source that grows may give more.
  func read(into buffer: inout [UInt8], atMost count: Int) throws(MediaError) -> Int

  /// Overwrites `buffer` from `offset`; answers how many bytes came, 0 at the end.
  ///
  /// For large pieces of known size, whose memory is used again and again.
  func read(over buffer: inout [UInt8], from offset: Int) throws(MediaError) -> Int

  /// Goes back to the first byte; a source that cannot (a pipe) throws.
  func rewind() throws(MediaError)
}

extension ByteSource {
  package func read(over buffer: inout [UInt8], from offset: Int) throws(MediaError) -> Int {
    var piece: [UInt8] = []
    let count = try read(into: &piece, atMost: buffer.count - offset)
    buffer.replaceSubrange(offset..<offset + count, with: piece)
    return count
  }
}
