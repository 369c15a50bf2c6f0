import Strokes
import TestSupport
import Testing

/// What a lasso selects: items of which at least half of the shown ink lies inside.
@Suite struct LassoTests {
  private func box(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double
  ) -> [SIMD2<Double>] {
    [SIMD2(left, top), SIMD2(right, top), SIMD2(right, bottom), SIMD2(left, bottom)]
  }

  private func circle(_ x: Double, _ y: Double, _ radius: Double) -> [(Double, Double)] {
    var points: [(Double, Double)] = []
    for step in 0...64 {
      let unit = Direction.unit(UInt16(step) * 32)
      points.append((x + unit.x * radius, y + unit.y * radius))
    }
    return points
  }

  @Test(arguments: InkKind.allCases) func halfTheInkDecidesToAPixel(_ kind: InkKind) throws {
    let desk = try Desk()
    let id = desk.stroke(line((20, 60), (120, 60), count: 40), kind, width: 8)
    #expect(desk.editor.lasso(box(0, 20, 71, 100)).items == [id])
    #expect(desk.editor.lasso(box(0, 20, 69, 100)).isEmpty)
    #expect(desk.editor.lasso(box(69, 20, 160, 100)).items == [id])
    #expect(desk.editor.lasso(box(71, 20, 160, 100)).isEmpty)
    // Across the stroke too.
    #expect(desk.editor.lasso(box(0, 20, 160, 60.7)).items == [id])
    #expect(desk.editor.lasso(box(0, 20, 160, 59.3)).isEmpty)
  }

  @Test func thePocketOfAConcaveLassoIsOutside() throws {
    let desk = try Desk()
    let pocket = desk.stroke([(70, 30), (90, 30)], width: 4)
    let left = desk.stroke([(25, 30), (45, 30)], width: 4)
    let bottom = desk.stroke([(60, 95), (100, 95)], width: 4)
    let horseshoe = [
      SIMD2(10.0, 10), SIMD2(55, 10), SIMD2(55, 80), SIMD2(105, 80), SIMD2(105, 10),
      SIMD2(150, 10), SIMD2(150, 110), SIMD2(10, 110),
    ]
    #expect(desk.editor.lasso(horseshoe).items == [left, bottom])
    #expect(desk.editor.lasso(horseshoe.reversed()).items == [left, bottom])
    // The pocket closed by half a pixel less than the stroke's half.
    #expect(!desk.editor.lasso(box(60, 10, 79.5, 60)).items.contains(pocket))
    #expect(desk.editor.lasso(box(60, 10, 80.5, 60)).items == [pocket])
  }

  @Test func aRingIsNotSelectedWithWhatLiesInItsHole() throws {
    let desk = try Desk()
    let ring = desk.stroke(circle(80, 60, 40), width: 4)
    let inner = desk.stroke([(75, 60), (85, 60)], width: 4)
    #expect(desk.editor.lasso(box(60, 40, 100, 80)).items == [inner])
    #expect(desk.editor.lasso(circle(80, 60, 37.5).map { SIMD2($0.0, $0.1) }).items == [inner])
    #expect(
      desk.editor.lasso(circle(80, 60, 43).map { SIMD2($0.0, $0.1) }).items == [ring, inner])
    // A lasso that is a ring itself: out on one side of a slit, back inside on the other.
    let keyhole =
      circle(80, 60, 50).map { SIMD2($0.0, $0.1) }
      + circle(80, 60, 30).reversed().map { SIMD2($0.0, $0.1) }
    #expect(desk.editor.lasso(keyhole).items == [ring])
  }

  @Test func aHandThatCirclesTwiceOrCrossesItselfStillSelects() throws {
    let desk = try Desk()
    let left = desk.stroke([(35, 60), (45, 60)], width: 4)
    let right = desk.stroke([(115, 60), (125, 60)], width: 4)
    let twice = (circle(40, 60, 25) + circle(41, 61, 24)).map { SIMD2($0.0, $0.1) }
    #expect(desk.editor.lasso(twice).items == [left])
    let eight = [
      SIMD2(20.0, 30), SIMD2(140, 90), SIMD2(140, 30), SIMD2(20, 90),
    ]
    #expect(desk.editor.lasso(eight).items == [left, right])
  }

  @Test func erasedHalvesDoNotCount() throws {
    let desk = try Desk()
    let id = desk.stroke(line((20, 60), (120, 60)), width: 6)
    desk.editor.beginErasing(.bitmap, width: 20)
    desk.editor.erase(along: [SIMD2(70, 60), SIMD2(140, 60)], at: desk.tick())
    desk.editor.endErasing()
    // What is left goes from 17 to 60 px.
    #expect(desk.editor.lasso(box(0, 20, 40, 100)).items == [id])
    #expect(desk.editor.lasso(box(0, 20, 36, 100)).isEmpty)
    #expect(desk.editor.lasso(box(61, 20, 160, 100)).isEmpty)
    #expect(desk.editor.lasso(box(0, 20, 160, 100)).items == [id])
    let bounds = try #require(desk.editor.bounds(of: Selection([id])))
    #expect((bounds.minX - 17).magnitude < 0.6 && (bounds.maxX - 60).magnitude < 3.6)
    #expect((bounds.minY - 57).magnitude < 0.6 && (bounds.maxY - 63).magnitude < 0.6)
    desk.editor.beginErasing(.bitmap, width: 30)
    desk.editor.erase(along: [SIMD2(10, 60), SIMD2(140, 60)], at: desk.tick())
    desk.editor.endErasing()
    #expect(desk.editor.lasso(box(0, 20, 160, 100)).isEmpty)
    #expect(desk.editor.bounds(of: Selection([id])) == nil)
  }

  @Test func movedAndScaledItemsAreWhereTheyAreShown() throws {
    let desk = try Desk()
    let id = desk.stroke(line((20, 20), (60, 20)), width: 4)
    desk.editor.move(
      Selection([id]), by: AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 10, ty: 30), at: .zero)
    // Now from (50, 70) to (130, 70), 8 wide.
    #expect(desk.editor.lasso(box(0, 0, 80, 40)).isEmpty)
    #expect(desk.editor.lasso(box(40, 60, 91, 80)).items == [id])
    #expect(desk.editor.lasso(box(40, 60, 89, 80)).isEmpty)
    let bounds = try #require(desk.editor.bounds(of: Selection([id])))
    #expect((bounds.minX - 46).magnitude < 0.7 && (bounds.maxX - 134).magnitude < 0.7)
    #expect((bounds.minY - 66).magnitude < 0.7 && (bounds.maxY - 74).magnitude < 0.7)
  }

  @Test(arguments: [0.25, 1, 6]) func theViewDoesNotMatterNorWhatLiesBeyondIt(
    _ scale: Double
  ) throws {
    let desk = try Desk(
      width: 100, height: 80, viewport: Viewport(scale: scale, offsetX: -20, offsetY: -10))
    let id = desk.stroke(line((10, 30), (2_010, 30), count: 100), width: 6)
    #expect(desk.editor.lasso(box(0, 20, 1_005, 40)).isEmpty)
    #expect(desk.editor.lasso(box(0, 20, 1_015, 40)).items == [id])
    #expect(desk.editor.lasso(box(30, 20, 32, 40)).isEmpty)
  }

  @Test func outlinesAndPicturesAreSelectedByTheirShape() throws {
    let desk = try Desk()
    let square = try #require(desk.square(40, 40, size: 20))
    #expect(desk.editor.lasso(box(30, 30, 50.2, 70)).items == [square])
    #expect(desk.editor.lasso(box(30, 30, 49.8, 70)).isEmpty)
    let hash = ContentHash(words: SIMD4(3, 1, 1, 1))
    desk.editor.provide(
      try #require(Picture(width: 1, height: 1, pixels: [0xFF00_FF00])), for: hash)
    let picture = try #require(
      desk.editor.place(
        PicturePlacement(
          hash: hash, width: 20, height: 20, transform: .translation(x: 100, y: 40)), at: .zero))
    #expect(desk.editor.lasso(box(90, 30, 110.2, 70)).items == [picture])
    #expect(desk.editor.lasso(box(90, 30, 109.8, 70)).isEmpty)
    #expect(desk.editor.lasso(box(0, 0, 160, 120)).items == [square, picture])
  }

  @Test func aPathThatEnclosesNothingSelectsNothing() throws {
    let desk = try Desk()
    desk.stroke([(20, 60), (120, 60)])
    #expect(desk.editor.lasso([]).isEmpty)
    #expect(desk.editor.lasso([SIMD2(10, 60), SIMD2(130, 60)]).isEmpty)
    #expect(desk.editor.lasso([SIMD2(10, 60), SIMD2(130, 60), SIMD2(10, 60)]).isEmpty)
    #expect(desk.editor.lasso([SIMD2(.nan, 60), SIMD2(130, .infinity), SIMD2(1e9, 60)]).isEmpty)
  }

  @Test func whatIsHiddenIsNotSelected() throws {
    let desk = try Desk()
    let id = desk.stroke([(20, 60), (120, 60)])
    desk.editor.undo(at: .zero)
    #expect(desk.editor.lasso(box(0, 0, 160, 120)).isEmpty)
    desk.editor.redo(at: .zero)
    #expect(desk.editor.lasso(box(0, 0, 160, 120)).items == [id])
    desk.editor.restyle(Selection([id]), Restyle(colour: .transparent), at: .zero)
    #expect(desk.editor.lasso(box(0, 0, 160, 120)).isEmpty)
  }
}
