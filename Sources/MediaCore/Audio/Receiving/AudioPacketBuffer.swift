/// Packets of sound that wait for their time, in the order of sending.
struct AudioPacketBuffer: Sendable {
  struct Packet: Sendable {
    var sequence: Int64
    /// On the receiver's line of time; see `AudioReceiver`.
    var timestamp: RTPTimestamp
    var payload: OpusPayload
    var bytes: [UInt8]
    var level: AudioLevel?

    var end: RTPTimestamp { timestamp.advanced(by: Int64(payload.sampleCount)) }
  }

  /// Ten seconds of 20 ms.
  private static let capacity = 500

  private(set) var packets: [Packet] = []

  var first: Packet? { packets.first }
  var isEmpty: Bool { packets.isEmpty }

  /// Puts a packet in its place; answers how many old ones had to go for it.
  mutating func insert(_ packet: Packet) -> Int {
    var place = packets.count
    while place > 0 && packets[place - 1].sequence > packet.sequence { place -= 1 }
    packets.insert(packet, at: place)
    guard packets.count > Self.capacity else { return 0 }
    packets.removeFirst()
    return 1
  }

  mutating func removeFirst() { packets.removeFirst() }

  /// Removes what ends before a time; answers how many packets that were.
  mutating func remove(before time: RTPTimestamp) -> Int {
    var count = 0
    while count < packets.count && packets[count].end <= time { count += 1 }
    packets.removeFirst(count)
    return count
  }

  /// The loudest of the packets that say how loud they are.
  var loudest: AudioLevel? {
    var loudest: AudioLevel?
    for packet in packets {
      guard let level = packet.level else { continue }
      if level.attenuation < loudest?.attenuation ?? 128 { loudest = level }
    }
    return loudest
  }
}
