/// Something in a session's text that could not be used or is strange; the rest was read.
package struct BoardTextFault: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case tooLong
    /// The last line, which was still being written.
    case torn
    case unusable(BoardTextError)
    /// A number that does not rise above the last one; the line was read.
    case order(UInt64, after: UInt64)
    /// The header's ink engine is not this one.
    case inkEngine(UInt32)
  }

  /// The line's number, from 1.
  package var line: UInt64
  package var reason: Reason

  package init(line: UInt64, reason: Reason) {
    self.line = line
    self.reason = reason
  }

  /// What is wrong, and what became of it.
  package var text: String {
    switch reason {
    case .tooLong: "longer than 24 MiB; line skipped"
    case .torn: "the last line is cut; dropped"
    case .unusable(let error): "\(error.text); line skipped"
    case .order(let number, let last):
      "its number \(number) does not rise above \(last); the order of lines decides"
    case .inkEngine(let engine):
      "written with ink engine \(engine), this is \(BoardHeader.currentInkEngine): "
        + "strokes may look different"
    }
  }
}
