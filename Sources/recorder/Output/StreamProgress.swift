import MediaCore
import MediaIO

/// Tells how a stream goes: a line drawn over and over on a terminal, now and then one elsewhere.
struct StreamProgress {
  private let style: Progress.Style
  private let console: Console
  private var nextUpdate = MediaTime.zero
  private var hasLine = false
  /// What the bit rate is counted from.
  private var counted = (time: MediaTime.zero, bytes: Int64(0))
  private(set) var last = LiveBroadcast.Progress(time: .zero, senders: [])

  init(style: Progress.Style, console: Console) {
    self.style = style
    self.console = console
    nextUpdate = MediaTime(milliseconds: style == .bar ? 500 : 1_000)
  }

  /// Speaks if it is time to.
  mutating func update(_ progress: LiveBroadcast.Progress) {
    last = progress
    guard style != .silent, progress.time >= nextUpdate else { return }
    switch style {
    case .bar:
      nextUpdate = progress.time + MediaTime(milliseconds: 500)
      hasLine = true
      console.writeErrors("\r\u{1B}[K" + line(progress))
    case .lines:
      nextUpdate = progress.time + MediaTime(milliseconds: 5_000)
      console.note(line(progress))
    case .json:
      nextUpdate = progress.time + MediaTime(milliseconds: 1_000)
      console.print(object(progress).line)
    case .silent: return
    }
    counted = (progress.time, Self.bytes(progress))
  }

  /// Takes the line away, so that what follows begins on a fresh one.
  mutating func finish() {
    if hasLine { console.writeErrors("\r\u{1B}[K") }
    hasLine = false
  }

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
    fill(&object, last)
    object.add("interrupted", wasInterrupted)
    return object
  }

  private func line(_ progress: LiveBroadcast.Progress) -> String {
    var text = "\(Decimal.clock(progress.time)), \(Decimal.bytes(bitrate(progress) / 8))/s"
    for status in progress.senders {
      text += ", \(status.packets) packets, \(status.keyFrames) key frames"
      if status.droppedFrames > 0 { text += ", \(status.droppedFrames) frames dropped" }
      guard status.receivers > 0 else { continue }
      text += ", \(status.receivers) \(status.receivers == 1 ? "receiver" : "receivers")"
      if let loss = status.loss { text += ", loss \(Decimal.text(loss * 100, places: 1)) %" }
      if let roundTrip = status.roundTrip {
        text += ", round trip \(Decimal.text(roundTrip.seconds * 1_000, places: 1)) ms"
      }
    }
    return text
  }

  private func object(_ progress: LiveBroadcast.Progress) -> JSONObject {
    var object = JSONObject()
    object.add("event", "progress")
    fill(&object, progress)
    object.add("bitrate", bitrate(progress))
    return object
  }

  private func fill(_ object: inout JSONObject, _ progress: LiveBroadcast.Progress) {
    object.add("seconds", progress.time.seconds, places: 3)
    object.add("bytes", Self.bytes(progress))
    object.add(
      "senders",
      progress.senders.map { status in
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

  /// Bits a second since it was said last.
  private func bitrate(_ progress: LiveBroadcast.Progress) -> Int64 {
    let seconds = (progress.time - counted.time).seconds
    guard seconds > 0 else { return 0 }
    return Int64(Double(Self.bytes(progress) - counted.bytes) * 8 / seconds)
  }

  private static func bytes(_ progress: LiveBroadcast.Progress) -> Int64 {
    progress.senders.map(\.bytes).reduce(0, +)
  }
}
