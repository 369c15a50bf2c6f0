import Strokes

/// The messages of a room, for those who come later.
struct ChatHistory {
  /// A message's events: the words, then each attachment.
  private var messages: [[BoardEvent]] = []
  private let mostMessages: Int

  init(_ limits: RoomLimits) {
    mostMessages = limits.history
  }

  /// Takes what is a message or belongs to its author's last one.
  mutating func append(_ event: BoardEvent) {
    switch event.action {
    case .chat:
      messages.append([event])
      if messages.count > mostMessages { messages.removeFirst(messages.count - mostMessages) }
    case .attached:
      guard let last = messages.lastIndex(where: { $0[0].author == event.author }) else { return }
      messages[last].append(event)
    default:
      return
    }
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
