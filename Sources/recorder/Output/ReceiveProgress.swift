import CallSession
import MediaCore
import MediaIO

/// Tells what has been received.
struct ReceiveProgress {
  private var progress: LiveProgress

  init(style: Progress.Style, console: Console) {
    progress = LiveProgress(style: style, console: console)
  }

  /// It listens from now on.
  ///
  /// - Parameter does: what it does there, for a person.
  mutating func begin(_ does: String, _ places: [String]) {
    if progress.style == .json {
      var object = JSONObject()
      object.add("event", "listening")
      object.add("at", places.joined(separator: " "))
      progress.console.print(object.line)
    } else {
      progress.note("\(does) \(places.joined(separator: " and "))")
    }
  }

  /// Speaks if it is time to.
  mutating func update(_ state: ReceptionProgress) {
    for note in state.notes { progress.note(note) }
    progress.update(
      at: state.time, bytes: state.statistics.bytes, line: { Self.line(state, $0) },
      object: { Self.object(state, $0) })
  }

  mutating func finish() { progress.finish() }

  private static func line(_ state: ReceptionProgress, _ bitrate: Int64) -> String {
    guard let received = state.received else { return "waits for the first packet" }
    var text =
      "\(Decimal.clock(received)), \(Decimal.bytes(bitrate / 8))/s, "
      + "\(state.statistics.packets) packets, \(state.statistics.frames) frames"
    if let senders = state.senders { text += ", \(senders) now" }
    return text
  }

  private static func object(
    _ state: ReceptionProgress, _ bitrate: Int64
  ) -> JSONObject {
    var object = JSONObject()
    object.add("event", "progress")
    object.add("seconds", (state.received ?? .zero).seconds, places: 3)
    object.add("packets", state.statistics.packets)
    object.add("bytes", state.statistics.bytes)
    object.add("frames", state.statistics.frames)
    object.add("keyFrames", state.statistics.keyFrames)
    object.add("bitrate", bitrate)
    if let senders = state.senders { object.add("senders", Int64(senders)) }
    return object
  }
}
