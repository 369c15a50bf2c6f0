import MediaCore

/// When each of many peers wants to be called, the earliest first: a heap in which every peer has one place.
///
/// There are a thousand of them, and with each datagram one changes its mind.
struct PeerDeadlines {
  private struct Entry {
    var time: MediaTime
    var id: ICEPeerID

    func precedes(_ other: Entry) -> Bool {
      time == other.time ? id.rawValue < other.id.rawValue : time < other.time
    }
  }

  private var heap: [Entry] = []
  private var places: [ICEPeerID: Int] = [:]

  var count: Int { heap.count }
  var earliest: (time: MediaTime, id: ICEPeerID)? {
    heap.isEmpty ? nil : (heap[0].time, heap[0].id)
  }

  /// - Parameter time: nil when the peer wants nothing.
  mutating func set(_ id: ICEPeerID, _ time: MediaTime?) {
    guard let place = places[id] else {
      guard let time else { return }
      heap.append(Entry(time: time, id: id))
      places[id] = heap.count - 1
      return rise(from: heap.count - 1)
    }
    guard let time else { return remove(id, at: place) }
    let before = heap[place].time
    guard time != before else { return }
    heap[place].time = time
    if time < before { rise(from: place) } else { sink(from: place) }
  }

  private mutating func remove(_ id: ICEPeerID, at place: Int) {
    places[id] = nil
    let last = heap.removeLast()
    guard place < heap.count else { return }
    heap[place] = last
    places[last.id] = place
    rise(from: place)
    if let place = places[last.id] { sink(from: place) }
  }

  private mutating func rise(from start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].precedes(heap[parent]) else { return }
      exchange(child, parent)
      child = parent
    }
  }

  private mutating func sink(from start: Int) {
    var parent = start
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
      guard heap[child].precedes(heap[parent]) else { return }
      exchange(child, parent)
      parent = child
    }
  }

  private mutating func exchange(_ first: Int, _ second: Int) {
    heap.swapAt(first, second)
    places[heap[first].id] = first
    places[heap[second].id] = second
  }
}
