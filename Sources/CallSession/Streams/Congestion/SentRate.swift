package import MediaCore

/// Bits a second that were sent in the last half second.
package struct SentRate: Sendable {
  private var slots = [Int](repeating: 0, count: 10)
  private var slot: Int64 = 0

  private static let length: Int64 = 50_000_000

  package init() {}

  package mutating func note(_ bytes: Int, at now: MediaTime) {
    advance(to: now.nanoseconds / Self.length)
    slots[Int(slot % 10)] += bytes
  }

  package mutating func bitrate(at now: MediaTime) -> Double {
    advance(to: now.nanoseconds / Self.length)
    var bytes = 0
    for slot in slots { bytes += slot }
    return Double(bytes) * 16
  }

  private mutating func advance(to time: Int64) {
    guard time > slot else { return }
    for empty in max(slot + 1, time - 9)...time { slots[Int(empty % 10)] = 0 }
    slot = time
  }
}
