import Strokes
import TestSupport

/// A seeded hand at an editor, act by act as a page calls it, and what native code makes of it:
/// pen samples, erasers, ruler, lasso, undo. Numbers are handed on as they are, so rounding, hit
/// tests and geometry are compared as well as pictures.
final class EditedSession {
  let seed: UInt64
  private(set) var acts: [String] = []
  private let editor: BoardEditor
  private var random: SeededGenerator
  private var time = 0.0
  private var open: [BoardID] = []
  private let width: Int32
  private let height: Int32
  private let viewport: Viewport

  init(seed: UInt64, steps: Int = 60) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed ^ 0xED17)
    width = .random(in: 40...200, using: &random)
    height = .random(in: 40...150, using: &random)
    viewport = Viewport(
      scale: [1, 1, 2, 1.25, 0.75][Int(seed % 5)],
      offsetX: .random(in: -20...20, using: &random),
      offsetY: Double(Int32.random(in: -20...20, using: &random)))
    var header = BoardHeader(canvasWidth: 180, canvasHeight: 140)
    header.background = .colour(.white)
    editor = try BoardEditor(
      header: header, width: width, height: height, viewport: viewport, author: AuthorID(1))
    for _ in 0..<steps { step() }
  }

  /// FNV-1a in 32 bits over the log at the end.
  var logHash: UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for byte in editor.log.bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash
  }

  var json: String {
    "{\"seed\":\(seed),\"width\":\(width),\"height\":\(height),\"scale\":\(viewport.scale),"
      + "\"offsetX\":\(viewport.offsetX),\"offsetY\":\(viewport.offsetY),\"log\":\(logHash),"
      + "\"acts\":[\n" + acts.joined(separator: ",\n") + "]}"
  }

  /// Notes an act with the hash of the picture after it.
  private func note(_ name: String, _ values: [String], answer: String = "0") {
    _ = editor.render()
    acts.append(
      "[\"\(name)\",[\(values.joined(separator: ","))],\(answer),\"\(editor.canvas.hash)\"]")
  }

  private var now: BoardTime { BoardTime(milliseconds: time) ?? .zero }

  private func some(_ range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &random)
  }

  private func list(_ values: [Double]) -> String {
    "[" + values.map { "\($0)" }.joined(separator: ",") + "]"
  }

  private func step() {
    time += some(0...20)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<22: begin()
    case 22..<52: extend()
    case 52..<66: end()
    case 66..<76: erase()
    case 76..<82: note("undo", ["\(time)"], answer: editor.undo(at: now) ? "1" : "0")
    case 82..<86: note("redo", ["\(time)"], answer: editor.redo(at: now) ? "1" : "0")
    case 86..<90: layRuler()
    case 90..<98: select()
    default: note("clear", ["\(time)"], answer: editor.clear(at: now) ? "1" : "0")
    }
  }

  private func begin() {
    let kind = InkKind.allCases[Int.random(in: 0..<InkKind.allCases.count, using: &random)]
    let colour = Colour(rgba: .random(in: 0...UInt32.max, using: &random))
    let width = some(0.5...24)
    let channels = UInt8.random(in: 0...15, using: &random)
    guard let steps = BoardUnit.quantiseWidth(width),
      let id = editor.beginStroke(
        ink: Ink(kind: kind, colour: colour, width: steps),
        channels: PointChannels(rawValue: channels), at: now)
    else { return }
    open.append(id)
    note(
      "begin", ["\(kind.rawValue)", "\(colour.rgba)", "\(width)", "\(channels)", "\(time)"],
      answer: "\(id.number)")
    extend()
  }

  /// Six numbers a sample, in canvas pixels, and the same for the editor.
  private func samples(_ count: ClosedRange<Int>) -> (numbers: [Double], samples: [PenSample]) {
    var numbers: [Double] = []
    var samples: [PenSample] = []
    var (x, y) = (some(-5...Double(width) + 5), some(-5...Double(height) + 5))
    for _ in 0..<Int.random(in: count, using: &random) {
      x += some(-9...9)
      y += some(-9...9)
      time += some(0...6)
      let (force, azimuth, altitude) = (some(0...2.5), some(-7...7), some(-0.1...1.7))
      numbers += [x, y, time, force, azimuth, altitude]
      let place = editor.boardPlace(canvasX: x, y: y)
      samples.append(
        PenSample(
          x: place.x, y: place.y, milliseconds: time, force: force, azimuth: azimuth,
          altitude: altitude))
    }
    return (numbers, samples)
  }

  private func extend() {
    guard let id = open.randomElement(using: &random) else { return }
    let drawn = samples(1...8)
    let predicted = random.chance(0.5) ? samples(1...3) : (numbers: [], samples: [])
    editor.extend(id, samples: drawn.samples, predicted: predicted.samples, at: now)
    note("extend", ["\(id.number)", list(drawn.numbers), list(predicted.numbers), "\(time)"])
  }

  private func end() {
    guard !open.isEmpty else { return }
    let id = open.remove(at: Int.random(in: 0..<open.count, using: &random))
    if random.chance(0.1) {
      editor.cancelStroke(id, at: now)
      note("cancel", ["\(id.number)", "\(time)"])
    } else {
      let was = editor.endStroke(id, at: now)
      note("end", ["\(id.number)", "\(time)"], answer: was ? "1" : "0")
    }
  }

  private func somePath(
    _ count: ClosedRange<Int>, _ reach: Double
  )
    -> (numbers: [Double], places: [SIMD2<Double>])
  {
    var numbers: [Double] = []
    var places: [SIMD2<Double>] = []
    var (x, y) = (some(0...Double(width)), some(0...Double(height)))
    for _ in 0..<Int.random(in: count, using: &random) {
      x += some(-reach...reach)
      y += some(-reach...reach)
      numbers += [x, y]
      places.append(editor.boardPlace(canvasX: x, y: y))
    }
    return (numbers, places)
  }

  private func erase() {
    let isVector = random.chance(0.3)
    let width = some(1...30)
    editor.beginErasing(isVector ? .vector : .bitmap, width: width)
    var paths: [String] = []
    var touched = 0
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let path = somePath(1...5, 25)
      touched += editor.erase(along: path.places, at: now)
      paths.append(list(path.numbers))
    }
    let isCancelled = random.chance(0.2)
    if isCancelled { editor.cancelErasing(at: now) } else { editor.endErasing() }
    note(
      "erase",
      [
        isVector ? "1" : "0", "\(width)", "[\(paths.joined(separator: ","))]",
        isCancelled ? "1" : "0", "\(time)",
      ], answer: "\(touched)")
  }

  private func layRuler() {
    let (x, y) = (some(0...180), some(0...140))
    let direction = UInt16.random(in: 0...2_047, using: &random)
    let isLaid = random.chance(0.7)
    let ruler = Ruler(
      x: BoardUnit.quantise(x) ?? 0, y: BoardUnit.quantise(y) ?? 0, direction: direction)
    editor.setRuler(isLaid ? ruler : nil, breadth: 30, reach: 12, at: now)
    note("ruler", [isLaid ? "1" : "0", "\(x)", "\(y)", "\(direction)", "\(time)"])
  }

  /// A lasso, and what is done to what it catches. The answer is how many items it caught.
  private func select() {
    let path = somePath(3...7, 90)
    let chosen = editor.lasso(path.places)
    let (scale, turn) = (some(0.6...1.4), random.chance(0.5) ? some(-0.8...0.8) : 0)
    let map = AffineTransform(
      a: scale, b: turn, c: -turn, d: scale, tx: some(-30...30), ty: some(-30...30))
    let what = Int.random(in: 0..<5, using: &random)
    let colour = Colour(rgba: .random(in: 0...UInt32.max, using: &random))
    switch what {
    case 0: editor.move(chosen, by: map, at: now)
    case 1: _ = editor.duplicate(chosen, by: map, at: now)
    case 2: editor.restyle(chosen, Restyle(colour: colour, kind: .crayon), at: now)
    case 3: editor.delete(chosen, at: now)
    default: editor.preview(chosen, by: map)
    }
    note(
      "select",
      [
        list(path.numbers), "\(what)", list([map.a, map.b, map.c, map.d, map.tx, map.ty]),
        "\(colour.rgba)", "\(time)",
      ], answer: "\(chosen.items.count)")
    if what == 4 { editor.preview(chosen, by: nil) }
  }
}
