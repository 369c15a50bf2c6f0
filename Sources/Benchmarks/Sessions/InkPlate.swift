internal import Glibc
internal import Strokes

/// A page that shows every ink at work: force, tilt, direction, speed, overlap and size.
///
/// Documentation/inks.md shows it; `Scripts/make-plates` draws it.
struct InkPlate {
  private var script = SessionScript(seed: 5)
  private let ground: Ground

  enum Ground: String, CaseIterable {
    case light
    case dark
    /// The paper's grain under three inks, to be looked at closely.
    case close
  }

  private struct Row {
    var kind: InkKind
    var name: String
    var width: Double
    var light: Colour
    var dark: Colour
  }

  private static let rows = [
    Row(kind: .pen, name: "pen", width: 5, light: .black, dark: .white),
    Row(kind: .monoline, name: "monoline", width: 3, light: ink(0x1864AB), dark: ink(0x74C0FC)),
    Row(kind: .fountainPen, name: "fountain", width: 9, light: ink(0x1B2A6B), dark: ink(0xBAC8FF)),
    Row(kind: .pencil, name: "pencil", width: 5, light: ink(0x343A40), dark: ink(0xDEE2E6)),
    Row(kind: .crayon, name: "crayon", width: 18, light: ink(0xC92A2A), dark: ink(0xFF8787)),
    Row(kind: .marker, name: "marker", width: 22, light: ink(0xFFD43B), dark: ink(0xFFD43B)),
    Row(
      kind: .watercolor, name: "watercolor", width: 34, light: ink(0x1971C2), dark: ink(0x4DABF7)),
  ]

  private static let rowHeight = 136.0

  init(_ ground: Ground) {
    self.ground = ground
  }

  static func header(_ ground: Ground) -> BoardHeader {
    var header = BoardHeader(
      canvasWidth: ground == .close ? 300 : 1_600,
      canvasHeight: ground == .close ? 120 : Int32(Double(rows.count) * rowHeight) + 48)
    header.background = .colour(ground == .dark ? ink(0x14181C) : .white)
    return header
  }

  /// The events that draw the plate.
  mutating func events() -> [BoardEvent] {
    if ground == .close { return closeUp() }
    let labels = ground == .light ? Self.ink(0x868E96) : Self.ink(0x909AA3)
    for (name, x) in [
      ("force", 190.0), ("tilt", 470), ("direction", 710), ("speed", 930), ("overlap", 1_150),
      ("size", 1_380),
    ] {
      script.write(name, x: x, y: 34, size: 17, colour: labels, width: 1.6, .monoline)
    }
    for (number, row) in Self.rows.enumerated() {
      let top = Double(number) * Self.rowHeight + 48
      script.write(
        row.name, x: 16, y: top + 74, size: 17, colour: labels, width: 1.6, .monoline)
      force(row, top)
      tilt(row, top)
      direction(row, top)
      speed(row, top)
      overlap(row, top)
      size(row, top)
    }
    return script.takeEvents()
  }

  private mutating func closeUp() -> [BoardEvent] {
    for (kind, y, width) in [
      (InkKind.pencil, 22.0, 7.0), (.crayon, 56, 18), (.watercolor, 97, 30),
    ] {
      for row in Self.rows where row.kind == kind {
        var points: [StrokePoint] = []
        for index in 0...90 {
          let share = Double(index) / 90
          points.append(
            place(
              22 + 256 * share, y + 5 * sin(share * 2 * .pi), share, force: 0.2 + 1.2 * share))
        }
        stroke(row, points, width: width)
      }
    }
    return script.takeEvents()
  }

  // MARK: The columns

  private mutating func force(_ row: Row, _ top: Double) {
    var points: [StrokePoint] = []
    for index in 0...120 {
      let share = Double(index) / 120
      // Up to a hard press and down again.
      let force = 1.9 * sin(share * .pi) * sin(share * .pi) + 0.05
      points.append(
        place(
          190 + 230 * share, top + 68 + 22 * sin(share * 4 * .pi), share * 0.8, force: force))
    }
    stroke(row, points)
  }

  private mutating func tilt(_ row: Row, _ top: Double) {
    for (number, degrees) in [90.0, 60, 45, 30, 15].enumerated() {
      let y = top + 22 + Double(number) * 23
      var points: [StrokePoint] = []
      for index in 0...40 {
        let share = Double(index) / 40
        points.append(
          place(
            470 + 170 * share, y + 2 * sin(share * 7), share * 0.4, force: 0.9, altitude: degrees))
      }
      stroke(row, points, width: min(row.width, 14))
    }
  }

  private mutating func direction(_ row: Row, _ top: Double) {
    var points: [StrokePoint] = []
    for index in 0...100 {
      let angle = Double(index) / 100 * 2 * .pi
      points.append(
        place(
          770 + 52 * cos(angle), top + 68 + 46 * sin(angle), Double(index) / 200, force: 0.9))
    }
    stroke(row, points, width: min(row.width, 18))
  }

  private mutating func speed(_ row: Row, _ top: Double) {
    for (number, seconds) in [1.6, 0.4, 0.1].enumerated() {
      let y = top + 34 + Double(number) * 36
      var points: [StrokePoint] = []
      let count = Int(seconds * 240)
      for index in 0...count {
        let share = Double(index) / Double(count)
        points.append(
          place(
            930 + 180 * share, y + 8 * sin(share * 2 * .pi), share * seconds, force: 0.9))
      }
      stroke(row, points, width: min(row.width, 26))
    }
  }

  private mutating func overlap(_ row: Row, _ top: Double) {
    var loop: [StrokePoint] = []
    for index in 0...140 {
      let share = Double(index) / 140
      let angle = share * 3 * .pi - 0.5 * .pi
      loop.append(
        place(
          1_165 + 130 * share + 26 * cos(angle), top + 62 - 34 * sin(angle), share * 0.9,
          force: 0.9))
    }
    stroke(row, loop, width: min(row.width, 26))
    var across: [StrokePoint] = []
    for index in 0...50 {
      let share = Double(index) / 50
      across.append(place(1_140 + 180 * share, top + 84 - 14 * share, share * 0.4, force: 0.9))
    }
    stroke(row, across, width: min(row.width, 26))
  }

  private mutating func size(_ row: Row, _ top: Double) {
    for (number, factor) in [0.35, 1, 2.2].enumerated() {
      let x = 1_370 + Double(number) * 74
      let width = row.width * factor
      stroke(row, [place(x, top + 24, 0, force: 0.9)], width: width)
      var points: [StrokePoint] = []
      for (index, corner) in [(0.0, 56.0), (44, 76), (0, 96), (44, 118)].enumerated() {
        points.append(place(x - 16 + corner.0, top + corner.1, Double(index) * 0.1, force: 0.9))
      }
      stroke(row, points, width: min(width, 40))
    }
  }

  // MARK: Points and strokes

  private func place(
    _ x: Double, _ y: Double, _ seconds: Double, force: Double, altitude: Double = 62
  ) -> StrokePoint {
    StrokePoint(
      x: Int32((x * 64).rounded()), y: Int32((y * 64).rounded()),
      timeOffset: UInt32(seconds * 10_000), force: UInt16(force * 1_024), azimuth: 256,
      altitude: UInt16(altitude / 90 * 511))
  }

  private mutating func stroke(_ row: Row, _ points: [StrokePoint], width: Double? = nil) {
    let id = script.newID()
    let ink = Ink(
      kind: row.kind, colour: ground == .dark ? row.dark : row.light,
      width: BoardUnit.quantiseWidth(width ?? row.width) ?? 64)
    script.send(
      .strokeBegan(id, ink: ink, channels: [.time, .force, .azimuth, .altitude], order: nil))
    script.send(.strokePoints(id, points))
    script.send(.strokeEnded(id))
    script.wait(0.1)
  }

  private static func ink(_ rgb: UInt32) -> Colour { Colour(rgba: rgb << 8 | 255) }
}
