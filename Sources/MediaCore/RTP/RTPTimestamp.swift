/// Ticks of a payload's clock, extended to 64 bits so that they have an order (RFC 3550, 5.1).
///
/// The low half is what packets carry. The origin is the sender's choice: only differences mean
/// anything.
package struct RTPTimestamp: Hashable, Comparable, Sendable {
  package var rawValue: Int64

  package init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// The one with these low bits that is nearest.
  package init(_ ticks: UInt32, nearest expected: RTPTimestamp) {
    let distance = Int32(bitPattern: ticks &- UInt32(truncatingIfNeeded: expected.rawValue))
    rawValue = expected.rawValue &+ Int64(distance)
  }

  package func advanced(by ticks: Int64) -> RTPTimestamp { RTPTimestamp(rawValue &+ ticks) }

  package func distance(to other: RTPTimestamp) -> Int64 { other.rawValue &- rawValue }

  package static func < (left: RTPTimestamp, right: RTPTimestamp) -> Bool {
    left.rawValue < right.rawValue
  }
}
