/// Where a recording's bytes go: a file (`FileSink` of MediaIO), memory, or an application's own.
///
/// Bytes are mostly appended; the header is completed in place at the end. One owner, one thread.
public protocol ByteSink: AnyObject {
  /// The number of bytes so far: the offset at which the next new byte goes.
  var size: Int64 { get }

  /// Writes all of `bytes` at `offset`, which is at most `size`; what reaches beyond `size` extends it.
  func write(_ bytes: Span<UInt8>, at offset: Int64) throws(MediaError)

  /// Sets space aside so that writes below `end` cannot fail for want of it.
  ///
  /// Throws `.outputFailed` when there is not enough; what was reserved before stays usable, so that
  /// a recording can still be completed. A sink that cannot reserve does nothing.
  func reserve(through end: Int64) throws(MediaError)

  /// Shortens what was written to `size` bytes: drops a piece that was cut by an error.
  func truncate(to size: Int64) throws(MediaError)

  /// Hands what was written to the system, so that it outlives this process.
  func flush() throws(MediaError)

  /// The recording is complete; nothing follows. A file gets its final name here.
  func close() throws(MediaError)

  /// The recording ended before it was complete, and what was written plays; nothing follows. A file
  /// that was to replace another one leaves that one alone and keeps the name it was written under.
  func closeUnfinished() throws(MediaError)
}

extension ByteSink {
  public func reserve(through end: Int64) throws(MediaError) {}
  public func flush() throws(MediaError) {}
  public func close() throws(MediaError) {}
  public func closeUnfinished() throws(MediaError) { try close() }

  /// Writes at the end.
  public func append(_ bytes: Span<UInt8>) throws(MediaError) {
    try write(bytes, at: size)
  }
}
