import Strokes

/// The people of a room, by rising identifier.
struct ParticipantTable {
  private(set) var all: [RoomParticipant] = []
  /// Who is present. Deliveries to everybody share this one array.
  private(set) var present: [AuthorID] = []

  func index(of id: AuthorID) -> Int? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].id == id ? low : nil
  }

  subscript(id: AuthorID) -> RoomParticipant? {
    index(of: id).map { all[$0] }
  }

  /// Changes a participant in place; nothing when there is none of that identifier.
  mutating func update(_ id: AuthorID, _ change: (inout RoomParticipant) -> Void) {
    guard let index = index(of: id) else { return }
    let before = all[index].standing
    change(&all[index])
    if all[index].standing != before { listPresent() }
  }

  /// Adds one whose identifier nobody has.
  mutating func insert(_ participant: RoomParticipant) {
    precondition(index(of: participant.id) == nil, "an identifier is given once")
    let isLast = all.last.map { $0.id < participant.id } ?? true
    let place = isLast ? all.count : all.firstIndex { $0.id > participant.id } ?? all.count
    all.insert(participant, at: place)
    if participant.standing == .present { listPresent() }
  }

  mutating func remove(_ id: AuthorID) {
    guard let index = index(of: id) else { return }
    all.remove(at: index)
    present.removeAll { $0 == id }
  }

  func participant(with key: ResumeKey) -> RoomParticipant? {
    all.first { $0.key.matches(key) && $0.standing != .waiting }
  }

  func count(_ standing: RoomParticipant.Standing) -> Int {
    var count = 0
    for participant in all where participant.standing == standing { count += 1 }
    return count
  }

  /// Those present who have a right.
  func present(with right: RoomRights) -> [AuthorID] {
    var found: [AuthorID] = []
    for participant in all
    where participant.standing == .present && participant.rights.contains(right) {
      found.append(participant.id)
    }
    return found
  }

  mutating func unsubscribeAll(from track: UInt32) {
    for index in all.indices where all[index].subscriptions.contains(track) {
      all[index].subscriptions.removeAll { $0 == track }
    }
  }

  /// A new recording: nobody has been told of it.
  mutating func forgetTold() {
    for index in all.indices { all[index].isTold = false }
  }

  private mutating func listPresent() {
    present = []
    for participant in all where participant.standing == .present {
      present.append(participant.id)
    }
  }
}
