import Strokes
import TestSupport
import Testing

/// Hands on boards that came from elsewhere: whatever the format allows, nothing traps, and the log
/// is the board.
@Suite struct EditorLimitTests {
  @Test(arguments: 0..<30 as Range<UInt64>) func farAndHugeItemsCanBeHandled(
    _ seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    func coordinate() -> Int32 {
      random.chance(0.5)
        ? .random(in: -9_000...9_000, using: &random)
        : .random(
          in: -BoardLimits.largestCoordinate...BoardLimits.largestCoordinate, using: &random)
    }
    func factor() -> Double {
      let size = [0, 1e-9, 1, 65_536][Int.random(in: 0..<4, using: &random)]
      return Double.random(in: -size...size, using: &random)
    }
    func map() -> AffineTransform {
      AffineTransform(
        a: factor(), b: factor(), c: factor(), d: factor(), tx: Double(coordinate()) / 64,
        ty: Double(coordinate()) / 64)
    }
    let desk = try Desk()
    var strange = RandomEvents(seed: seed)
    var actions: [BoardAction] = []
    for number in UInt32(1)...12 {
      let id = BoardID(author: AuthorID(7), number: number)
      let move = BoardID(author: AuthorID(7), number: number + 100)
      if number % 3 == 0 {
        let outline = Outline(segments: [
          .move(x: coordinate(), y: coordinate()), .line(x: coordinate(), y: coordinate()),
          .line(x: coordinate(), y: coordinate()),
        ])
        actions.append(
          .outlinePlaced(id, OutlinePlacement(outline: outline, colour: .black, transform: map())))
      } else {
        let kind = InkKind.allCases[Int(number) % 7]
        actions.append(
          .strokeBegan(
            id,
            ink: Ink(kind: kind, colour: .black, width: .random(in: 0...65_535, using: &random)),
            channels: .all, order: nil))
        var points: [StrokePoint] = []
        for _ in 0..<4 { points.append(StrokePoint(x: coordinate(), y: coordinate())) }
        actions.append(.strokePoints(id, points))
      }
      actions.append(.transformed(move, items: [id], map()))
    }
    for event in strange.events(120) { try desk.editor.apply(event) }
    for action in actions {
      try desk.editor.apply(
        BoardEvent(
          sequence: desk.editor.lastSequence + 1, time: desk.editor.lastTime, author: AuthorID(7),
          action: action))
    }
    for _ in 0..<6 {
      var places: [SIMD2<Double>] = []
      for _ in 0..<3 { places.append(SIMD2(Double(coordinate()), Double(coordinate())) / 64) }
      for kind in [BoardEditor.Eraser.bitmap, .vector] {
        desk.editor.beginErasing(kind, width: random.chance(0.5) ? 5 : 1_023)
        desk.editor.erase(along: random.chance(0.5) ? [places[0]] : places, at: desk.tick())
      }
      let selection = desk.editor.lasso(places)
      _ = desk.editor.bounds(of: selection)
      desk.editor.move(selection, by: map(), at: desk.tick())
      desk.editor.undo(at: desk.tick())
    }
    let board = 4_194_304.0
    let all = desk.editor.lasso([
      SIMD2(-board, -board), SIMD2(board, -board), SIMD2(board, board), SIMD2(-board, board),
    ])
    _ = desk.editor.bounds(of: all)
    let pixels = desk.pixels
    var decoder = BinaryCodecDecoder(desk.editor.log.bytes)
    let fresh = BoardRenderer(
      header: try decoder.header(), width: 160, height: 120, viewport: .identity)
    while let event = try decoder.next() { fresh.apply(event) }
    _ = fresh.render()
    let isSame = fresh.canvas.pixels == pixels
    #expect(isSame)
  }

  @Test func aLongPathOfAnEraserBecomesEventsThatMeet() throws {
    let desk = try Desk(width: 400)
    desk.stroke([(10, 60), (390, 60)], width: 4)
    desk.editor.beginErasing(.bitmap, width: 8)
    var path: [SIMD2<Double>] = []
    for step in 0...3_000 { path.append(SIMD2(20 + Double(step) * 0.1, 60)) }
    #expect(desk.editor.erase(along: path, at: desk.tick()) == 3)
    for x in 17...322 { #expect(desk.pixel(x, 60) == 0xFFFF_FFFF) }
    desk.editor.undo(at: desk.tick())
    #expect(desk.pixel(200, 60) == 0xFF00_0000)
  }
}
