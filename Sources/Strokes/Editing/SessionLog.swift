/// A session as it is saved: the header and every event in the binary form, one frame each.
package struct SessionLog {
  /// The whole stream, from the magic on.
  package private(set) var bytes: [UInt8] = []
  package private(set) var eventCount = 0

  private var encoder = BinaryCodecEncoder()

  init(_ header: BoardHeader) throws(BoardSchemaError) {
    try encoder.append(header, to: &bytes)
  }

  mutating func append(_ event: BoardEvent) throws(BoardSchemaError) {
    try encoder.append(event, to: &bytes)
    eventCount += 1
  }

  /// The frames from a place that was the end of `bytes` before.
  package func frames(from place: Int) -> [UInt8] {
    place >= 0 && place < bytes.count ? Array(bytes[place...]) : []
  }
}
