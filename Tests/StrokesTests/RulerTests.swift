import Strokes
import TestSupport
import Testing

/// Strokes along a ruler.
@Suite struct RulerTests {
  private static let breadth = 60.0

  /// A hand that wobbles along the ruler's direction, 100 px from its point either way, beginning
  /// `distance` px beside its middle line.
  private func wobble(
    _ direction: UInt16, beside distance: Double, seed: UInt64
  ) -> [SIMD2<Double>] {
    var random = SeededGenerator(seed: seed)
    let unit = Direction.unit(direction)
    let (along, across) = (SIMD2(unit.x, unit.y), SIMD2(-unit.y, unit.x))
    var places: [SIMD2<Double>] = []
    for step in 0...60 {
      let aside = step == 0 ? 0 : Double.random(in: -9...9, using: &random)
      places.append(
        SIMD2(150.3, 149.1) + along * (Double(step) * 3.3 - 100) + across * (distance + aside))
    }
    return places
  }

  private func desk(_ direction: UInt16) throws -> Desk {
    let desk = try Desk(width: 300, height: 300)
    let ruler = Ruler(x: 9_619, y: 9_542, direction: direction)
    desk.editor.setRuler(ruler, breadth: Self.breadth, reach: 12, at: desk.tick())
    return desk
  }

  @Test func everyPointLiesOnTheLineAtHalfTheWidthOutsideTheEdgeAtEveryDirection() throws {
    for direction in 0..<Direction.perTurn {
      let desk = try desk(direction)
      let side: Double = direction % 2 == 0 ? 1 : -1
      let beside = side * Double(1 + direction % 40)
      let hand = wobble(direction, beside: beside, seed: UInt64(direction))
      let id = try #require(desk.begin(.pen, width: 7, channels: [.time, .force, .altitude]))
      var samples: [PenSample] = []
      for place in hand { samples.append(desk.sample(place.x, place.y)) }
      desk.editor.extend(id, samples: samples, at: desk.tick())
      let points = try desk.points(of: id)
      let unit = Direction.unit(direction)
      // Rounding moves either coordinate by half a step at most.
      let tolerance = (unit.x.magnitude + unit.y.magnitude) / 128 + 1e-9
      let expected = (Self.breadth / 2 + 3.5) * (beside < 0 ? -1 : 1)
      try #require(points.count == hand.count)
      for (point, place) in zip(points, hand) {
        let (dx, dy) = (Double(point.x - 9_619) / 64, Double(point.y - 9_542) / 64)
        let beside = dy * unit.x - dx * unit.y
        let along = dx * unit.x + dy * unit.y
        let wanted = (place.x - 9_619 / 64) * unit.x + (place.y - 9_542 / 64) * unit.y
        guard (beside - expected).magnitude <= tolerance, (along - wanted).magnitude <= tolerance
        else {
          Issue.record("direction \(direction): \(beside) instead of \(expected)")
          return
        }
      }
    }
  }

  @Test(arguments: [InkKind.pen, .monoline, .fountainPen, .marker])
  func theDrawnEdgeIsStraightAtEveryAngle(_ kind: InkKind) throws {
    for direction in stride(from: UInt16(0), to: 2_048, by: 37) {
      let desk = try desk(direction)
      let hand = wobble(direction, beside: 20, seed: UInt64(direction))
      let channels: PointChannels = [.time, .force, .azimuth, .altitude]
      let id = try #require(desk.begin(kind, width: 9, channels: channels))
      var random = SeededGenerator(seed: UInt64(direction))
      for place in hand {
        let time = desk.tick()
        var sample = desk.sample(place.x, place.y, force: .random(in: 0.1...2, using: &random))
        sample.azimuth = .random(in: 0...6, using: &random)
        sample.altitude = .random(in: 0.3...1.5, using: &random)
        desk.editor.extend(id, samples: [sample], at: time)
      }
      let edges = edges(desk, direction)
      try #require(edges.count > 100)
      let (least, most) = (edges.min() ?? 0, edges.max() ?? 0)
      // Coverage has 255 steps and the points 64 a pixel. Where two sweeps of a chisel meet, a pixel
      // inside the edge is covered by neither of them wholly.
      let tolerance = kind == .marker ? 0.2 : 0.06
      let spread = most - least
      #expect(spread < tolerance, "\(kind), direction \(direction)")
      guard kind == .pen || kind == .monoline else { continue }
      #expect(
        (least - Self.breadth / 2).magnitude < 0.04, "\(kind), direction \(direction): \(least)")
    }
  }

  /// Where each pixel of the stroke's inner edge says that the edge lies, in board pixels beside the
  /// ruler's middle line.
  private func edges(_ desk: Desk, _ direction: UInt16) -> [Double] {
    let pixels = desk.pixels
    var darkest = 0.0
    for pixel in pixels { darkest = max(darkest, Double(255 - pixel & 255)) }
    let unit = Direction.unit(direction)
    var edges: [Double] = []
    for y in 0..<300 {
      for x in 0..<300 {
        let covered = Double(255 - pixels[y * 300 + x] & 255) / darkest
        guard covered > 0.05, covered < 0.95 else { continue }
        let (dx, dy) = (Double(x) + 0.5 - 9_619 / 64, Double(y) + 0.5 - 9_542 / 64)
        let (along, beside) = (dx * unit.x + dy * unit.y, dy * unit.x - dx * unit.y)
        // Away from the ends, and from the outer edge.
        guard along.magnitude < 80, beside < Self.breadth / 2 + 4.5 else { continue }
        edges.append(beside - (covered - 0.5))
      }
    }
    // A thin line's outer edge may come near; only the inner one counts.
    let inner = edges.min() ?? 0
    return edges.filter { $0 < inner + 0.9 }
  }

  @Test func theWidthOfEveryInkStaysAlongTheRuler() throws {
    for kind in InkKind.allCases {
      let desk = try desk(300)
      let id = try #require(
        desk.begin(kind, width: 9, channels: [.time, .force, .azimuth, .altitude]))
      var samples: [PenSample] = []
      for (number, place) in wobble(300, beside: -10, seed: 1).enumerated() {
        var sample = desk.sample(place.x, place.y, force: Double(number) / 20)
        sample.milliseconds = Double(number) * 5
        (sample.azimuth, sample.altitude) = (Double(number) / 10, 1.5 - Double(number) / 50)
        samples.append(sample)
      }
      desk.editor.extend(id, samples: samples, at: desk.tick())
      let points = try desk.points(of: id)
      for point in points {
        #expect(point.force == 1_024 && point.timeOffset == 0 && point.width == 0)
        #expect(point.azimuth == points[0].azimuth && point.altitude == points[0].altitude)
      }
    }
  }

  @Test func strokesThatBeginElsewhereAreFree() throws {
    for direction in stride(from: UInt16(3), to: 2_048, by: 101) {
      let desk = try desk(direction)
      let hand = wobble(direction, beside: 30 + 12.5, seed: 4)
      let id = try #require(desk.begin())
      var samples: [PenSample] = []
      for place in hand { samples.append(desk.sample(place.x, place.y)) }
      desk.editor.extend(id, samples: samples, at: desk.tick())
      for (point, place) in zip(try desk.points(of: id), hand) {
        #expect(point.x == BoardUnit.quantise(place.x) && point.y == BoardUnit.quantise(place.y))
      }
    }
  }

  @Test func aStrokeKeepsToItsEdgeWhenTheRulerIsTakenAway() throws {
    let desk = try desk(0)
    let id = try #require(desk.begin(width: 8))
    desk.editor.extend(id, samples: [desk.sample(60, 140)], at: desk.tick())
    desk.editor.setRuler(nil, at: desk.tick())
    desk.editor.extend(id, samples: [desk.sample(90, 20)], at: desk.tick())
    let points = try desk.points(of: id)
    #expect(points.count == 2 && points[0].y == points[1].y)
    // The ruler's middle lies at 149.09 px.
    #expect(points[0].y == 9_542 - 34 * 64)
  }

  @Test func aBandHasFourCornersAndTakesOnlyLengths() {
    let band = RulerBand(Ruler(x: 640, y: 1_280, direction: 512), breadth: 20, reach: 4)
    let corners = band.corners(from: -5, to: 15)
    #expect(corners == [SIMD2(0, 15), SIMD2(0, 35), SIMD2(20, 35), SIMD2(20, 15)])
    let broken = RulerBand(Ruler(x: 0, y: 0, direction: 0), breadth: .nan, reach: -.infinity)
    #expect(broken.breadth == 0 && broken.reach == 0)
    #expect(broken.guide(from: SIMD2(3, 0), width: 2)?.origin == SIMD2(0, 1))
  }

  @Test func theRulerIsLoggedOnceForEveryPlace() throws {
    let desk = try Desk()
    let ruler = Ruler(x: 64, y: 64, direction: 100)
    desk.editor.setRuler(ruler, at: desk.tick())
    desk.editor.setRuler(ruler, at: desk.tick())
    desk.editor.setRuler(ruler, breadth: 30, at: desk.tick())
    #expect(desk.editor.log.eventCount == 1 && desk.editor.ruler?.breadth == 30)
    desk.editor.setRuler(Ruler(x: 0, y: 0, direction: 9_999), at: desk.tick())
    #expect(desk.editor.log.eventCount == 1)
    desk.editor.setRuler(nil, at: desk.tick())
    desk.editor.setRuler(nil, at: desk.tick())
    #expect(desk.editor.log.eventCount == 2 && desk.editor.ruler == nil)
  }
}
