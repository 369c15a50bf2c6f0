internal import Glibc
internal import Strokes

/// What a hand does with each ink in a second or two.
extension InkSession {
  private static let words = [
    "light", "falls", "on", "the", "leaf", "and", "turns", "water", "to", "sugar", "we", "draw",
    "what", "we", "see",
  ]
  private static let writing = [SampleSessions.ink, SampleSessions.blue, SampleSessions.red]
  private static let paints = [
    Colour(red: 25, green: 113, blue: 194), Colour(red: 47, green: 158, blue: 68),
    Colour(red: 232, green: 89, blue: 12), Colour(red: 156, green: 54, blue: 181),
  ]
  private static let lead = Colour(red: 52, green: 58, blue: 64)

  mutating func draw(_ kind: InkKind, width: Double) {
    switch kind {
    case .pen, .fountainPen: write(kind, width)
    case .marker: highlight(width)
    case .pencil: shade(width)
    case .watercolor: wash(width)
    case .crayon: fill(width)
    case .monoline: diagram(width)
    }
  }

  /// Two words.
  private mutating func write(_ kind: InkKind, _ width: Double) {
    script.hand.speed = 900
    script.hand.grip = Grip()
    for _ in 0..<2 {
      let left = pen.x
      pen.x = script.write(
        Self.words[word % Self.words.count] + " ", x: left, y: pen.y, size: 34,
        colour: Self.writing[word / 11 % 3], width: width, kind)
      word += 1
      lines.append((left, pen.x - 18, pen.y))
      if pen.x > 680 { pen = (Self.margin, pen.y + 58) }
    }
  }

  /// Over what was written last, now and then back again.
  private mutating func highlight(_ width: Double) {
    script.hand.speed = 800
    script.hand.grip = Grip(azimuth: 44, altitude: 50)
    let line =
      lines.popLast()
      ?? (Self.margin, 200 + script.hand.chance() * 300, 80 + script.hand.chance() * 900)
    let rise = script.hand.wobble() * 2
    var path = [
      (x: line.left - 8, y: line.y - 11), (x: (line.left + line.right) / 2, y: line.y - 12 + rise),
      (x: line.right + 6, y: line.y - 11 + rise),
    ]
    script.stroke(path, .marker, colour: SampleSessions.yellow, width: width, force: 0.8)
    guard script.hand.chance() < 0.3 else { return }
    path.reverse()
    script.stroke(path, .marker, colour: SampleSessions.yellow, width: width, force: 0.8)
  }

  /// The corner of the sketch that is worked on: each is gone over a few times.
  private mutating func sketch(_ width: Double, _ height: Double) -> (x: Double, y: Double) {
    let cell = sketches / 3 % 12
    sketches += 1
    return (
      780 + Double(cell % 3) * 370 + script.hand.chance() * (350 - width),
      30 + Double(cell / 3) * 260 + script.hand.chance() * (240 - height)
    )
  }

  /// To and fro in lines `pitch` apart, as one stroke.
  private mutating func hatching(
    _ corner: (x: Double, y: Double), _ width: Double, _ height: Double, pitch: Double,
    slant: Double
  ) -> [(x: Double, y: Double)] {
    var path: [(x: Double, y: Double)] = []
    let count = Swift.max(2, Int(width / pitch))
    for index in 0...count {
      let x = corner.x + width * Double(index) / Double(count)
      let isUp = index % 2 == 1
      path.append(
        (
          x + (isUp ? slant : -slant) + script.hand.wobble() * 1.5,
          corner.y + (isUp ? 0 : height) + script.hand.wobble() * 3
        ))
    }
    return path
  }

  /// A patch of pencil, the lead laid on its side.
  private mutating func shade(_ width: Double) {
    script.hand.speed = 1_500
    script.hand.grip = Grip(azimuth: 40, altitude: 25 + script.hand.chance() * 35, sway: 2.5)
    let corner = sketch(130, 100)
    let force = 0.5 + script.hand.chance() * 0.6
    let path = hatching(
      corner, 70 + script.hand.chance() * 60, 50 + script.hand.chance() * 50, pitch: width * 1.1,
      slant: script.hand.chance() * 24 - 6)
    script.stroke(path, .pencil, colour: Self.lead, width: width, force: force)
  }

  /// Two broad strokes of a brush, the second over the first's edge.
  private mutating func wash(_ width: Double) {
    script.hand.speed = 520
    script.hand.grip = Grip(azimuth: 52, altitude: 66, sway: 5)
    let corner = sketch(330, 190)
    let colour = Self.paints[sketches / 5 % Self.paints.count]
    let length = 180 + script.hand.chance() * 130
    for row in 0..<2 {
      let y = corner.y + width / 2 + Double(row) * width * 0.62
      let bend = script.hand.wobble() * 18
      script.stroke(
        [
          (corner.x, y), (corner.x + length * 0.35, y + bend),
          (corner.x + length * 0.7, y - bend * 0.6), (corner.x + length, y + bend * 0.3),
        ], .watercolor, colour: colour, width: width, force: 0.6 + script.hand.chance() * 0.5)
      script.wait(0.2)
    }
  }

  /// An area of crayon.
  private mutating func fill(_ width: Double) {
    script.hand.speed = 1_100
    script.hand.grip = Grip(azimuth: 46, altitude: 48, sway: 5)
    let corner = sketch(200, 150)
    let path = hatching(
      corner, 120 + script.hand.chance() * 70, 80 + script.hand.chance() * 60, pitch: width * 0.7,
      slant: 8)
    script.stroke(
      path, .crayon, colour: Self.paints[sketches / 4 % Self.paints.count], width: width,
      force: 0.7 + script.hand.chance() * 0.5)
  }

  /// A box, or a circle with an arrow to it.
  private mutating func diagram(_ width: Double) {
    script.hand.speed = 800
    script.hand.grip = Grip(azimuth: 48, altitude: 60)
    let (x, y) = sketch(190, 90)
    guard sketches % 2 == 0 else {
      for side in [
        [(x, y), (x + 70, y + 1), (x + 140, y)],
        [(x + 140, y), (x + 141, y + 40), (x + 140, y + 80)],
        [(x + 140, y + 80), (x + 70, y + 79), (x, y + 80)], [(x, y + 80), (x - 1, y + 40), (x, y)],
      ] {
        script.stroke(side, .monoline, colour: SampleSessions.ink, width: width)
        script.wait(0.08)
      }
      return
    }
    var circle: [(x: Double, y: Double)] = []
    for index in 0...16 {
      let angle = Double(index) / 16 * 2 * .pi - 0.4
      circle.append((x + 45 + 42 * cos(angle), y + 45 + 40 * sin(angle)))
    }
    script.stroke(circle, .monoline, colour: SampleSessions.blue, width: width)
    let tip = (x: x + 90, y: y + 45.0)
    script.stroke(
      [(x + 180, y + 60), (x + 135, y + 48), tip], .monoline, colour: SampleSessions.blue,
      width: width)
    script.stroke(
      [(tip.x + 14, tip.y - 9), tip, (tip.x + 13, tip.y + 11)], .monoline,
      colour: SampleSessions.blue, width: width)
  }
}
