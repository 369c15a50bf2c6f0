package import MediaCore

/// How long even the luckiest packet of late stood in a queue: what is above the path's own delay, whatever
/// jitter lies on top.
package struct QueueDelay: Sendable {
  private struct Sample {
    let arrival: MediaTime
    /// Between two clocks that know nothing of one another.
    let delay: MediaTime
  }

  private var recent: [Sample] = []
  /// The least delay of this stretch of time and of the one before.
  private var least: MediaTime?
  private var leastBefore: MediaTime?
  private var stretchBegan: MediaTime?
  /// The standing queue. Kept, since it is asked for with every packet that leaves.
  package private(set) var standing = MediaTime.zero

  private static let window = MediaTime(milliseconds: 100)
  private static let fewest = 4
  /// Clocks drift apart; a base that is older says nothing.
  private static let stretch = MediaTime(milliseconds: 15_000)

  package init() {}

  package mutating func note(sent: MediaTime, arrival: MediaTime) {
    let delay = arrival - sent
    if stretchBegan.map({ arrival - $0 > Self.stretch }) ?? true {
      (leastBefore, least, stretchBegan) = (least, nil, arrival)
    }
    least = min(least ?? delay, delay)
    recent.append(Sample(arrival: arrival, delay: delay))
    while recent.count > Self.fewest, arrival - recent[0].arrival > Self.window {
      recent.removeFirst()
    }
    measure()
  }

  private mutating func measure() {
    guard recent.count >= Self.fewest, let base = MediaTime.earliest(least, leastBefore) else {
      standing = .zero
      return
    }
    var lowest = recent[0].delay
    for sample in recent { lowest = min(lowest, sample.delay) }
    standing = lowest - base
  }

  /// What stands there now is the path's own delay: the route has changed.
  package mutating func rebase() {
    guard var lowest = recent.first?.delay else { return }
    for sample in recent { lowest = min(lowest, sample.delay) }
    (least, leastBefore) = (lowest, nil)
    measure()
  }
}
