import MediaCore
import Strokes

/// What `info` says about a session or drawing.
struct DocumentReport {
  let name: String
  let format: DocumentFormat
  let header: BoardHeader
  let summary: BoardSummary
  let warnings: DocumentWarnings

  var lines: [String] {
    var lines = ["\(name): \(format.name), \(Decimal.length(summary.duration))"]
    if let title = header.title { lines.append("  title        \(title)") }
    lines.append("  canvas       \(canvas)")
    lines.append(
      "  drawn        \(summary.strokeCount) strokes of \(summary.pointCount) points, "
        + "\(summary.textCount) texts, \(summary.pictureCount) pictures")
    // Number 0 is the board itself, not somebody.
    for participant in summary.participants where participant.author.rawValue > 0 {
      lines.append(
        "  participant  \(participant.name ?? "number \(participant.author.rawValue)"), "
          + "\(participant.eventCount) events")
    }
    for chapter in summary.chapters {
      lines.append("  chapter      \(Decimal.clock(chapter.time)) \(chapter.title)")
    }
    if summary.chatCount > 0 { lines.append("  chat         \(summary.chatCount) messages") }
    for file in summary.audioFiles { lines.append("  narration    \(file.path)") }
    if summary.unknownCount > 0 {
      lines.append("  skipped      \(summary.unknownCount) events of a later version")
    }
    for line in warnings.lines(atMost: 10) { lines.append("  warning      \(line)") }
    return lines
  }

  var object: JSONObject {
    var object = JSONObject()
    object.add("file", name)
    object.add("kind", format.rawValue)
    object.add("duration", summary.duration.seconds, places: 3)
    if let title = header.title { object.add("title", title) }
    if let width = header.canvasWidth, let height = header.canvasHeight {
      object.add("width", Int64(width))
      object.add("height", Int64(height))
    }
    object.add("events", Int64(clamping: summary.eventCount))
    object.add("strokes", Int64(clamping: summary.strokeCount))
    object.add("points", Int64(clamping: summary.pointCount))
    object.add("texts", Int64(clamping: summary.textCount))
    object.add("pictures", Int64(clamping: summary.pictureCount))
    object.add("chat", Int64(clamping: summary.chatCount))
    object.add("unknown", Int64(clamping: summary.unknownCount))
    object.add("warnings", Int64(clamping: warnings.count))
    var participants: [JSONObject] = []
    for participant in summary.participants {
      var entry = JSONObject()
      entry.add("number", Int64(participant.author.rawValue))
      if let name = participant.name { entry.add("name", name) }
      entry.add("events", Int64(clamping: participant.eventCount))
      participants.append(entry)
    }
    object.add("participants", participants)
    var chapters: [JSONObject] = []
    for chapter in summary.chapters {
      var entry = JSONObject()
      entry.add("start", chapter.time.seconds, places: 3)
      entry.add("title", chapter.title)
      chapters.append(entry)
    }
    object.add("chapters", chapters)
    return object
  }

  private var canvas: String {
    guard let width = header.canvasWidth, let height = header.canvasHeight else {
      return "without edges"
    }
    return "\(width)×\(height)"
  }
}
