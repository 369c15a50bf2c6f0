import MediaCore
import Strokes

extension PlaybackOptions.View {
  /// With participants as the session knows them.
  ///
  /// - Parameter command: whose option it is.
  func resolved(
    among summary: BoardSummary, for command: String
  ) throws(MediaError) -> BoardView {
    switch self {
    case .recorded: return .recorded
    case .fit: return .fit
    case .participant(let wanted):
      for participant in summary.participants where participant.name == wanted {
        return .participant(participant.author)
      }
      if let number = UInt32(wanted),
        summary.participants.contains(where: { $0.author.rawValue == number })
      {
        return .participant(AuthorID(number))
      }
      let known = summary.participants.prefix(10).map { $0.name ?? String($0.author.rawValue) }
      throw MediaError(
        .usage,
        "\(command): --follow-view: nobody is called '\(wanted)'; there are "
          + known.joined(separator: ", "))
    }
  }
}
