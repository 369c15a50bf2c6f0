internal import Strokes

/// The three sessions in Samples/.
enum SampleSessions {
  static let ink = Colour(red: 28, green: 32, blue: 48)
  static let red = Colour(red: 196, green: 38, blue: 46)
  static let blue = Colour(red: 28, green: 94, blue: 186)
  static let yellow = Colour(red: 255, green: 222, blue: 40)
  static let green = Colour(red: 120, green: 214, blue: 120)

  static func header(_ title: String) -> BoardHeader {
    var header = BoardHeader(canvasWidth: 1_280, canvasHeight: 720)
    header.title = title
    return header
  }

  /// What is said in the lesson, and when. Scripts/make-samples speaks it.
  static let narration: [(second: Double, text: String)] = [
    (0.5, "Welcome. Today we draw the theorem of Pythagoras."),
    (9.0, "Take a triangle with a right angle. We call its sides a, b and c."),
    (
      22.5,
      "The squares on the two short sides together are as large as the square on the long one."
    ),
    (33.0, "Oh, that is not right. I wrote a three where a two belongs. Let me rub it out."),
    (44.0, "Let us look closer."),
    (50.0, "And that is all. Thank you for listening."),
  ]

  /// About a minute: drawing, erasing, undo, a zoom, chapters, and chat in two scripts.
  static func lesson() -> (BoardHeader, [BoardEvent]) {
    var script = SessionScript(seed: 1)
    script.send(.joined(name: "Ada"))
    script.author = AuthorID(2)
    script.send(.joined(name: "ひろ"))
    script.author = AuthorID(1)
    script.send(.audioFile(path: "lesson.opus", offset: .zero))
    script.send(.chapter("Welcome"))
    script.wait(1)
    script.write("Pythagoras", x: 90, y: 120, size: 62, colour: ink, width: 4.6)
    script.stroke(
      [(92, 146), (260, 140), (420, 147), (560, 141)], .monoline, colour: red, width: 4)

    script.wait(until: 9)
    script.send(.chapter("The triangle"))
    triangle(&script)
    comment(&script, at: 20.5, author: 2, "直角はどこですか？")
    script.wait(until: 21.5)
    script.author = AuthorID(1)
    script.stroke(
      [(168, 560), (204, 560), (204, 596)], .monoline, colour: red, width: 3)

    script.wait(until: 24)
    script.send(.chapter("The formula"))
    var x = script.write("a² + b² = c", x: 690, y: 300, size: 60, colour: ink, width: 4.4)
    x -= 2
    script.write("3", x: x, y: 270, size: 30, colour: ink, width: 3.6)
    script.wait(until: 36)
    _ = script.rub([(x - 6, 250), (x + 26, 244), (x - 4, 262), (x + 26, 268)], width: 26)
    script.wait(0.4)
    script.write("2", x: x, y: 270, size: 30, colour: ink, width: 3.6)
    script.stroke(
      [(680, 268), (860, 262), (1_040, 270), (1_130, 264)], .marker, colour: yellow, width: 44)
    script.wait(0.5)
    let slip = script.stroke(
      [(1_150, 330), (1_060, 410), (900, 380)], colour: blue, width: 5)
    script.wait(0.7)
    script.send(.undone(slip))
    comment(&script, at: 43.2, author: 2, "わかりました！ Thank you")

    script.author = AuthorID(1)
    script.wait(until: 44)
    script.send(.chapter("A closer look"))
    let whole = Viewport.identity
    let close = Viewport(scale: 1.9, offsetX: -1_110, offsetY: -300)
    script.zoom(from: whole, to: close, over: 1.2)
    script.stroke(
      [
        (690, 330), (800, 352), (1_000, 352), (1_120, 326), (1_150, 250), (1_080, 208), (860, 200),
        (700, 214), (664, 270), (694, 332),
      ], .pen, colour: red, width: 4)
    script.wait(0.8)
    script.zoom(from: close, to: whole, over: 1)

    script.wait(until: 50.5)
    script.send(.chapter("The end"))
    script.write("thank you!", x: 720, y: 560, size: 54, colour: blue, width: 4.2)
    comment(&script, at: 57, author: 2, "👏 Danke schön")
    script.author = AuthorID(1)
    script.wait(until: 59)
    script.send(.left)
    return (header("The theorem of Pythagoras"), script.events)
  }

  private static func triangle(_ script: inout SessionScript) {
    script.stroke([(168, 596), (168, 470), (168, 290)], colour: ink, width: 5)
    script.wait(0.2)
    script.stroke([(168, 596), (360, 597), (540, 595)], colour: ink, width: 5)
    script.wait(0.2)
    script.stroke([(540, 595), (360, 448), (168, 290)], colour: ink, width: 5)
    script.wait(0.6)
    script.write("a", x: 118, y: 470, size: 44, colour: blue, width: 4)
    script.write("b", x: 340, y: 660, size: 44, colour: blue, width: 4)
    script.write("c", x: 380, y: 425, size: 44, colour: red, width: 4)
    script.wait(0.4)
    script.stroke(
      [(190, 580), (250, 560), (300, 575), (240, 590), (420, 585), (330, 560)], .marker,
      colour: green, width: 40)
  }

  private static func comment(
    _ script: inout SessionScript, at second: Double, author: UInt32, _ text: String
  ) {
    script.wait(until: second)
    let drawing = script.author
    script.author = AuthorID(author)
    script.send(.chat(text))
    script.author = drawing
  }

  /// Twenty seconds without sound: a sketch with long pauses, on a dark board.
  static func silent() -> (BoardHeader, [BoardEvent]) {
    var script = SessionScript(seed: 2)
    let white = Colour(red: 240, green: 244, blue: 240)
    script.wait(1)
    script.write("a silent board", x: 120, y: 160, size: 56, colour: white, width: 4)
    script.wait(3)
    var wave: [(x: Double, y: Double)] = []
    for index in 0..<24 { wave.append((120 + Double(index) * 42, index % 2 == 0 ? 360 : 480)) }
    script.stroke(wave, .monoline, colour: yellow, width: 5)
    script.wait(2)
    script.stroke([(110, 420), (600, 430), (1_110, 418)], .marker, colour: green, width: 36)
    script.wait(until: 20)
    script.send(.chapter("The end"))
    var header = header("A silent board")
    header.background = .colour(Colour(red: 24, green: 44, blue: 38))
    return (header, script.events)
  }

  /// Thirty seconds of six people who write at the same time and fill the board.
  static func dense() -> (BoardHeader, [BoardEvent]) {
    var all: [BoardEvent] = []
    let colours = [ink, blue, red]
    let words = ["quick", "brown", "foxes", "jump", "over", "lazy", "dogs", "by", "night"]
    for person in 0..<6 {
      var script = SessionScript(seed: UInt64(10 + person))
      script.author = AuthorID(UInt32(person + 1))
      script.send(.joined(name: ["Ada", "Grace", "Emmy", "Sofja", "Maryam", "Hypatia"][person]))
      script.hand.speed = 2_400
      let (left, top) = (24 + Double(person % 3) * 420, 44 + Double(person / 3) * 356)
      var (x, y, word) = (left, top, person)
      while script.seconds < 30 {
        x = script.write(
          words[word % words.count] + " ", x: x, y: y, size: 22, colour: colours[person % 3],
          width: 2.2)
        word += 1
        if x > left + 330 { (x, y) = (left, y + 34) }
        if y > top + 310 { y = top + 17 }
      }
      all += script.events
    }
    let order = all.indices.sorted { left, right in
      all[left].time != all[right].time ? all[left].time < all[right].time : left < right
    }
    var merged: [BoardEvent] = []
    for index in order {
      var event = all[index]
      event.sequence = UInt64(merged.count + 1)
      merged.append(event)
    }
    return (header("A dense board"), merged)
  }
}
