import MediaCore

/// Tells how far a command has come: a bar on a terminal, now and then a line elsewhere.
///
/// It is told the time, in seconds since the command began.
struct Progress {
  enum Style {
    /// One line drawn over and over, at most ten times a second.
    case bar
    /// A line every five seconds.
    case lines
    /// A JSON object a second on standard output.
    case json
    case silent

    /// As `--quiet` and `--json` ask for it, and as standard error shows it.
    init(quiet: Bool, json: Bool = false, _ console: Console) {
      if quiet {
        self = .silent
      } else if json {
        self = .json
      } else {
        self = console.isTerminal ? .bar : .lines
      }
    }
  }

  let style: Style
  let console: Console
  /// Where the end is; nil when it is not known (a pipe).
  let total: MediaTime?
  private var nextUpdate = 0.0
  private var hasBar = false

  init(style: Style, console: Console, total: MediaTime?) {
    self.style = style
    self.console = console
    self.total = total
    // A command that is done at once has said nothing but its result.
    nextUpdate = style == .lines ? 5 : 0.5
  }

  /// Speaks if it is time to.
  ///
  /// - Parameters:
  ///   - position: Session time reached.
  ///   - bytes: Size of the output so far, when there is one.
  ///   - now: Seconds since the command began.
  mutating func update(position: MediaTime, bytes: Int64?, now: Double) {
    guard style != .silent, now >= nextUpdate else { return }
    switch style {
    case .bar:
      nextUpdate = now + 0.1
      hasBar = true
      let state = state(position, bytes, now)
      console.writeErrors("\r\u{1B}[K" + bar(position, room: console.width - state.count) + state)
    case .lines:
      nextUpdate = now + 5
      console.note(state(position, bytes, now))
    case .json:
      nextUpdate = now + 1
      var object = JSONObject()
      object.add("event", "progress")
      object.add("seconds", position.seconds, places: 3)
      if let total { object.add("total", total.seconds, places: 3) }
      if let bytes { object.add("bytes", bytes) }
      object.add("elapsed", now, places: 3)
      console.print(object.line)
    case .silent:
      return
    }
  }

  /// Takes the bar away, so that what follows begins on a fresh line.
  mutating func finish() {
    if hasBar { console.writeErrors("\r\u{1B}[K") }
    hasBar = false
  }

  private func state(_ position: MediaTime, _ bytes: Int64?, _ now: Double) -> String {
    var text = Decimal.clock(position)
    if let total { text += " of \(Decimal.clock(total))" }
    if now > 0 { text += ", \(Decimal.text(position.seconds / now, places: 1))× real time" }
    if let bytes { text += ", \(Decimal.bytes(bytes))" }
    return text
  }

  private func bar(_ position: MediaTime, room: Int) -> String {
    guard let total, total > .zero else { return "" }
    let cells = min(room - 4, 40)
    guard cells >= 10 else { return "" }
    let share = min(max(position.seconds / total.seconds, 0), 1)
    let full = Int(share * Double(cells))
    return "[" + String(repeating: "=", count: full)
      + String(repeating: " ", count: cells - full) + "] "
  }
}
