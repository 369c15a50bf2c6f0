import Foundation
import Glibc

/// The real program, or another one, in a process of its own.
///
/// Its standard error goes to a file, so that it never waits for a reader; its standard output is a
/// pipe that is read line by line, which is how a test waits for it without a clock.
final class RecorderProcess {
  /// The recorder that was built with the tests.
  static let recorder = URL(filePath: "/proc/self/exe")
    .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "recorder").path

  struct Failure: Error {
    let call: String
    let number: Int32
  }

  /// Between making a pipe and marking it, no other child may be started: it would keep it open.
  private static let starting = NSLock()

  private let process: pid_t
  private let output: Int32
  private var input: Int32
  private let errorFile: String
  private var unread: [UInt8] = []

  /// - Parameters:
  ///   - program: a path.
  ///   - hasInput: false closes its standard input at once.
  init(_ program: String, _ words: [String], hasInput: Bool = false) throws {
    // A child that is gone must end a write with an error, not this process.
    signal(SIGPIPE, SIG_IGN)
    Self.starting.lock()
    defer { Self.starting.unlock() }
    let (inputEnd, ownInput) = try Self.pipe()
    let (ownOutput, outputEnd) = try Self.pipe()
    errorFile = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputEnd, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, outputEnd, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(
      &actions, STDERR_FILENO, errorFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    // Tests run on threads that may hold signals back; a child would inherit that, and not end when told to.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    let result = posix_spawn(&process, program, &actions, &attributes, arguments, environ)
    close(inputEnd)
    close(outputEnd)
    guard result == 0 else {
      close(ownInput)
      close(ownOutput)
      throw Failure(call: program, number: result)
    }
    self.process = process
    output = ownOutput
    input = ownInput
    if !hasInput { closeInput() }
  }

  deinit {
    closeInput()
    close(output)
    unlink(errorFile)
  }

  /// Writes all of it, waiting until the child has taken it; false when the child is gone.
  func write(_ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(input, $0.baseAddress! + done, bytes.count - done)
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// The next line of its standard output; nil at the end.
  func nextLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        return line
      }
      var piece = [UInt8](repeating: 0, count: 4_096)
      let count = read(output, &piece, piece.count)
      guard count > 0 else { return nil }
      unread += piece[..<count]
    }
  }

  func send(_ signal: Int32) {
    kill(process, signal)
  }

  /// Waits for its end, with nothing more to read for it. A code of 128 and more is the signal that
  /// ended it.
  func finish() -> (code: Int32, output: String, errors: String) {
    closeInput()
    return finishLeavingInputOpen()
  }

  /// The same while it waits for more input.
  func finishLeavingInputOpen() -> (code: Int32, output: String, errors: String) {
    var lines = ""
    while let line = nextLine() { lines += line + "\n" }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    let errors = (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? ""
    return (code, lines, errors)
  }

  /// Runs it to its end.
  static func run(
    _ program: String, _ words: [String]
  ) throws -> (code: Int32, output: String, errors: String) {
    try RecorderProcess(program, words).finish()
  }

  /// Both ends close when a child starts another program.
  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw Failure(call: "pipe", number: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
