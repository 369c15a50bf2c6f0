/// The number of an RTP packet (RFC 3550, 5.1). Counts modulo 2¹⁶, so it has no order of its own; see
/// `SequenceExtender`.
package struct SequenceNumber: Hashable, Sendable {
  package var rawValue: UInt16

  package init(_ rawValue: UInt16) { self.rawValue = rawValue }

  /// The low half of an extended number.
  package init(truncating extended: Int64) { rawValue = UInt16(truncatingIfNeeded: extended) }

  /// How far `other` is ahead on the shorter way round, −32 768…32 767.
  package func distance(to other: SequenceNumber) -> Int {
    Int(Int16(truncatingIfNeeded: Int(other.rawValue) - Int(rawValue)))
  }

  package func advanced(by count: Int) -> SequenceNumber {
    SequenceNumber(UInt16(truncatingIfNeeded: Int(rawValue) &+ count))
  }
}

/// Gives 16-bit numbers the order in which they were sent: each is taken for the one that is nearest
/// to the highest so far.
package struct SequenceExtender: Sendable {
  /// Nil before the first number.
  package private(set) var highest: Int64?

  package init() {}

  /// Goes on behind a number that is known.
  init(highest: Int64) { self.highest = highest }

  /// The extended number, without taking note of it. The first number is itself.
  package func peek(_ number: SequenceNumber) -> Int64 {
    guard let highest else { return Int64(number.rawValue) }
    return highest + Int64(SequenceNumber(truncating: highest).distance(to: number))
  }

  package mutating func extend(_ number: SequenceNumber) -> Int64 {
    let extended = peek(number)
    highest = max(highest ?? extended, extended)
    return extended
  }
}
