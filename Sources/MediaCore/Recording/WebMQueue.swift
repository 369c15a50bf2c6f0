/// Packets of all tracks on their way into the file, put into the file's order.
struct WebMQueue {
  struct Entry {
    var packet: WebMPacket
    /// Milliseconds, as it will stand in the file.
    var time: Int64
  }

  /// The oldest and the newest waiting packet may be this far apart, in milliseconds.
  static let maximumSpan: Int64 = 1000

  private var entries: [Entry] = []
  private var head = 0

  var isEmpty: Bool { head == entries.count }

  mutating func insert(_ entry: Entry) {
    var place = entries.count
    while place > head, isBefore(entry, entries[place - 1]) { place -= 1 }
    entries.insert(entry, at: place)
  }

  /// The next packet before `time`, or the oldest when the queue spans too much.
  mutating func next(before time: Int64) -> Entry? {
    guard head < entries.count else { return nil }
    let first = entries[head]
    let span = entries[entries.count - 1].time - first.time
    guard first.time < time || span > Self.maximumSpan else { return nil }
    head += 1
    if head == entries.count || head >= 64 {
      entries.removeSubrange(..<head)
      head = 0
    }
    return first
  }

  mutating func removeAll() {
    entries.removeAll()
    head = 0
  }

  /// Equal times: in track order, so that the file does not depend on who wrote first.
  private func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    left.time != right.time ? left.time < right.time : left.packet.track < right.packet.track
  }
}
