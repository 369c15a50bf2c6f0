/// Who is who in sentences.
extension CallTestReport {
  /// One line: a name is what somebody typed. Two of one name are told apart by their numbers.
  func name(of number: Int) -> String {
    guard let participant = participants.first(where: { $0.number == number }) else {
      return "Participant \(number)"
    }
    let line = Self.line(participant.name)
    if line.isEmpty { return "Participant \(number)" }
    let isShared = participants.contains { $0.number != number && Self.line($0.name) == line }
    return isShared ? "\(line) (\(number))" : line
  }

  private static func line(_ name: String) -> String {
    String(name.map { $0.isNewline || $0.isWhitespace ? " " : $0 }.drop { $0 == " " })
  }

  /// "Ada's link to the room", "Your link from the server".
  func linkName(of number: Int, isUp: Bool) -> String {
    let way = isUp ? "to" : "from"
    return line == nil
      ? "\(name(of: number))'s link \(way) the room" : "Your link \(way) the server"
  }

  /// Whom a path leads from and to: "Ada to Ben", with another word or sign for "to" if wanted.
  package func name(of path: Path, _ to: String = "to") -> String {
    line == nil
      ? "\(name(of: path.from)) \(to) \(name(of: path.to))" : "there and back"
  }

  func participant(_ number: Int) -> Participant? {
    participants.first { $0.number == number }
  }
}
