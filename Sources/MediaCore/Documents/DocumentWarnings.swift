/// The warnings of one document: the first ones whole, the others counted.
///
/// A file that is broken in a million places must not fill the memory or the screen.
package struct DocumentWarnings: Equatable, Sendable {
  /// How many are kept whole.
  package static let largestKept = 100

  package private(set) var kept: [DocumentWarning] = []
  /// All of them, kept or not.
  package private(set) var count: UInt64 = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  package mutating func add(_ place: String, _ text: String) {
    count &+= 1
    guard kept.count < Self.largestKept else { return }
    kept.append(DocumentWarning(place: place, text: text))
  }

  package mutating func add(_ other: DocumentWarnings) {
    for warning in other.kept where kept.count < Self.largestKept {
      kept.append(warning)
    }
    count &+= other.count
  }

  /// One line a warning, at most `limit` of them, then `and 1 234 more`.
  package func lines(atMost limit: Int = largestKept) -> [String] {
    var lines: [String] = []
    for warning in kept.prefix(max(limit, 0)) {
      lines.append(warning.line)
    }
    let rest = count - UInt64(lines.count)
    if rest > 0 {
      lines.append(
        lines.isEmpty ? "\(Self.grouped(rest)) warnings" : "and \(Self.grouped(rest)) more")
    }
    return lines
  }

  /// Digits in groups of three.
  private static func grouped(_ number: UInt64) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(" ") }
      text.append(digit)
    }
    return text
  }
}
