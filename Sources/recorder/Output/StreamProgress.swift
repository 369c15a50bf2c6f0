import MediaCore
import MediaIO

/// Tells how a stream goes.
struct StreamProgress {
  private var progress: LiveProgress
  private(set) var last = LiveBroadcast.Progress(time: .zero, senders: [])

  init(style: Progress.Style, console: Console) {
    progress = LiveProgress(style: style, console: console)
  }

  /// Says what happened, and how it goes if it is time to.
  mutating func update(_ state: LiveBroadcast.Progress) {
    last = state
    for note in state.notes { progress.note(note) }
    progress.update(
      at: state.time, bytes: Self.bytes(state), line: { Self.line(state, $0) },
      object: { Self.object(state, $0) })
  }

  mutating func finish() { progress.finish() }

  /// What was sent, in the end.
  func result(wasInterrupted: Bool) -> String {
    let sent = last.senders.map(\.packets).reduce(0, +)
    var text = "\(Decimal.length(last.time)) sent: \(sent) packets, "
    text += Decimal.bytes(Self.bytes(last))
    let dropped = last.senders.map(\.droppedFrames).reduce(0, +)
    if dropped > 0 { text += ", \(dropped) frames dropped" }
    return wasInterrupted ? text + "; interrupted" : text
  }

  func resultObject(wasInterrupted: Bool) -> JSONObject {
    var object = JSONObject()
    object.add("event", "done")
    Self.fill(&object, last)
    object.add("interrupted", wasInterrupted)
    return object
  }

  private static func line(_ state: LiveBroadcast.Progress, _ bitrate: Int64) -> String {
    var text = "\(Decimal.clock(state.time)), \(Decimal.bytes(bitrate / 8))/s"
    // What matters most first: a terminal may be too narrow for the rest.
    for status in state.senders {
      if status.receivers > 0 {
        text += ", \(status.receivers) \(status.receivers == 1 ? "receiver" : "receivers")"
        if let loss = status.loss { text += ", loss \(Decimal.text(loss * 100, places: 1)) %" }
        if let roundTrip = status.roundTrip {
          text += ", round trip \(Decimal.text(roundTrip.seconds * 1_000, places: 1)) ms"
        }
      }
      if status.droppedFrames > 0 { text += ", \(status.droppedFrames) frames dropped" }
      text += ", \(status.keyFrames) key frames, \(status.packets) packets"
    }
    return text
  }

  private static func object(_ state: LiveBroadcast.Progress, _ bitrate: Int64) -> JSONObject {
    var object = JSONObject()
    object.add("event", "progress")
    fill(&object, state)
    object.add("bitrate", bitrate)
    return object
  }

  private static func fill(_ object: inout JSONObject, _ state: LiveBroadcast.Progress) {
    object.add("seconds", state.time.seconds, places: 3)
    object.add("bytes", bytes(state))
    object.add(
      "senders",
      state.senders.map { status in
        var object = JSONObject()
        object.add("receivers", Int64(status.receivers))
        object.add("packets", status.packets)
        object.add("frames", status.frames)
        object.add("keyFrames", status.keyFrames)
        object.add("droppedFrames", status.droppedFrames)
        if let loss = status.loss { object.add("loss", loss, places: 4) }
        if let roundTrip = status.roundTrip {
          object.add("roundTrip", roundTrip.seconds, places: 6)
        }
        return object
      })
  }

  private static func bytes(_ state: LiveBroadcast.Progress) -> Int64 {
    state.senders.map(\.bytes).reduce(0, +)
  }
}
