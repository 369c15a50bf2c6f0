import Strokes

/// The messages of a room, for those who come later.
struct ChatHistory {
  /// A message's events: the words, then each attachment.
  private var messages: [[BoardEvent]] = []
  private let mostMessages: Int

  init(_ limits: RoomLimits) {
    mostMessages = limits.history
  }

  mutating func append(_ message: [BoardEvent]) {
    messages.append(message)
    if messages.count > mostMessages { messages.removeFirst(messages.count - mostMessages) }
  }

  /// The last messages before an event's number, in the order of the log.
  func page(before sequence: UInt64, count: Int) -> (events: [BoardEvent], hasMore: Bool) {
    var (low, high) = (0, messages.count)
    while low < high {
      let middle = (low + high) / 2
      if messages[middle][0].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    let start = max(low - count, 0)
    return (Array(messages[start..<low].joined()), start > 0)
  }
}
