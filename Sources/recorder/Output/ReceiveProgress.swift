import CallSession
import MediaCore
import MediaIO

/// Tells what has been received: a line drawn over and over on a terminal, now and then one elsewhere.
struct ReceiveProgress {
  private let style: Progress.Style
  private let console: Console
  private var nextUpdate = MediaTime.zero
  private var hasLine = false
  private var counted = (time: MediaTime.zero, bytes: Int64(0))

  init(style: Progress.Style, console: Console) {
    self.style = style
    self.console = console
    nextUpdate = MediaTime(milliseconds: 500)
  }

  /// It listens from now on.
  func begin(_ streams: [PlainRTPListener.Stream]) {
    let places = streams.map { "\($0.address)" }
    if style == .json {
      var object = JSONObject()
      object.add("event", "listening")
      object.add("at", places.joined(separator: " "))
      console.print(object.line)
    } else if style != .silent {
      console.note("listens at \(places.joined(separator: " and "))")
    }
  }

  /// Speaks if it is time to.
  mutating func update(_ progress: PlainRTPRecording.Progress) {
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
    counted = (progress.time, progress.statistics.bytes)
  }

  mutating func finish() {
    if hasLine { console.writeErrors("\r\u{1B}[K") }
    hasLine = false
  }

  private func line(_ progress: PlainRTPRecording.Progress) -> String {
    guard let received = progress.received else { return "waits for the first packet" }
    let statistics = progress.statistics
    return "\(Decimal.clock(received)), \(Decimal.bytes(bitrate(progress) / 8))/s, "
      + "\(statistics.packets) packets, \(statistics.frames) frames"
  }

  private func object(_ progress: PlainRTPRecording.Progress) -> JSONObject {
    var object = JSONObject()
    object.add("event", "progress")
    object.add("seconds", (progress.received ?? .zero).seconds, places: 3)
    object.add("packets", progress.statistics.packets)
    object.add("bytes", progress.statistics.bytes)
    object.add("frames", progress.statistics.frames)
    object.add("keyFrames", progress.statistics.keyFrames)
    object.add("bitrate", bitrate(progress))
    return object
  }

  /// Bits a second since it was said last.
  private func bitrate(_ progress: PlainRTPRecording.Progress) -> Int64 {
    let seconds = (progress.time - counted.time).seconds
    guard seconds > 0 else { return 0 }
    return Int64(Double(progress.statistics.bytes - counted.bytes) * 8 / seconds)
  }
}
