/// Peers in the order in which they came, which their numbers follow.
struct PeerSet {
  private(set) var ids: [ICEPeerID] = []

  var isEmpty: Bool { ids.isEmpty }

  mutating func set(_ id: ICEPeerID, isMember: Bool) {
    let place = place(of: id)
    let isThere = place < ids.count && ids[place] == id
    guard isThere != isMember else { return }
    if isMember { ids.insert(id, at: place) } else { ids.remove(at: place) }
  }

  /// Of the first that is not before it.
  private func place(of id: ICEPeerID) -> Int {
    guard let last = ids.last, last.rawValue >= id.rawValue else { return ids.count }
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle].rawValue < id.rawValue { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
