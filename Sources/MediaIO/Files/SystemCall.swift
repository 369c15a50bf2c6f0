internal import Glibc

/// A system call's refusal.
struct SystemError: Error, Equatable {
  var number: Int32

  /// The system's own words.
  var text: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}

enum SystemCall {
  /// Runs a call until it is not interrupted by a signal.
  ///
  /// - Parameter interrupted: asked at each interruption; true gives up with EINTR.
  @discardableResult
  static func run<Result: SignedInteger>(
    unless interrupted: () -> Bool = { false }, _ call: () -> Result
  ) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let number = errno
      if number != EINTR || interrupted() { throw SystemError(number: number) }
    }
  }
}
