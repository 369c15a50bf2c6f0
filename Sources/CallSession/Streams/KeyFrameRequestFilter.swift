package import MediaCore

/// Decides which requests for a key frame are answered with one: not those that follow another so
/// closely that its answer cannot have come, and no repetition of a request that was seen.
package struct KeyFrameRequestFilter: Sendable {
  private var answered: MediaTime?
  /// Who asked, and the number of the last request (RFC 5104, 4.3.1.1).
  private var numbers: [(sender: SSRC, number: UInt8)] = []

  private static let shortest = MediaTime(milliseconds: 300)
  /// More who ask would be somebody who makes them up.
  private static let mostSenders = 64

  package init() {}

  /// A picture loss indication.
  package mutating func accepts(at now: MediaTime) -> Bool {
    if let answered, now - answered < Self.shortest { return false }
    answered = now
    return true
  }

  /// An entry of a full intra request. One that comes too soon may be repeated later with its number.
  package mutating func accepts(
    _ entry: FullIntraRequest.Entry, from sender: SSRC, at now: MediaTime
  ) -> Bool {
    let index = numbers.firstIndex { $0.sender == sender }
    if let index, numbers[index].number == entry.number { return false }
    guard accepts(at: now) else { return false }
    if let index {
      numbers[index].number = entry.number
    } else {
      if numbers.count == Self.mostSenders { numbers.removeFirst() }
      numbers.append((sender, entry.number))
    }
    return true
  }
}
