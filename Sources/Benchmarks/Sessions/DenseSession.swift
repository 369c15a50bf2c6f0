internal import Strokes

/// A board that is written full from the start. On it: a clear that is undone at once, a clear
/// that is undone after a word was written, rubbing over 300×120 pixels, and words that are moved;
/// in between writing goes on.
struct DenseSession {
  private var paced = PacedScript(seed: 41)
  private var word = 0
  /// The strokes of each word that was there at the beginning.
  private var groups: [[BoardID]] = []
  private static let words = [
    "every", "corner", "of", "this", "board", "is", "full", "and", "more", "comes", "all", "the",
    "time",
  ]
  private static let colours = [SampleSessions.ink, SampleSessions.blue, SampleSessions.red]

  init(seconds: Double) {
    fill()
    write(until: seconds * 0.15, x: 300, y: 400)
    let first = clear()
    paced.wait(until: seconds * 0.22)
    undo(first)
    write(until: seconds * 0.35, x: 900, y: 300)
    let second = clear()
    write(until: seconds * 0.45, x: 200, y: 200)
    undo(second)
    for turn in 0..<3 {
      let share = Double(turn) * 0.06
      rub(x: 200 + Double(turn) * 500, y: 250 + Double(turn) * 200)
      write(until: seconds * (0.5 + share), x: 700, y: 120 + Double(turn) * 90)
    }
    for turn in 0..<6 {
      move(turn)
      write(until: seconds * (0.7 + Double(turn) * 0.05), x: 500, y: 500 + Double(turn) * 70)
    }
  }

  var events: [BoardEvent] { paced.events }

  private mutating func fill() {
    var (x, y) = (12.0, 34.0)
    while y < 1_074 {
      let seen = paced.script.events.count
      x = nextWord(x, y, size: 19, width: 2)
      var group: [BoardID] = []
      for event in paced.script.events[seen...] {
        if case .strokeBegan(let id, _, _, _) = event.action { group.append(id) }
      }
      groups.append(group)
      if x > 1_840 { (x, y) = (12, y + 27) }
    }
    paced.startNow()
  }

  private mutating func nextWord(_ x: Double, _ y: Double, size: Double, width: Double) -> Double {
    word += 1
    return paced.script.write(
      Self.words[word % Self.words.count] + " ", x: x, y: y, size: size,
      colour: Self.colours[word / 9 % 3], width: width)
  }

  private mutating func write(until second: Double, x: Double, y: Double) {
    var left = x
    while paced.seconds < second {
      left = nextWord(left, y, size: 34, width: 3)
      if left > x + 900 { left = x }
      paced.rest()
    }
  }

  private mutating func clear() -> BoardID {
    let id = paced.script.newID()
    paced.script.send(.cleared(id))
    paced.rest()
    return id
  }

  private mutating func undo(_ id: BoardID) {
    paced.script.send(.undone(id))
    paced.rest()
  }

  private mutating func rub(x: Double, y: Double) {
    _ = paced.script.rub(
      [
        (x, y), (x + 300, y + 6), (x, y + 44), (x + 300, y + 50), (x, y + 88), (x + 300, y + 94),
      ], width: 44)
    paced.rest()
  }

  /// Some words of three lines go elsewhere, in four steps as a hand drags them.
  private mutating func move(_ turn: Int) {
    var items: [BoardID] = []
    let perLine = max(groups.count / 39, 1)
    for line in 0..<4 {
      let start = (6 + turn * 4 + line) * perLine + turn * 2
      for group in groups[min(start, groups.count)..<min(start + 4, groups.count)] {
        items += group
      }
    }
    for _ in 0..<4 {
      let id = paced.script.newID()
      paced.script.send(
        .transformed(id, items: items, .translation(x: 31, y: turn % 2 == 0 ? 17 : -23)))
      paced.script.wait(0.05)
    }
    paced.rest()
  }
}
