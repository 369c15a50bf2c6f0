import TestSupport
import Testing

@testable import Strokes

/// What an eraser's disc touches.
@Suite struct EraserHitTests {
  /// How many items a disc touches at a place.
  private func touched(_ desk: Desk, _ x: Double, _ y: Double, width: Double = 10) -> Int {
    hits(desk.editor, [SIMD2(x, y)], width: width, wholeItems: true).count
  }

  private func hits(
    _ editor: BoardEditor, _ path: [SIMD2<Double>], width: Double, wholeItems: Bool
  ) -> [Erasure.Hit] {
    let places = path.map { SIMD2(Int32($0.x * 64), Int32($0.y * 64)) }
    let disc = SweptDisc(path: places, width: UInt16(width * 64))
    return editor.renderer.hits(of: disc, wholeItems: wholeItems)
  }

  @Test(arguments: [0.5, 1, 3]) func aDiscTouchesALineToAQuarterOfACanvasPixel(
    _ scale: Double
  ) throws {
    var random = SeededGenerator(seed: UInt64(scale * 10))
    for round in 0..<300 {
      let view = Viewport(scale: scale, offsetX: 7.5, offsetY: -3)
      let desk = try Desk(width: 320, height: 240, viewport: view)
      let from = SIMD2(
        Double.random(in: 10...100, using: &random), .random(in: 10...70, using: &random))
      let to = SIMD2(
        Double.random(in: 10...100, using: &random), .random(in: 10...70, using: &random))
      let width = Double.random(in: 0.5...14, using: &random)
      desk.stroke([(from.x, from.y), (to.x, to.y)], width: width)
      // A place beside the line, or around an end.
      let along = to - from
      let length = (along * along).sum().squareRoot()
      guard length > 1 else { continue }
      let share = Double.random(in: 0.1...0.9, using: &random)
      let normal = SIMD2(-along.y, along.x) / length
      let disc = Double.random(in: 1...16, using: &random)
      let away = (width + disc) / 2
      let near = 0.4 / scale
      let outside = from + along * share + normal * (away + near)
      let inside = from + along * share - normal * (away - near)
      #expect(
        touched(desk, outside.x, outside.y, width: disc) == 0, "round \(round), scale \(scale)")
      #expect(
        touched(desk, inside.x, inside.y, width: disc) == 1, "round \(round), scale \(scale)")
      let beyond = to + along / length * (away + near)
      #expect(touched(desk, beyond.x, beyond.y, width: disc) == 0, "round \(round) at the end")
    }
  }

  @Test(arguments: InkKind.allCases) func everyInkIsTouchedAtItsEdgeAndNotBesideIt(
    _ kind: InkKind
  ) throws {
    for width in [3.0, 12, 30] {
      let desk = try Desk(width: 320, height: 240)
      desk.stroke([(40, 100), (120, 100), (200, 100)], kind, width: width)
      // Half the extent of the nib across a level line.
      var half = width / 2
      if kind == .marker { half = width / 2 * (0.7071 + 0.7071 * 0.25) }
      if kind == .fountainPen { half = width / 2 * (0.7071 * 0.74 + 0.26) }
      #expect(touched(desk, 100, 100 + half + 5 + 0.8) == 0, "\(kind) \(width)")
      #expect(touched(desk, 100, 100 - half - 5 + 0.8) == 1, "\(kind) \(width)")
    }
  }

  @Test func aSweptDiscTouchesWhatLiesBetweenItsPlaces() throws {
    let desk = try Desk()
    desk.stroke([(80, 20), (80, 100)], width: 2)
    let path = [SIMD2(10.0, 60), SIMD2(150, 60)]
    #expect(hits(desk.editor, path, width: 4, wholeItems: true).count == 1)
    #expect(
      hits(desk.editor, [SIMD2(10, 107), SIMD2(150, 107)], width: 4, wholeItems: true).isEmpty)
  }

  @Test func whatIsErasedIsNotThereAndASecondPassTouchesNothing() throws {
    for kind in InkKind.allCases {
      let desk = try Desk()
      desk.stroke([(20, 60), (80, 60), (140, 60)], kind, width: 12)
      let path = [SIMD2(80.0, 45), SIMD2(80, 75)]
      for pass in 0..<2 {
        desk.editor.beginErasing(.bitmap, width: 20)
        let count = desk.editor.erase(along: path, at: desk.tick())
        #expect(count == (pass == 0 ? 1 : 0), "\(kind), pass \(pass)")
        desk.editor.endErasing()
      }
      #expect(touched(desk, 80, 60, width: 14) == 0, "\(kind)")
      #expect(touched(desk, 80, 60, width: 26) == 1, "\(kind)")
      desk.editor.undo(at: desk.tick())
      #expect(touched(desk, 80, 60, width: 14) == 1, "\(kind)")
    }
  }

  @Test func movedTurnedAndScaledItemsAreTouchedWhereTheyAre() throws {
    let desk = try Desk()
    let id = desk.stroke([(20, 20), (60, 20)], width: 4)
    desk.editor.beginErasing(.bitmap, width: 8)
    desk.editor.erase(along: [SIMD2(40, 20)], at: desk.tick())
    desk.editor.endErasing()
    // Twice as large and a quarter turn: x runs down from (100, 10), 80 px long and 8 wide.
    let map = AffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 140, ty: -30)
    desk.editor.move(Selection([id]), by: map, at: desk.tick())
    #expect(touched(desk, 40, 20) == 0)
    #expect(touched(desk, 100, 20, width: 4) == 1)
    #expect(touched(desk, 100 + 4 + 2.4, 20, width: 4) == 0)
    #expect(touched(desk, 100 + 4 + 1.6, 20, width: 4) == 1)
    // The hole came along, 16 px long now.
    #expect(touched(desk, 100, 50, width: 12) == 0)
    #expect(touched(desk, 100, 50, width: 20) == 1)
    let hit = try #require(
      hits(desk.editor, [SIMD2(100, 20)], width: 4, wholeItems: false).first)
    #expect(hit.toItem == map.inverse && hit.pointCount == 2)
    let place = try #require(hit.toItem).apply(x: 100, y: 50)
    #expect((place.x - 40).magnitude < 1e-9 && (place.y - 20).magnitude < 1e-9)
  }

  @Test func hiddenPointsOfAnOpenStrokeAreNotThereAndLaterOnesAre() throws {
    let desk = try Desk()
    let id = try #require(desk.begin(width: 4))
    desk.editor.extend(id, samples: [desk.sample(20, 20), desk.sample(60, 20)], at: desk.tick())
    desk.editor.beginErasing(.vector, width: 6)
    #expect(desk.editor.erase(along: [SIMD2(40, 20)], at: desk.tick()) == 1)
    #expect(desk.editor.erase(along: [SIMD2(41, 20)], at: desk.tick()) == 0)
    desk.editor.extend(
      id, samples: [desk.sample(100, 20), desk.sample(100, 80)], at: desk.tick())
    #expect(touched(desk, 40, 20) == 0)
    #expect(touched(desk, 100, 60) == 1)
  }

  @Test func predictedPointsAreNotThere() throws {
    let desk = try Desk()
    let id = try #require(desk.begin(width: 4))
    desk.editor.extend(
      id, samples: [desk.sample(20, 20), desk.sample(40, 20)], predicted: [desk.sample(90, 20)],
      at: desk.tick())
    #expect(desk.pixel(80, 20) != 0xFFFF_FFFF)
    #expect(touched(desk, 80, 20) == 0 && touched(desk, 30, 20) == 1)
  }

  @Test func outlinesAreTouchedByTheirOwnShapeAndPicturesByTheirRectangle() throws {
    let desk = try Desk()
    let ring = Outline(
      segments: [
        .move(x: 1_280, y: 1_280), .line(x: 5_120, y: 1_280), .line(x: 5_120, y: 5_120),
        .line(x: 1_280, y: 5_120), .move(x: 1_920, y: 1_920), .line(x: 4_480, y: 1_920),
        .line(x: 4_480, y: 4_480), .line(x: 1_920, y: 4_480),
      ], fillRule: .evenOdd)
    _ = desk.editor.place(OutlinePlacement(outline: ring, colour: .black), at: desk.tick())
    // A ring from 20 to 80 px whose hole goes from 30 to 70.
    #expect(touched(desk, 50, 50, width: 39) == 0 && touched(desk, 50, 50, width: 41) == 1)
    #expect(touched(desk, 14.5, 50) == 0 && touched(desk, 15.5, 50) == 1)

    let hash = ContentHash(words: SIMD4(1, 1, 1, 1))
    let turned = AffineTransform(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: 120, ty: 60)
    _ = desk.editor.place(
      PicturePlacement(hash: hash, width: 20, height: 10, transform: turned), at: desk.tick())
    #expect(touched(desk, 122, 70) == 0)
    let pixels = [UInt32](repeating: 0, count: 4)
    desk.editor.provide(try #require(Picture(width: 2, height: 2, pixels: pixels)), for: hash)
    // Its middle, and a place in its box that the turn leaves free.
    #expect(touched(desk, 122, 71, width: 2) == 1 && touched(desk, 130, 62, width: 2) == 0)
    #expect(hits(desk.editor, [SIMD2(122, 71)], width: 2, wholeItems: false).isEmpty)
  }

  @Test func itemsBeyondTheViewAreFoundAsInIt() throws {
    for seed in 0..<UInt64(80) {
      let editing = try RandomEditing(seed: seed ^ 0x417)
      for _ in 0..<50 { editing.step() }
      editing.letGo()
      let editor = editing.editor
      var random = SeededGenerator(seed: seed)
      for _ in 0..<12 {
        let path = [
          SIMD2(Double.random(in: 0...160, using: &random), .random(in: 0...120, using: &random)),
          SIMD2(Double.random(in: 0...160, using: &random), .random(in: 0...120, using: &random)),
        ]
        let width = Double.random(in: 1...30, using: &random)
        let corners = path + [SIMD2(Double.random(in: 0...160, using: &random), 60)]
        var found: [[Erasure.Hit]] = []
        var selections: [Selection] = []
        // All in view, none, and a part.
        for offset in [(40.0, 40.0), (-5_000, 0), (-80, -60)] {
          editor.show(Viewport(scale: 0.5, offsetX: offset.0, offsetY: offset.1))
          if random.chance(0.5) { _ = editor.render() }
          found.append(hits(editor, path, width: width, wholeItems: true))
          selections.append(editor.lasso(corners))
        }
        #expect(found[0] == found[1] && found[0] == found[2], "seed \(seed)")
        #expect(selections[0] == selections[1] && selections[0] == selections[2], "seed \(seed)")
      }
    }
  }

  @Test func theTopmostItemIsFoundAtAPlace() throws {
    let desk = try Desk()
    let below = desk.stroke([(20, 40), (120, 40)])
    let above = desk.stroke([(60, 10), (60, 100)])
    #expect(desk.editor.item(at: SIMD2(60, 40), width: 2) == above)
    #expect(desk.editor.item(at: SIMD2(100, 40), width: 2) == below)
    #expect(desk.editor.item(at: SIMD2(100, 60), width: 2) == nil)
    #expect(desk.editor.item(at: SIMD2(.nan, 60), width: 2) == nil)
  }
}
