import Strokes

/// Messages and reactions.
extension Room {
  mutating func say(
    _ text: String, _ attachments: [ContentHash], by sender: RoomParticipant,
    _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    guard sender.rights.contains(.chat) else { throw .notAllowed(.chat) }
    guard text.utf8.count <= limits.messageBytes else {
      throw RoomError(
        .tooLarge, "A message has at most \(limits.messageBytes) bytes; send it in parts.")
    }
    guard !text.isEmpty || !attachments.isEmpty else {
      throw RoomError(.invalid, "A message is not empty; write one.")
    }
    guard attachments.count <= limits.attachments else {
      throw RoomError(
        .tooMany, "A message has at most \(limits.attachments) attachments; send two.")
    }
    for hash in attachments { try board.checkKnown(hash) }
    log(.chat(text), by: sender.id, &outputs)
    for hash in attachments { log(.attached(hash), by: sender.id, &outputs) }
  }

  mutating func react(
    _ text: String, by sender: RoomParticipant, _ outputs: inout RoomOutputs
  ) throws(RoomError) {
    guard sender.rights.contains(.chat) else { throw .notAllowed(.chat) }
    try checkName(text, limits.reactionBytes, "reaction")
    log(.reaction(text), by: sender.id, &outputs)
  }

  func sendHistory(
    before sequence: UInt64, to id: AuthorID, _ outputs: inout RoomOutputs
  ) {
    let page = history.page(before: sequence, count: limits.historyPage)
    tell(id, .history(page.events, hasMore: page.hasMore), &outputs)
  }
}
