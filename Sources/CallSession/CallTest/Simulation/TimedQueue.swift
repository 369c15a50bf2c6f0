package import MediaCore

/// What is to happen, by time; at equal times in the order in which it was added.
package struct TimedQueue<Element: Sendable>: Sendable {
  private struct Entry: Sendable {
    var time: MediaTime
    var order: Int64
    var element: Element

    func precedes(_ other: Entry) -> Bool {
      time == other.time ? order < other.order : time < other.time
    }
  }

  private var heap: [Entry] = []
  private var added: Int64 = 0

  package init() {}

  package var isEmpty: Bool { heap.isEmpty }
  package var count: Int { heap.count }
  /// Asked for much more often than anything happens, so it copies no entry.
  package var earliest: MediaTime? { heap.isEmpty ? nil : heap[0].time }

  package mutating func add(_ element: Element, at time: MediaTime) {
    heap.append(Entry(time: time, order: added, element: element))
    added += 1
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].precedes(heap[parent]) else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the earliest, if it is due by `now`.
  package mutating func take(until now: MediaTime) -> (time: MediaTime, element: Element)? {
    guard let earliest, earliest <= now, let first = heap.first, let last = heap.popLast() else {
      return nil
    }
    guard !heap.isEmpty else { return (first.time, first.element) }
    heap[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
      guard heap[child].precedes(heap[parent]) else { break }
      heap.swapAt(child, parent)
      parent = child
    }
    return (first.time, first.element)
  }
}
