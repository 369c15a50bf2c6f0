/// The part of a source that is being looked at: a buffer that moves along the file.
struct WebMWindow {
  /// What is in memory; the byte at `start` stands at `offset` of the file.
  private(set) var bytes: [UInt8] = []
  private(set) var start = 0
  private(set) var offset: Int64 = 0
  private let source: any ByteSource
  private var isAtEnd = false

  private static let chunk = 1 << 16

  init(_ source: any ByteSource) {
    self.source = source
  }

  private var available: Int { bytes.count - start }

  /// Tries to have `count` bytes from here on in memory; answers how many there are, up to `count`.
  mutating func fill(_ count: Int) throws(MediaError) -> Int {
    while available < count, !isAtEnd {
      if start > 0, start >= bytes.count / 2 {
        bytes.removeFirst(start)
        start = 0
      }
      if try source.read(into: &bytes, atMost: Self.chunk) == 0 { isAtEnd = true }
    }
    return min(available, count)
  }

  /// Moves on by bytes that are in memory.
  mutating func skip(_ count: Int) {
    start += count
    offset += Int64(count)
  }

  /// Moves on by `count` bytes, reading as needed; false when the file ends before.
  mutating func discard(_ count: Int64) throws(MediaError) -> Bool {
    var left = count
    while left > 0 {
      let taken = try fill(Int(min(left, Int64(Self.chunk))))
      if taken == 0 { return false }
      skip(taken)
      left -= Int64(taken)
    }
    return true
  }

  /// Whether a cluster's identifier stands here; four bytes are in memory.
  func isAtCluster() -> Bool {
    bytes[start] == 0x1F && bytes[start + 1] == 0x43 && bytes[start + 2] == 0xB6
      && bytes[start + 3] == 0x75
  }

  /// Moves on to the next byte in memory that can start a cluster, at least by one.
  mutating func skipToCandidate() {
    repeat { skip(1) } while available > 4 && bytes[start] != 0x1F
  }
}
