import MediaCore

/// The sending side of a `ReliableChannel`: cuts messages into parts, and keeps each until it is there.
struct ChannelSender: Sendable {
  struct Part: Sendable {
    let begins: Bool
    let ends: Bool
    var bytes: [UInt8]
    /// See `ChannelGathering`.
    var isSeveral = false
    var isThere = false
    /// Sendings of it of which nothing is known.
    var flying = 0
    /// Copies of it that are to follow.
    var copies = 0
  }

  struct Packet: Sendable {
    enum State { case flying, arrived, lost }

    let part: UInt32
    let size: Int
    let sent: MediaTime
    var state = State.flying
  }

  struct Copy: Sendable {
    let part: UInt32
    let due: MediaTime
  }

  var bitrate: Int64
  var path = ChannelPath()
  /// Parts that are not known to be there, and what stands between such.
  var parts = NumberedQueue<Part>()
  /// The first part that was never sent.
  var unsent: UInt32 = 0
  private(set) var backlog = 0
  /// What was sent; the first of it is under way, or not long gone.
  var packets = NumberedQueue<Packet>()
  var inFlight = 0
  /// The newest packet that arrived.
  var newest: UInt32?
  /// Parts to be sent again, rising.
  var again: [UInt32] = []
  /// Small parts to be sent once more in case, by time.
  var copies: [Copy] = []
  /// Parts that are repeated because no answer came, whatever else is under way.
  var probes: [UInt32] = []
  var timeouts = 0
  var lastSent = MediaTime.zero
  /// Bytes that may leave now; below 0 until the last ones are paid.
  var tokens: Double
  var updated = MediaTime.zero

  /// What leaves at once after a rest: bytes, and seconds of the rate.
  private static let bursts = 3_000.0...16_000.0
  private static let burstLength = 0.05
  /// Around each segment on the wire: IPv4, UDP, RTP with its extension, SRTP's tag.
  static let overhead = 64
  /// Of a part's bytes.
  static let largestPart = ReliableChannel.largestSegment - ChannelSegment.largestHeader
  /// Parts of so many bytes are small: two of them are no more than one of the others.
  static let small = 400

  init(bitrate: Int64) {
    self.bitrate = max(bitrate, 1_000)
    tokens = Self.bursts.lowerBound
  }

  var burst: Double {
    min(
      max(Double(bitrate) / 8 * Self.burstLength, Self.bursts.lowerBound), Self.bursts.upperBound)
  }

  mutating func send(_ message: [UInt8]) throws(ReliableChannelError) {
    guard message.count <= ReliableChannel.mostBytes else { throw .messageTooLong }
    guard backlog + message.count <= ReliableChannel.mostWaiting,
      parts.end - parts.first < Self.mostParts
    else { throw .full }
    guard parts.end < .max - 65_536, packets.end < .max - 65_536 else { throw .broken }
    guard !gather(message) else { return }
    var start = 0
    repeat {
      let end = min(start + Self.largestPart, message.count)
      parts.append(
        Part(
          begins: start == 0, ends: end == message.count, bytes: Array(message[start..<end])))
      start = end
    } while start < message.count
    backlog += message.count
  }

  /// Puts a small message behind others that have not left yet, as long as the part stays small.
  private mutating func gather(_ message: [UInt8]) -> Bool {
    guard parts.end > unsent, parts.end > parts.first else { return false }
    let last = parts.end - 1
    let before = parts[last].bytes.count
    let first = parts[last].isSeveral ? 0 : ChannelGathering.overhead
    guard parts[last].begins, parts[last].ends,
      first + before + ChannelGathering.overhead + message.count <= Self.small
    else { return false }
    if !parts[last].isSeveral {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(Self.small)
      ChannelGathering.append(parts[last].bytes, to: &bytes)
      parts[last].bytes = bytes
      parts[last].isSeveral = true
    }
    ChannelGathering.append(message, to: &parts[last].bytes)
    backlog += parts[last].bytes.count - before
    return true
  }

  /// Messages without bytes take room as well.
  private static let mostParts: UInt32 = 65_536

  /// What the peer says has come.
  mutating func receive(_ segment: ChannelSegment, at now: MediaTime) throws(ReliableChannelError) {
    guard segment.missing <= unsent,
      segment.packets.first.map({ $0.upperBound < packets.end }) ?? true
    else { throw .malformed }
    // The newest of them tells the round trip.
    if let upper = segment.packets.first?.upperBound, upper >= newest ?? 0 {
      newest = upper
    }
    for range in segment.packets {
      guard range.upperBound >= packets.first else { break }
      for number in max(range.lowerBound, packets.first)...range.upperBound {
        noteArrival(of: number, at: now)
      }
    }
    // Also what was acknowledged long ago and forgotten by the peer.
    for number in parts.first..<max(segment.missing, parts.first) { parts[number].isThere = true }
    while !parts.isEmpty, parts[parts.first].isThere {
      backlog -= parts[parts.first].bytes.count
      parts.removeFirst()
    }
    findLosses(at: now)
  }

  private mutating func noteArrival(of number: UInt32, at now: MediaTime) {
    let packet = packets[number]
    guard packet.state != .arrived else { return }
    if packet.state == .flying { inFlight -= packet.size }
    packets[number].state = .arrived
    path.noteArrival(
      sent: packet.sent, isNewest: number == newest, wasLost: packet.state == .lost, at: now)
    timeouts = 0
    guard parts.contains(packet.part) else { return }
    if packet.state == .flying { parts[packet.part].flying -= 1 }
    parts[packet.part].isThere = true
  }

  /// Three later packets have come, or time enough since it was sent (RFC 9002, 6.1).
  mutating func findLosses(at now: MediaTime) {
    guard let newest else { return }
    let delay = path.lossDelay
    var number = packets.first
    while number < packets.end, number < newest {
      let packet = packets[number]
      if packet.state == .flying, newest - number >= 3 || packet.sent + delay <= now {
        lose(number)
      }
      number += 1
    }
    // Those gone for a while are only kept in case that they come after all.
    while !packets.isEmpty, packets[packets.first].state != .flying,
      now - packets[packets.first].sent > Self.memory
    {
      packets.removeFirst()
    }
  }

  private static let memory = MediaTime(milliseconds: 1_000)

  private mutating func lose(_ number: UInt32) {
    let packet = packets[number]
    packets[number].state = .lost
    inFlight -= packet.size
    path.noteLoss()
    guard parts.contains(packet.part) else { return }
    parts[packet.part].flying -= 1
    let part = parts[packet.part]
    guard !part.isThere, part.flying == 0, part.copies == 0 else { return }
    var place = again.count
    while place > 0, again[place - 1] > packet.part { place -= 1 }
    if place == 0 || again[place - 1] != packet.part { again.insert(packet.part, at: place) }
  }
}
