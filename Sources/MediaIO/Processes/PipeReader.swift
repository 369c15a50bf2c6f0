internal import Glibc

/// What another program writes to a pipe.
struct PipeReader {
  private(set) var bytes: [UInt8] = []
  private(set) var isAtEnd = false
  private let descriptor: Int32

  /// What a pipe holds.
  private static let piece = 1 << 16

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Waits until either pipe has something, and reads it: a program that waits for room in one of them
  /// would never fill the other.
  static func readBoth(_ first: inout PipeReader, _ second: inout PipeReader) {
    // Linux passes over negative descriptors.
    var waits = [
      pollfd(fd: first.isAtEnd ? -1 : first.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: second.isAtEnd ? -1 : second.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard unsafe poll(&waits, 2, -1) > 0 else { return }
    if waits[0].revents != 0 { first.readSome() }
    if waits[1].revents != 0 { second.readSome() }
  }

  mutating func keepLast(_ count: Int) {
    if bytes.count > count { bytes.removeFirst(bytes.count - count) }
  }

  private mutating func readSome() {
    let old = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: Self.piece))
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe read(descriptor, buffer.baseAddress! + old, Self.piece)
    }
    bytes.removeLast(Self.piece - max(count, 0))
    // A pipe that cannot be read has nothing more to say.
    if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { isAtEnd = true }
  }
}
