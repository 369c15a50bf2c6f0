/// A point in session time, in steps of 0.1 ms: the finest difference the board keeps.
package struct BoardTime: Hashable, Comparable, Sendable {
  /// Tenths of a millisecond since the session began.
  package var ticks: Int64

  package static let ticksPerSecond: Int64 = 10_000
  package static let zero = BoardTime(ticks: 0)

  package init(ticks: Int64) {
    self.ticks = ticks
  }

  package static func < (left: BoardTime, right: BoardTime) -> Bool {
    left.ticks < right.ticks
  }
}
