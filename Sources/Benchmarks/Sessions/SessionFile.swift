internal import Glibc
internal import Strokes

/// Writes sessions as `.board` text, in portions.
enum SessionFile {
  /// Exits the program when the disk does not take it: nothing could be measured.
  static func write(_ header: BoardHeader, _ events: some Sequence<BoardEvent>, to path: String) {
    let descriptor = unsafe creat(path, 0o644)
    guard descriptor >= 0 else { fail("cannot write \(path)") }
    write(header, events, descriptor)
    close(descriptor)
  }

  static func print(_ header: BoardHeader, _ events: some Sequence<BoardEvent>) {
    write(header, events, 1)
  }

  private static func write(
    _ header: BoardHeader, _ events: some Sequence<BoardEvent>, _ descriptor: Int32
  ) {
    var writer = BoardTextWriter()
    var bytes: [UInt8] = []
    do throws(BoardSchemaError) {
      try writer.append(header, to: &bytes)
      for event in events {
        try writer.append(event, to: &bytes)
        if bytes.count > 65_536 {
          writeAll(bytes, descriptor)
          bytes.removeAll(keepingCapacity: true)
        }
      }
    } catch {
      fail("the session cannot be written: \(error.text)")
    }
    writeAll(bytes, descriptor)
  }

  /// Writes everything, or ends the program.
  static func writeAll<Element: BitwiseCopyable>(_ elements: [Element], _ descriptor: Int32) {
    unsafe elements.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var written = 0
      while written < bytes.count {
        let count = unsafe Glibc.write(descriptor, base + written, bytes.count - written)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { exit(1) }
        written += count
      }
    }
  }

  private static func fail(_ message: String) -> Never {
    Swift.print("benchmarks: \(message)")
    exit(1)
  }
}
