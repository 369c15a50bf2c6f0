/// The largest a board's events may be. Both codecs refuse what lies beyond, when they read and
/// when they write, so nothing that one side accepts can hurt the other.
package enum BoardLimits {
  /// Sequence numbers end where a browser's whole numbers end.
  package static let largestSequence: UInt64 = 9_007_199_254_740_991
  /// 223 years; in nanoseconds it still fits 63 bits.
  package static let largestTime: Int64 = 70_368_744_177_664
  /// 1/64 board pixel, either side of the origin (`BoardUnit.largestCoordinate`).
  package static let largestCoordinate: Int32 = 268_435_456
  /// Pixels of the header's canvas, each way.
  package static let largestCanvas: Int32 = 65_535
  /// Canvas pixels by which a view may be shifted.
  package static let largestViewOffset: Double = 1e12
  package static let largestViewScale: Double = 65_536

  package static let pointsPerEvent = 65_536
  package static let segmentsPerOutline = 262_144
  package static let itemsPerEvent = 65_536
  package static let resourceBytes = 16 * 1_024 * 1_024
  /// UTF-8 bytes of a chat message or of an item's text.
  package static let textBytes = 65_536
  /// UTF-8 bytes of a name, a path, a title, a chapter or a reaction.
  package static let nameBytes = 4_096
  /// UTF-8 bytes of an event's kind.
  package static let kindBytes = 64
  /// Bytes of an event that is kept without being understood.
  package static let unknownBytes = 1_024 * 1_024
}
