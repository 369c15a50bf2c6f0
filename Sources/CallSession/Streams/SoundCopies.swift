import MediaCore

/// Sound that is sent again before anybody could ask for it: on a path that loses, a copy some milliseconds
/// later is sooner there than a request and its answer, and it costs little.
///
/// The more a path loses, the more copies there are, each 20 ms behind the one before: as long as a burst of
/// losses lasts on a link that is busy. They are retransmissions (RFC 4588), never the same packet twice.
struct SoundCopies: Sendable {
  private struct Copy {
    let packet: OutgoingPacket
    let due: MediaTime
  }

  /// By time.
  private var waiting: [Copy] = []
  /// Of each packet, by what the path loses.
  private(set) var count = 0

  static let spacing = MediaTime(milliseconds: 20)
  /// The share lost beyond which there are so many copies, and half of which takes the last one away. What a
  /// busy wireless link loses comes in bursts, which no codec conceals: there one copy is worth its bits.
  private static let thresholds = [0.015, 0.15, 0.25]
  /// So many packets have to be known before half of the loss that was seen is believed, for each of them.
  private static let fewPackets = [200, 100, 100]
  /// The part of what the path carries that sound and its copies may take.
  private static let part = 0.8
  private static let packetsASecond = 50.0

  var deadline: MediaTime? { waiting.first?.due }

  /// - Parameters:
  ///   - loss: the share of packets that the path loses at any rate.
  ///   - packets: that the path has been known by.
  mutating func adapt(to loss: Double, knownBy packets: Int) {
    // One burst among the first few packets does not make a path that loses.
    func believed(_ step: Int) -> Double {
      loss * Double(packets) / Double(packets + Self.fewPackets[step])
    }
    while count < Self.thresholds.count, believed(count) > Self.thresholds[count] { count += 1 }
    while count > 0, believed(count - 1) < Self.thresholds[count - 1] / 2 { count -= 1 }
  }

  /// A packet leaves.
  ///
  /// - Parameters:
  ///   - size: on the wire.
  ///   - bitrate: what the path carries.
  mutating func note(_ packet: OutgoingPacket, size: Int, bitrate: Int64, at now: MediaTime) {
    let fitting = Double(bitrate) * Self.part / (Double(size) * 8 * Self.packetsASecond)
    let affordable = min(max(Int(fitting) - 1, 0), count)
    for index in 0..<affordable {
      let delay = Self.spacing.nanoseconds * Int64(index + 1)
      let copy = Copy(
        packet: packet, due: MediaTime(nanoseconds: now.nanoseconds + delay))
      var place = waiting.count
      while place > 0, waiting[place - 1].due > copy.due { place -= 1 }
      waiting.insert(copy, at: place)
    }
  }

  /// The packet of which a copy leaves now; nil when none does.
  mutating func next(at now: MediaTime) -> OutgoingPacket? {
    guard let copy = waiting.first, copy.due <= now else { return nil }
    waiting.removeFirst()
    return copy.packet
  }
}
