import Glibc
import MediaCore

/// Where the program's words go: results to standard output, everything else to standard error.
///
/// It is a value with two functions so that a test can listen.
struct Console {
  let writeOutput: (String) -> Void
  let writeErrors: (String) -> Void
  /// Whether standard error is a terminal, on which a line may be drawn over.
  let isTerminal: Bool
  /// Columns of that terminal.
  let width: Int

  /// The one of the process.
  static func standard() -> Console {
    Console(
      writeOutput: { write($0, to: STDOUT_FILENO) },
      writeErrors: { write($0, to: STDERR_FILENO) },
      isTerminal: isatty(STDERR_FILENO) == 1,
      width: 80)
  }

  /// A line of the result.
  func print(_ line: String) {
    writeOutput(line + "\n")
  }

  /// A line about what goes on.
  func note(_ line: String) {
    writeErrors(line + "\n")
  }

  /// What was wrong in a document, at most twenty lines of it.
  func warn(_ warnings: DocumentWarnings) {
    for line in warnings.lines(atMost: 20) { note("warning: \(line)") }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)
    while !bytes.isEmpty {
      let count = unsafe Glibc.write(descriptor, bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      // Nobody listens any more. What the program makes is a file, so it goes on.
      guard count > 0 else { return }
      bytes.removeFirst(count)
    }
  }
}
