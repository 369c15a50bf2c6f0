/// Keeps a recording in memory.
public final class MemorySink: ByteSink {
  public private(set) var bytes: [UInt8] = []
  /// Whether `close` was called.
  public private(set) var isClosed = false
  private let capacity: Int

  /// - Parameter capacity: at most this many bytes are taken; then it is full, like a disk.
  public init(capacity: Int = .max) {
    self.capacity = capacity
  }

  public var size: Int64 { Int64(bytes.count) }

  public func write(_ bytes: Span<UInt8>, at offset: Int64) throws(MediaError) {
    precondition(offset >= 0 && offset <= size, "bytes are written in place or at the end")
    let place = Int(offset)
    let (end, overflow) = place.addingReportingOverflow(bytes.count)
    guard !overflow, end <= capacity else { throw fullError }
    let inPlace = min(bytes.count, self.bytes.count - place)
    for index in 0..<inPlace { self.bytes[place + index] = bytes[index] }
    for index in inPlace..<bytes.count { self.bytes.append(bytes[index]) }
  }

  public func reserve(through end: Int64) throws(MediaError) {
    if end > Int64(capacity) { throw fullError }
  }

  public func truncate(to size: Int64) throws(MediaError) {
    guard size < self.size else { return }
    bytes.removeLast(Int(self.size - size))
  }

  public func close() throws(MediaError) {
    isClosed = true
  }

  private var fullError: MediaError {
    MediaError(.outputFailed, "the recording does not fit in \(capacity) bytes of memory")
  }
}
