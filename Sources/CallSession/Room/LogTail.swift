import Strokes

/// The end of the session log: what somebody who comes back has missed.
struct LogTail {
  private let mostEvents: Int
  private let mostWeight: Int
  private var events: [BoardEvent] = []
  /// Events at the front that are gone.
  private var head = 0
  private var weight = 0

  init(_ limits: RoomLimits) {
    mostEvents = limits.tailEvents
    mostWeight = limits.tailBytes
  }

  /// Adds the next event; sequence numbers have no gaps.
  mutating func append(_ event: BoardEvent) {
    events.append(event)
    weight += event.action.weight
    while events.count - head > mostEvents || weight > mostWeight, head < events.count {
      weight -= events[head].action.weight
      head += 1
    }
    if head > mostEvents {
      events.removeFirst(head)
      head = 0
    }
  }

  /// All events behind a number, of a log that ends at `last`; nil when the first of them is gone,
  /// or when there never was such a number.
  func events(after sequence: UInt64, last: UInt64) -> ArraySlice<BoardEvent>? {
    guard sequence <= last, last - sequence <= UInt64(events.count - head) else { return nil }
    return events[(events.count - Int(last - sequence))...]
  }
}
