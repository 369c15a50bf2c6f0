import Strokes

/// A seeded person, or three of them, at an editor: everything that hands can do, in awkward order.
package final class RandomEditing {
  package let editor: BoardEditor
  package let picture: Picture
  package let pictureHash = ContentHash(words: SIMD4(9, 8, 7, 6))

  private var random: SeededGenerator
  private var milliseconds = 0.0
  private var selection = Selection()
  private var isErasing = false
  private var place = SIMD2(80.0, 60.0)

  package init(seed: UInt64, after events: [BoardEvent] = []) throws {
    random = SeededGenerator(seed: seed)
    let width = Int32.random(in: 30...170, using: &random)
    let height = Int32.random(in: 30...130, using: &random)
    editor = try BoardEditor(
      header: BoardHeader(canvasWidth: 160, canvasHeight: 120), width: width, height: height,
      viewport: .identity, author: AuthorID(1))
    var pixels: [UInt32] = []
    for index in 0..<UInt32(35) { pixels.append(0xFF00_0000 | index &* 0x00A5_1D37 & 0xFF_FFFF) }
    picture = Picture(width: 7, height: 5, pixels: pixels)!
    editor.provide(picture, for: pictureHash)
    for event in events { try editor.apply(event) }
    milliseconds = Double(editor.lastTime.ticks) / 10
  }

  private var now: BoardTime { BoardTime(ticks: Int64(milliseconds * 10)) }

  package func step() {
    milliseconds += .random(in: 0...30, using: &random)
    // Now and then a clock that runs backwards.
    if random.chance(0.02) { milliseconds = max(0, milliseconds - 50) }
    editor.author = AuthorID(.random(in: 1...3, using: &random))
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<16: begin()
    case 16..<44: extend()
    case 44..<56: end()
    case 56..<68: erase()
    case 68..<75: editor.undo(at: now)
    case 75..<80: editor.redo(at: now)
    case 80..<92: select()
    case 92..<94: setRuler()
    case 94..<96: place(random.chance(0.5))
    case 96..<98: editor.show(someView())
    case 98: editor.clear(at: now)
    default: editor.setBackground(.colour(someColour()), at: now)
    }
  }

  /// Lets go of everything that is provisional or open.
  package func letGo() {
    for id in editor.openStrokes { editor.endStroke(id, at: now) }
    editor.endErasing()
    editor.endGroup()
    editor.preview(selection, by: nil)
  }

  /// The board from its log alone, in the editor's view.
  package func replayed() throws -> BoardRenderer {
    var decoder = BinaryCodecDecoder(editor.log.bytes)
    let fresh = BoardRenderer(
      header: try decoder.header(), width: editor.canvas.width, height: editor.canvas.height,
      viewport: editor.viewport)
    fresh.provide(picture, for: pictureHash)
    while let event = try decoder.next() { fresh.apply(event) }
    return fresh
  }

  private func someColour() -> Colour {
    Colour(
      red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
      blue: .random(in: 0...255, using: &random),
      alpha: random.chance(0.7) ? 255 : .random(in: 0...255, using: &random))
  }

  private func someView() -> Viewport {
    let scale = [1, 1, 0.5, 1.75, 3][Int.random(in: 0..<5, using: &random)]
    return Viewport(
      scale: scale, offsetX: .random(in: -60...30, using: &random),
      offsetY: Double(Int.random(in: -40...30, using: &random)))
  }

  private func somePlaces(_ count: ClosedRange<Int>) -> [SIMD2<Double>] {
    var places: [SIMD2<Double>] = []
    if random.chance(0.3) {
      place = SIMD2(.random(in: -10...170, using: &random), .random(in: -10...130, using: &random))
    }
    for _ in 0..<Int.random(in: count, using: &random) {
      if random.chance(0.9) {
        place += SIMD2(.random(in: -14...14, using: &random), .random(in: -14...14, using: &random))
      }
      places.append(random.chance(0.01) ? SIMD2(.nan, 1) : place)
    }
    return places
  }

  private func someSamples(_ count: ClosedRange<Int>) -> [PenSample] {
    var samples: [PenSample] = []
    var time = milliseconds
    for place in somePlaces(count) {
      time += .random(in: 0...9, using: &random)
      samples.append(
        PenSample(
          x: place.x, y: place.y, milliseconds: random.chance(0.02) ? .nan : time,
          force: random.chance(0.02) ? -.infinity : .random(in: 0...2.5, using: &random),
          azimuth: .random(in: -7...7, using: &random),
          altitude: .random(in: -0.1...1.7, using: &random)))
    }
    return samples
  }

  private func begin() {
    let kind = InkKind.allCases.randomElement(using: &random)!
    let ink = Ink(kind: kind, colour: someColour(), width: .random(in: 20...1_400, using: &random))
    let channels = PointChannels(rawValue: .random(in: 0...127, using: &random))
    guard let id = editor.beginStroke(ink: ink, channels: channels, at: now) else { return }
    if random.chance(0.8) { extend(id) }
  }

  private func extend() {
    if let id = editor.openStrokes.randomElement(using: &random) { extend(id) }
  }

  private func extend(_ id: BoardID) {
    let samples = random.chance(0.1) ? [] : someSamples(1...7)
    let predicted = random.chance(0.6) ? someSamples(1...3) : []
    editor.extend(id, samples: samples, predicted: predicted, at: now)
  }

  private func end() {
    guard let id = editor.openStrokes.randomElement(using: &random) else { return }
    if random.chance(0.15) {
      editor.cancelStroke(id, at: now)
    } else {
      editor.endStroke(id, at: now)
    }
  }

  private func erase() {
    if !isErasing || random.chance(0.3) {
      let width = Double.random(in: 0.5...30, using: &random)
      editor.beginErasing(random.chance(0.3) ? .vector : .bitmap, width: width)
      isErasing = true
    }
    editor.erase(along: somePlaces(1...5), at: now)
    if random.chance(0.4) {
      if random.chance(0.2) { editor.cancelErasing(at: now) } else { editor.endErasing() }
      isErasing = false
    }
  }

  private func someTransform() -> AffineTransform {
    let turn = random.chance(0.5) ? Double.random(in: -1...1, using: &random) : 0
    let scale = Double.random(in: 0.6...1.5, using: &random)
    return AffineTransform(
      a: scale, b: turn, c: -turn, d: scale, tx: .random(in: -40...40, using: &random),
      ty: .random(in: -30...30, using: &random))
  }

  private func select() {
    if selection.isEmpty || random.chance(0.3) {
      let centre = SIMD2(
        Double.random(in: 0...160, using: &random), Double.random(in: 0...120, using: &random))
      let size = Double.random(in: 10...120, using: &random)
      var path: [SIMD2<Double>] = []
      for corner in [SIMD2(-1.0, -1), SIMD2(1, -0.8), SIMD2(0.2, 0.1), SIMD2(1, 1), SIMD2(-0.9, 1)]
      {
        path.append(centre + corner * size)
      }
      selection = editor.lasso(path)
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: editor.move(selection, by: someTransform(), at: now)
    case 2: selection = editor.duplicate(selection, by: someTransform(), at: now)
    case 3:
      editor.restyle(
        selection, Restyle(colour: someColour(), width: random.chance(0.5) ? 400 : nil), at: now)
    case 4: editor.delete(selection, at: now)
    case 5: editor.beginGroup()
    case 6: editor.endGroup()
    default: editor.preview(selection, by: random.chance(0.7) ? someTransform() : nil)
    }
  }

  private func setRuler() {
    let ruler = Ruler(
      x: .random(in: 0...10_000, using: &random), y: .random(in: 0...7_000, using: &random),
      direction: .random(in: 0...2_047, using: &random))
    editor.setRuler(random.chance(0.3) ? nil : ruler, breadth: 20, reach: 10, at: now)
  }

  private func place(_ isOutline: Bool) {
    let (x, y) = (
      Int32.random(in: 0...9_000, using: &random), Int32.random(in: 0...6_000, using: &random)
    )
    if isOutline {
      let outline = Outline(
        segments: [
          .move(x: x, y: y), .line(x: x + 2_000, y: y + 300),
          .quadratic(controlX: x + 2_500, controlY: y + 1_500, x: x + 900, y: y + 1_800), .close,
          .move(x: x + 300, y: y + 300), .line(x: x + 700, y: y + 300),
          .line(x: x + 500, y: y + 900),
        ], fillRule: .evenOdd)
      _ = editor.place(OutlinePlacement(outline: outline, colour: someColour()), at: now)
    } else {
      _ = editor.place(
        PicturePlacement(
          hash: pictureHash, width: .random(in: 3...60, using: &random),
          height: .random(in: 3...60, using: &random), transform: someTransform()), at: now)
    }
  }
}
