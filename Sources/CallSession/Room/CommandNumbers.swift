/// Which of a participant's commands have been answered, so that each counts exactly once.
struct CommandNumbers {
  enum Verdict: Equatable {
    case next
    /// Answered before.
    case repeated
    /// Commands before it never came.
    case ahead
  }

  /// The last one answered.
  private(set) var last: UInt64 = 0
  /// The last ones that were refused, oldest first. Whoever comes back learns them: that they were
  /// refused may have been lost with the connection.
  private(set) var refused: [UInt64] = []

  static let mostRefused = 64

  func verdict(on number: UInt64) -> Verdict {
    if number <= last { return .repeated }
    return number == last + 1 ? .next : .ahead
  }

  mutating func noteAnswer(to number: UInt64, isRefusal: Bool) {
    last = number
    guard isRefusal else { return }
    if refused.count == Self.mostRefused { refused.removeFirst() }
    refused.append(number)
  }
}
