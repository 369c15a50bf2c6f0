package import MediaCore

/// Spreads packets over time, the most urgent first, so that a frame does not arrive at the narrowest
/// link as a burst and fill its queue.
///
/// Sound is never held back. The rest leaves at up to two and a half times the estimate of what the
/// link carries, but no more than a fifth of a second ahead of it: so a frame of ordinary size is gone at once,
/// a key frame within its 200 to 300 ms, and a large bootstrap at the rate of the link. How long the
/// queue may get is for those who fill it to decide, who know `expectedWait` before they code a frame.
package struct Pacer<Element: Sendable>: Sendable {
  package enum Priority: Int, CaseIterable, Sendable {
    case audio
    case retransmission
    case video
    /// Frames that no other depends on.
    case enhancement
    case padding
  }

  private struct Item {
    let element: Element
    let size: Int
    let queued: MediaTime
  }

  private struct Queue {
    var items: [Item] = []
    var start = 0

    var first: Item? { start < items.count ? items[start] : nil }

    mutating func append(_ item: Item) { items.append(item) }

    mutating func removeFirst() -> Item {
      defer {
        start += 1
        if start == items.count || (start > 256 && start * 2 > items.count) {
          items.removeFirst(start)
          start = 0
        }
      }
      return items[start]
    }
  }

  private var queues = [Queue](repeating: Queue(), count: Priority.allCases.count)
  /// Of what is paced.
  package private(set) var queuedBytes = 0
  /// Bits a second that the link carries.
  private var estimate: Double
  /// Bytes that may leave at once; below 0 until the last one is paid.
  private var tokens: Double
  /// Bytes ahead of the estimate.
  private var ahead = 0.0
  private var updated = MediaTime.zero
  /// Nothing but sound leaves: too much is under way.
  package var isHeld = false

  /// What is saved up in a rest, in seconds of the estimate.
  private static var window: Double { 0.04 }
  private static var peak: Double { 2.5 }
  private static var mostAhead: Double { 0.2 }

  /// - Parameter estimate: bits a second.
  package init(estimate: Int64) {
    self.estimate = Double(max(estimate, 1))
    tokens = self.estimate / 8 * Self.window
  }

  package var isEmpty: Bool { queuedBytes == 0 && queues[Priority.audio.rawValue].first == nil }

  /// How long the last packet will wait.
  package var expectedWait: MediaTime {
    MediaTime(nanoseconds: Int64(Double(queuedBytes) * 8e9 / estimate))
  }

  package mutating func setEstimate(_ bitrate: Int64, at now: MediaTime) {
    refill(at: now)
    estimate = Double(max(bitrate, 1))
  }

  package mutating func enqueue(
    _ element: Element, size: Int, priority: Priority, at now: MediaTime
  ) {
    queues[priority.rawValue].append(Item(element: element, size: size, queued: now))
    if priority != .audio { queuedBytes += size }
  }

  /// Whether such a packet waits.
  package func contains(where isMeant: (Element) -> Bool) -> Bool {
    for queue in queues {
      for item in queue.items[queue.start...] where isMeant(item.element) { return true }
    }
    return false
  }

  /// Takes away what is of no use any more; sound stays.
  package mutating func discard(where isMeant: (Element) -> Bool) {
    for index in queues.indices where index != Priority.audio.rawValue {
      queues[index].items.removeFirst(queues[index].start)
      queues[index].start = 0
      queues[index].items.removeAll { item in
        guard isMeant(item.element) else { return false }
        queuedBytes -= item.size
        return true
      }
    }
  }

  /// The packet that leaves now; nil when none may.
  package mutating func next(at now: MediaTime) -> Element? {
    refill(at: now)
    if queues[Priority.audio.rawValue].first != nil {
      let item = queues[Priority.audio.rawValue].removeFirst()
      spend(item.size)
      return item.element
    }
    guard !isHeld, tokens > 0 else { return nil }
    for index in queues.indices where queues[index].first != nil {
      let item = queues[index].removeFirst()
      queuedBytes -= item.size
      spend(item.size)
      return item.element
    }
    return nil
  }

  /// When the next packet may leave.
  package var deadline: MediaTime? {
    if let item = queues[Priority.audio.rawValue].first { return item.queued }
    guard !isHeld, queuedBytes > 0 else { return nil }
    guard tokens <= 0 else { return updated }
    // Beyond the instant at which nothing is owed, so that something is there to spend.
    return MediaTime(
      nanoseconds: updated.nanoseconds + Int64((1 - tokens) * 8e9 / rate) + 1_000)
  }

  /// Bits a second.
  private var rate: Double {
    ahead < Self.mostAhead * estimate / 8 ? estimate * Self.peak : estimate
  }

  private mutating func spend(_ bytes: Int) {
    tokens -= Double(bytes)
    ahead += Double(bytes)
  }

  private mutating func refill(at now: MediaTime) {
    guard now > updated else { return }
    let seconds = Double((now - updated).nanoseconds) / 1e9
    tokens = min(tokens + seconds * rate / 8, estimate / 8 * Self.window)
    // One packet leaves at any rate.
    tokens = max(tokens, -estimate / 8)
    ahead = max(ahead - seconds * estimate / 8, 0)
    updated = now
  }
}
