/// Puts packets of a microphone into their order again.
///
/// A packet whose predecessor came goes on at once. One whose predecessor is missing waits for it,
/// since that may have been sent again; so does the first of all.
struct SoundPacketOrder {
  struct Packet {
    var sequence: Int64
    var timestamp: UInt32
    var payload: [UInt8]
    /// Session time of its first sample, when that is known.
    var captured: MediaTime?
    var arrival: MediaTime
  }

  /// For so long a missing packet is waited for: several round trips of the worst path.
  static let window = MediaTime(milliseconds: 2_000)
  /// No sender has more on its way within that.
  static let most = 2_000

  /// By sequence; those before `head` are gone.
  private var waiting: [Packet] = []
  private var head = 0
  /// The last one that went on.
  private var last: Int64?

  var isEmpty: Bool { head == waiting.count }

  /// False for one that was there before, or comes too late.
  mutating func insert(_ packet: Packet) -> Bool {
    if let last, packet.sequence <= last { return false }
    var place = waiting.count
    while place > head, waiting[place - 1].sequence > packet.sequence { place -= 1 }
    if place > head, waiting[place - 1].sequence == packet.sequence { return false }
    waiting.insert(packet, at: place)
    return true
  }

  /// The next packet that has nothing to wait for.
  mutating func next(at now: MediaTime) -> Packet? {
    guard head < waiting.count else { return nil }
    let packet = waiting[head]
    let isNext = last.map { packet.sequence == $0 &+ 1 } ?? false
    guard isNext || packet.arrival + Self.window <= now || waiting.count - head > Self.most else {
      return nil
    }
    return takeFirst()
  }

  /// The next packet though others are missing: none comes any more.
  mutating func takeFirst() -> Packet? {
    guard head < waiting.count else { return nil }
    let packet = waiting[head]
    last = packet.sequence
    head += 1
    if head == waiting.count || head >= 64 {
      waiting.removeSubrange(..<head)
      head = 0
    }
    return packet
  }
}
