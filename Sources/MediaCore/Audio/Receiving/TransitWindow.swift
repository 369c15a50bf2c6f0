/// How quick the way of packets has been of late: their arrivals less their timestamps.
struct TransitWindow: Sendable {
  /// Times are in samples at 48 kHz.
  private var recent: [(arrival: Int64, transit: Int64)] = []

  /// Two seconds; fewer packets than these do not show which is the quickest.
  private static let short: Int64 = 96_000
  private static let fewest = 20
  /// Ten seconds.
  private static let long: Int64 = 480_000
  private static let most = 500

  /// Takes note of a packet; answers the least of the last two seconds, in a pause of more.
  mutating func observe(_ transit: Int64, at arrival: Int64) -> Int64 {
    recent.append((arrival, transit))
    var first = 0
    while recent.count - first > Self.most || arrival - recent[first].arrival > Self.long {
      first += 1
    }
    if first > 0 { recent.removeFirst(first) }
    var least = transit
    var index = recent.count - 1
    while index >= 0,
      arrival - recent[index].arrival <= Self.short || recent.count - index <= Self.fewest
    {
      least = min(least, recent[index].transit)
      index -= 1
    }
    return least
  }

  /// The least of the last ten seconds; nil before the first packet.
  var least: Int64? {
    var least: Int64?
    for packet in recent { least = min(least ?? packet.transit, packet.transit) }
    return least
  }
}
