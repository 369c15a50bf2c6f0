import MediaCore

/// What the two ends of a `ReliableChannel` send each other: part of a message, and always what has come.
///
///      0                   1                   2                   3
///      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |   0   |S|E|B|C|    ranges     |  all parts before this one    |
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |  have come                    |  newest packet that came      |
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |                               |  packets in a row before it   |
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |  missing before them, less 1  |  in a row there, less 1       | …
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     C: |  packet, 32 bits  |  part, 32 bits  |  bytes of the message …
///
/// C: there is content. B: a message begins with it. E: a message ends with it. S: it is several messages, each
/// behind its length in 16 bits; then B and E are set, too. Every sending of a part has a
/// packet number of its own, so that what comes back tells which of them came, and when it left.
struct ChannelSegment: Equatable, Sendable {
  struct Content: Equatable, Sendable {
    var packet: UInt32
    var part: UInt32
    var begins: Bool
    var ends: Bool
    /// Whether it is several messages, see `ChannelGathering`.
    var isSeveral = false
    var bytes: [UInt8]
  }

  /// The first part that is missing.
  var missing: UInt32
  /// Packets that have come, the newest first, apart.
  var packets: [ClosedRange<UInt32>]
  var content: Content?

  static let mostRanges = 16
  private static let head = 6
  /// What a segment is besides its content's bytes, at most.
  static let largestHeader = head + 6 + (mostRanges - 1) * 4 + 8

  init(missing: UInt32, packets: [ClosedRange<UInt32>], content: Content? = nil) {
    self.missing = missing
    self.packets = packets
    self.content = content
  }

  init(parsing bytes: [UInt8]) throws(ReliableChannelError) {
    guard bytes.count >= Self.head, bytes[0] & ~15 == 0, bytes[1] <= Self.mostRanges else {
      throw .malformed
    }
    var reader = Reader(bytes: bytes, position: 2)
    missing = try reader.read(4)
    packets = []
    var below: UInt32?
    for _ in 0..<bytes[1] {
      var upper = UInt32.zero
      if let below {
        // At least one packet is missing between two ranges.
        let gap = try reader.read(2) + 1
        guard below >= gap else { throw .malformed }
        upper = below - gap
      } else {
        upper = try reader.read(4)
      }
      let count = try reader.read(2)
      guard upper >= count else { throw .malformed }
      packets.append(upper - count...upper)
      below = upper - count == 0 ? 0 : upper - count - 1
    }
    guard bytes[0] & 1 != 0 else {
      guard bytes[0] == 0, reader.position == bytes.count else { throw .malformed }
      return
    }
    let isSeveral = bytes[0] & 8 != 0
    guard !isSeveral || bytes[0] & 6 == 6 else { throw .malformed }
    let (packet, part) = (try reader.read(4), try reader.read(4))
    content = Content(
      packet: packet, part: part, begins: bytes[0] & 2 != 0, ends: bytes[0] & 4 != 0,
      isSeveral: isSeveral, bytes: Array(bytes[reader.position...]))
  }

  private struct Reader {
    let bytes: [UInt8]
    var position: Int

    mutating func read(_ count: Int) throws(ReliableChannelError) -> UInt32 {
      guard position + count <= bytes.count else { throw .malformed }
      var value: UInt32 = 0
      for byte in bytes[position..<position + count] { value = value << 8 | UInt32(byte) }
      position += count
      return value
    }
  }

  var serialized: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.largestHeader + (content?.bytes.count ?? 0))
    var flags: UInt8 = 0
    if let content {
      flags = 1 | (content.begins ? 2 : 0) | (content.ends ? 4 : 0) | (content.isSeveral ? 8 : 0)
    }
    bytes.append(flags)
    bytes.append(UInt8(truncatingIfNeeded: packets.count))
    Self.write(missing, 4, to: &bytes)
    var lower: UInt32?
    for range in packets {
      if let lower {
        Self.write(lower - range.upperBound - 2, 2, to: &bytes)
      } else {
        Self.write(range.upperBound, 4, to: &bytes)
      }
      Self.write(range.upperBound - range.lowerBound, 2, to: &bytes)
      lower = range.lowerBound
    }
    if let content {
      Self.write(content.packet, 4, to: &bytes)
      Self.write(content.part, 4, to: &bytes)
      bytes += content.bytes
    }
    return bytes
  }

  private static func write(_ value: UInt32, _ count: Int, to bytes: inout [UInt8]) {
    for shift in (0..<count).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(shift))))
    }
  }
}
