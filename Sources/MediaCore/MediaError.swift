/// What goes wrong at the edge of MediaCore and MediaIO: one line for a person, a code for a script.
///
/// Inside the targets every parser and library has its own error enum; this is what they become
/// before a caller sees them.
public struct MediaError: Error, Equatable, Sendable {
  /// The raw value is the exit code of `recorder` (Documentation/exit-codes.md).
  public enum Code: Int32, Sendable {
    /// The call itself is wrong: an unknown option, a size of 0×0.
    case usage = 2
    /// The input is not there or may not be read.
    case inputUnreadable = 3
    /// The input is read, and it is empty, cut, broken or not what it says.
    case inputDamaged = 4
    /// The input is a known format that this version does not read.
    case formatUnsupported = 5
    /// The output exists and was not asked to be replaced.
    case outputExists = 6
    /// The output cannot be written: disk full, no permission, no such folder.
    case outputFailed = 7
    /// A codec or library refused what should have worked.
    case codecFailed = 8
    /// The system refused a socket, or does not let it receive or send any more.
    case networkFailed = 9
  }

  public var code: Code
  /// One line: file, place, cause and remedy.
  public var message: String
  /// What the library underneath said, when it said something.
  public var cause: String?

  public init(_ code: Code, _ message: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}
