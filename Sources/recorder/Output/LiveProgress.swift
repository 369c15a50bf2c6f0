import MediaCore

/// Tells how something live goes: a line drawn over and over on a terminal, now and then one elsewhere.
struct LiveProgress {
  let style: Progress.Style
  let console: Console
  private var nextUpdate = MediaTime(milliseconds: 500)
  private var hasLine = false
  /// What the bit rate is counted from.
  private var counted = (time: MediaTime.zero, bytes: Int64(0))

  init(style: Progress.Style, console: Console) {
    self.style = style
    self.console = console
  }

  /// Speaks if it is time to.
  ///
  /// - Parameters:
  ///   - bytes: since the beginning.
  ///   - line: what to say to a person, given bits a second since it was said last.
  ///   - object: to a machine, alike.
  mutating func update(
    at now: MediaTime, bytes: Int64, line: (Int64) -> String, object: (Int64) -> JSONObject
  ) {
    guard style != .silent, now >= nextUpdate else { return }
    let seconds = (now - counted.time).seconds
    let bitrate = seconds > 0 ? Int64(Double(bytes - counted.bytes) * 8 / seconds) : 0
    counted = (now, bytes)
    switch style {
    case .bar:
      nextUpdate = now + MediaTime(milliseconds: 500)
      hasLine = true
      // A line that is wider than the terminal could not be drawn over.
      console.writeErrors("\r\u{1B}[K" + line(bitrate).prefix(console.width - 1))
    case .lines:
      nextUpdate = now + MediaTime(milliseconds: 5_000)
      console.note(line(bitrate))
    case .json:
      nextUpdate = now + MediaTime(milliseconds: 1_000)
      console.print(object(bitrate).line)
    case .silent: return
    }
  }

  /// Says something that happened, at once.
  mutating func note(_ line: String) {
    switch style {
    case .silent: return
    case .json:
      var object = JSONObject()
      object.add("event", "note")
      object.add("text", line)
      console.print(object.line)
    case .bar, .lines:
      finish()
      console.note(line)
    }
  }

  /// Takes the line away, so that what follows begins on a fresh one.
  mutating func finish() {
    if hasLine { console.writeErrors("\r\u{1B}[K") }
    hasLine = false
  }
}
