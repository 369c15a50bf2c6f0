/// Where an item stands in the board's one order, from bottom to top; ties go by identifier.
///
/// A new item takes the next whole place above everything (`major` + 1). Inserting between two
/// neighbours steps up from the lower one, so 2³¹ insertions in a row fit below the same upper
/// neighbour before the gap has to be halved.
package struct OrderKey: Hashable, Comparable, Sendable {
  package var major: Int64
  package var minor: UInt64

  package init(major: Int64, minor: UInt64 = 0) {
    self.major = major
    self.minor = minor
  }

  package static func < (left: OrderKey, right: OrderKey) -> Bool {
    left.major != right.major ? left.major < right.major : left.minor < right.minor
  }

  /// A key above `lower` and below `upper`. When no key is left between them it is `lower`
  /// itself, and the identifiers decide.
  package static func between(_ lower: OrderKey, _ upper: OrderKey) -> OrderKey {
    let step: UInt64 = 1 << 32
    let end = upper.major > lower.major ? UInt64.max : upper.minor
    guard end > lower.minor, end - lower.minor > 1 else { return lower }
    let half = (end - lower.minor) / 2
    return OrderKey(major: lower.major, minor: lower.minor + (half < step ? half : step))
  }
}
