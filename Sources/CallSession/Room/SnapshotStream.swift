import Strokes

/// A snapshot as it is sent: made once for all who come within a while.
struct SnapshotStream {
  /// The last event in it.
  let sequence: UInt64
  let parts: [SnapshotPart]

  /// Bytes of a part; a message of a data channel has no more than 262 144.
  static let partBytes = 65_536

  init(_ header: BoardHeader, _ log: [BoardEvent], sequence: UInt64) {
    var encoder = BinaryCodecEncoder()
    var bytes: [UInt8] = []
    // The room has checked the header and each event, by the limits that the codec has.
    try? encoder.append(header, to: &bytes)
    for event in log { try? encoder.append(event, to: &bytes) }
    var parts: [SnapshotPart] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + Self.partBytes, bytes.count)
      parts.append(
        SnapshotPart(
          sequence: sequence, isLast: end == bytes.count, bytes: Array(bytes[start..<end])))
      start = end
    }
    self.sequence = sequence
    self.parts = parts
  }
}
