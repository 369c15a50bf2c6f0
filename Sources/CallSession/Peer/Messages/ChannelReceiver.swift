import MediaCore

/// The receiving side of a `ReliableChannel`: parts in any order and number in, whole messages in order out.
struct ChannelReceiver: Sendable {
  /// The part that is missing first.
  private(set) var missing: UInt32 = 0
  private(set) var packets = PacketRanges()
  /// When to tell what has come; nil when all is told.
  private(set) var acknowledgementDue: MediaTime?
  /// Parts that came before others.
  private var waiting: [UInt32: ChannelSegment.Content] = [:]
  private var message: [UInt8] = []
  private var isInside = false
  private var isBroken = false

  /// How long an answer waits for more to be told at once.
  static let acknowledgementDelay = MediaTime(milliseconds: 20)
  /// So many parts are taken ahead of one that is missing.
  static let window: UInt32 = 1_024

  mutating func receive(
    _ content: ChannelSegment.Content, at now: MediaTime, into messages: inout [[UInt8]]
  ) throws(ReliableChannelError) {
    guard !isBroken else { throw .broken }
    // What was not taken is not acknowledged either, and comes again.
    guard UInt64(content.part) < UInt64(missing) + UInt64(Self.window) else { return }
    // A gap is told at once, so that it is mended soon.
    let hasGap = content.packet > (packets.newest ?? 0) &+ 1
    packets.insert(content.packet)
    let due = hasGap ? now : now + Self.acknowledgementDelay
    acknowledgementDue = min(acknowledgementDue ?? due, due)
    guard content.part >= missing, waiting[content.part] == nil else { return }
    waiting[content.part] = content
    while let next = waiting.removeValue(forKey: missing) {
      missing += 1
      try take(next, into: &messages)
    }
  }

  private mutating func take(
    _ content: ChannelSegment.Content, into messages: inout [[UInt8]]
  ) throws(ReliableChannelError) {
    guard content.begins != isInside,
      message.count + content.bytes.count <= ReliableChannel.mostBytes, missing < .max
    else {
      isBroken = true
      (message, waiting) = ([], [:])
      throw .broken
    }
    if content.isSeveral {
      guard ChannelGathering.split(content.bytes, into: &messages) else {
        isBroken = true
        waiting = [:]
        throw .broken
      }
      return
    }
    isInside = !content.ends
    message += content.bytes
    guard content.ends else { return }
    messages.append(message)
    message = []
  }

  mutating func noteAcknowledgement() { acknowledgementDue = nil }
}
