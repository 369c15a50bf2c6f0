internal import Glibc

/// Runs programs, alone or as a pipe, and accounts for each by the system's own figures.
enum ChildProcess {
  struct Usage {
    /// User and system seconds.
    var cpu = 0.0
    /// Largest resident set, in MB of 1 000 000 bytes.
    var peakMemory = 0.0
    var exitCode: Int32 = 0
  }

  /// Runs `producer`, when there is one, into the standard input of `command`.
  ///
  /// - Returns: the usage of `command`, and the seconds until both had ended.
  static func run(
    _ command: [String], from producer: [String]? = nil
  ) -> (usage: Usage, wall: Double) {
    let clock = ContinuousClock()
    let start = clock.now
    var ends: [Int32] = [-1, -1]
    var feeder: pid_t = -1
    if let producer {
      guard unsafe pipe(&ends) == 0 else { return (Usage(exitCode: 127), 0) }
      feeder = spawn(producer, input: nil, output: ends[1], closing: ends[0])
      close(ends[1])
    }
    let worker = spawn(command, input: producer == nil ? nil : ends[0], output: nil, closing: -1)
    if producer != nil { close(ends[0]) }
    let usage = wait(worker)
    if feeder > 0 { _ = wait(feeder) }
    let elapsed = (clock.now - start).components
    return (usage, Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
  }

  private static func spawn(
    _ command: [String], input: Int32?, output: Int32?, closing: Int32
  ) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    if let output {
      unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    if closing >= 0 { unsafe posix_spawn_file_actions_addclose(&actions, closing) }
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe []
    for word in command { unsafe arguments.append(strdup(word)) }
    unsafe arguments.append(nil)
    defer { while let word = unsafe arguments.popLast() { unsafe free(word) } }
    var process: pid_t = -1
    let result = unsafe posix_spawnp(&process, command[0], &actions, nil, arguments, environ)
    return result == 0 ? process : -1
  }

  private static func wait(_ process: pid_t) -> Usage {
    guard process > 0 else { return Usage(exitCode: 127) }
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return Usage(
      cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      peakMemory: Double(usage.ru_maxrss) * 1_024 / 1e6, exitCode: status >> 8 & 255)
  }
}
