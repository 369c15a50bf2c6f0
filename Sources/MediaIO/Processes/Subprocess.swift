internal import CLinux
internal import Glibc
package import MediaCore

/// Another program that is run to its end: no shell, nothing to read, what it writes in memory.
package struct Subprocess {
  package enum Status: Equatable, Sendable {
    case exited(Int32)
    /// Ended by a signal.
    case killed(Int32)
    /// Children of this process are waited for by somebody else, who knows.
    case unknown
  }

  package let status: Status
  /// What it wrote to the standard output.
  package let output: [UInt8]
  /// The end of what it wrote to the standard error: the last complaint is there.
  package let complaint: String

  /// Bytes of the standard error that are kept.
  private static let longestComplaint = 2_000

  /// Runs a program that is found by its name in PATH, or by a name with a slash.
  ///
  /// - Parameter limit: of bytes of output; more throws `.inputDamaged`, and the program is killed.
  /// - Parameter remedy: what a person can do when there is no such program.
  /// - Throws: `.inputUnreadable` when it cannot be started.
  package init(
    running program: String, _ arguments: [String], limit: Int, remedy: String
  ) throws(MediaError) {
    var pipes: [Int32] = []
    defer { for end in pipes where end >= 0 { _ = close(end) } }
    let process: pid_t
    do throws(SystemError) {
      for _ in 0..<2 { pipes += try Self.pipe() }
      process = try Self.spawn([program] + arguments, output: pipes[1], errors: pipes[3])
    } catch {
      throw Self.failure(program, error, remedy)
    }
    for end in [1, 3] {
      _ = close(pipes[end])
      pipes[end] = -1
    }
    var output = PipeReader(pipes[0])
    var errors = PipeReader(pipes[2])
    while !(output.isAtEnd && errors.isAtEnd), output.bytes.count <= limit {
      PipeReader.readBoth(&output, &errors)
      errors.keepLast(Self.longestComplaint)
    }
    let isTooMuch = output.bytes.count > limit
    if isTooMuch { _ = kill(process, SIGKILL) }
    status = Self.wait(for: process)
    self.output = output.bytes
    complaint = String(decoding: errors.bytes, as: UTF8.self)
    if isTooMuch {
      throw MediaError(.inputDamaged, "\(program) wrote more than \(limit) bytes; it was stopped")
    }
  }

  /// Reading end, writing end.
  private static func pipe() throws(SystemError) -> [Int32] {
    var ends: [Int32] = [-1, -1]
    try SystemCall.run { unsafe CLinux_pipe(&ends) }
    return ends
  }

  private static func spawn(
    _ words: [String], output: Int32, errors: Int32
  ) throws(SystemError) -> pid_t {
    // C would end a word there.
    guard !words.contains(where: { $0.utf8.contains(0) }) else { throw SystemError(number: EINVAL) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Signals that this thread holds back are not held back from the program.
    var none = sigset_t()
    unsafe _ = sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe []
    for word in words { unsafe pointers.append(strdup(word)) }
    unsafe pointers.append(nil)
    defer { while let pointer = unsafe pointers.popLast() { unsafe free(pointer) } }
    var process: pid_t = -1
    let result = unsafe posix_spawnp(
      &process, words[0], &actions, &attributes, pointers, environ)
    guard result == 0 else { throw SystemError(number: result) }
    return process
  }

  private static func wait(for process: pid_t) -> Status {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return .unknown }
    }
    let signal = status & 127
    return signal == 0 ? .exited(status >> 8 & 255) : .killed(signal)
  }

  private static func failure(
    _ program: String, _ error: SystemError, _ remedy: String
  ) -> MediaError {
    switch error.number {
    case ENOENT, ENOTDIR:
      MediaError(.inputUnreadable, "\(program) is not installed here; \(remedy)", cause: error.text)
    default:
      MediaError(
        .inputUnreadable, "\(program) cannot be started: \(error.text); \(remedy)",
        cause: error.text)
    }
  }
}
