internal import Strokes

/// Writing, a photograph of 960×640 after a fifth of the time and one of 400×300 after three fifths,
/// and strokes over both.
struct PhotoSession {
  static let photos = [
    GeneratedPhoto(width: 960, height: 640, seed: 1),
    GeneratedPhoto(width: 400, height: 300, seed: 2),
  ]

  private var paced = PacedScript(seed: 31)
  private var line = (x: 60.0, y: 90.0)
  private var word = 0
  private static let words = [
    "here", "we", "see", "a", "shore", "in", "fog", "and", "two", "boats",
  ]

  init(seconds: Double) {
    write(until: seconds * 0.2)
    place(Self.photos[0], x: 500, y: 230)
    annotate(until: seconds * 0.6, x: 540, y: 270, width: 880, height: 560)
    place(Self.photos[1], x: 64, y: 640)
    annotate(until: seconds * 0.8, x: 80, y: 660, width: 360, height: 250)
    write(until: seconds)
  }

  var events: [BoardEvent] { paced.events }

  private mutating func place(_ photo: GeneratedPhoto, x: Double, y: Double) {
    let id = paced.script.newID()
    paced.script.send(
      .picturePlaced(
        id,
        PicturePlacement(
          hash: photo.hash, width: Double(photo.width), height: Double(photo.height),
          transform: .translation(x: x, y: y))))
    paced.rest()
  }

  private mutating func write(until second: Double) {
    while paced.seconds < second {
      line.x = paced.script.write(
        Self.words[word % Self.words.count] + " ", x: line.x, y: line.y, size: 34,
        colour: SampleSessions.ink, width: 3)
      word += 1
      if line.x > 1_720 { line = (60, line.y + 56) }
      paced.rest()
    }
  }

  /// Rings, arrows and words on the photograph, now and then a marker.
  private mutating func annotate(
    until second: Double, x: Double, y: Double, width: Double, height: Double
  ) {
    var number = 0
    while paced.seconds < second {
      let left = x + paced.script.hand.chance() * (width - 160)
      let top = y + paced.script.hand.chance() * (height - 80)
      switch number % 4 {
      case 0:
        paced.script.stroke(
          [
            (left, top + 40), (left + 60, top), (left + 150, top + 30), (left + 80, top + 78),
            (left + 2, top + 42),
          ], colour: SampleSessions.red, width: 5)
      case 1:
        paced.script.stroke(
          [(left, top), (left + 70, top + 30), (left + 150, top + 70)], colour: SampleSessions.blue,
          width: 4)
      case 2:
        paced.script.write(
          "look", x: left, y: top + 60, size: 36, colour: SampleSessions.ink, width: 4)
      default:
        paced.script.stroke(
          [(left, top + 40), (left + 80, top + 36), (left + 155, top + 42)], .marker,
          colour: SampleSessions.yellow, width: 28)
      }
      number += 1
      paced.rest()
    }
  }
}
