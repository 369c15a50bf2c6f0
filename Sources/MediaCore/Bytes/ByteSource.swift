/// Bytes in order, from a file, a pipe or memory, read in pieces of the reader's choosing.
package protocol ByteSource: AnyObject {
  /// Appends at most `count` bytes to `buffer`; answers how many, 0 at the end.
  ///
  /// Fewer than `count` is no sign of the end. After the end a source that grows may give more.
  func read(into buffer: inout [UInt8], atMost count: Int) throws(MediaError) -> Int

  /// Overwrites `range` of `buffer` from its start on; answers how many bytes came, 0 at the end.
  ///
  /// For large pieces of known size, whose memory is used again and again.
  func read(over buffer: inout [UInt8], in range: Range<Int>) throws(MediaError) -> Int

  /// Many pieces of so many bytes are going to be read; half a piece is of no use to the reader.
  func expectPieces(of size: Int)

  /// Goes back to the first byte; a source that cannot (a pipe) throws.
  func rewind() throws(MediaError)
}

extension ByteSource {
  package func read(over buffer: inout [UInt8], in range: Range<Int>) throws(MediaError) -> Int {
    var piece: [UInt8] = []
    let count = try read(into: &piece, atMost: range.count)
    buffer.replaceSubrange(range.lowerBound..<range.lowerBound + count, with: piece)
    return count
  }

  package func expectPieces(of size: Int) {}
}
