/// Bytes in order, from a file, a pipe or memory, read in pieces of the reader's choosing.
package protocol ByteSource: AnyObject {
  /// Appends at most `count` bytes to `buffer`; answers how many, 0 at the end.
  ///
  /// Fewer than `count` is no sign of the end. After the end a source that grows may give more.
  func read(into buffer: inout [UInt8], atMost count: Int) throws(MediaError) -> Int

  /// Goes back to the first byte; a source that cannot (a pipe) throws.
  func rewind() throws(MediaError)
}
