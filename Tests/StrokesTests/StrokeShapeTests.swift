import Strokes
import TestSupport
import Testing

/// What a person expects of shapes that are easy to get wrong.
@Suite struct StrokeShapeTests {
  private let disc = 3.141_59 * 9

  @Test(arguments: [
    [(50.0, 50.0)], [(50, 50), (50, 50)], [(50, 50), (50.0001, 50.0001)],
    [(50, 50), (50, 50), (50, 50), (50, 50)],
  ])
  func aTapIsADot(points: [(Double, Double)]) {
    let board = BoardScript()
    board.stroke(points)
    #expect(abs(board.area - disc) < 0.5)
    #expect(board.pixel(50, 50) == 0xFF00_0000)
  }

  /// Saber 1391: two points are a line, not a fat dot.
  @Test func twoPointsAreALineAsThickAsManyPoints() {
    let two = BoardScript()
    two.stroke([(20, 60), (140, 60)])
    let many = BoardScript()
    many.stroke(line((20, 60), (140, 60), count: 41))
    #expect(two.ink(column: 80) == many.ink(column: 80))
    #expect(abs(two.area - (120 * 6 + disc)) < 2)
  }

  @Test(arguments: [
    [(Double.nan, 10.0)], [(.infinity, 10)], [(10, -.infinity)], [(1e308, 10)], [(10, -1e308)],
  ])
  func numbersThatAreNoPlaceAreLeftOut(bad: [(Double, Double)]) {
    let good = BoardScript()
    good.stroke(line((20, 60), (180, 60), count: 4))
    let board = BoardScript()
    let points = line((20, 60), (180, 60), count: 4)
    board.stroke(Array(points[..<2]) + bad + Array(points[2...]))
    #expect(board.pixels == good.pixels)
    let alone = BoardScript()
    alone.stroke(bad)
    #expect(alone.area == 0)
  }

  @Test func coordinatesBeyondTheBoardInAFileAreLeftOut() {
    let board = BoardScript()
    let id = board.begin()
    board.send(
      .strokePoints(
        id, [StrokePoint(x: .max, y: .min), StrokePoint(x: 50 * 64, y: 50 * 64)]))
    #expect(abs(board.area - disc) < 0.5)
  }

  @Test func aStrokeThatComesFromFarAwayIsSeenWhereItCrosses() {
    let board = BoardScript()
    board.stroke([(-4_000_000, 60), (4_000_000, 60)])
    #expect(abs(board.area - 200 * 6) < 1)
    let steep = BoardScript()
    steep.stroke([(-3_999_900, -4_000_000), (4_000_100, 4_000_000)])
    #expect(steep.pixel(150, 50) == 0xFF00_0000)
    #expect(steep.pixel(50, 100) == 0xFFFF_FFFF)
  }

  @Test func brokenWidthsFallBackOrVanishButNeverTrap() {
    #expect(BoardUnit.quantiseWidth(.nan) == nil)
    #expect(BoardUnit.quantiseWidth(-3) == nil)
    #expect(BoardUnit.quantiseWidth(0) == nil)
    #expect(BoardUnit.quantiseWidth(.infinity) == UInt16(1_023 * 64))
    #expect(BoardUnit.quantiseWidth(1e-9) == 1)
    let board = BoardScript()
    board.stroke(line((20, 60), (180, 60)), width: 1e300)
    #expect(board.area == 200 * 120)
  }

  /// perfect-freehand 112: no hour-glass pinches at the corners of a zig-zag.
  @Test func aZigZagKeepsItsWidthThroughItsCorners() {
    let board = BoardScript(width: 400, height: 200)
    var points: [(Double, Double)] = []
    for index in 0..<11 { points.append((40 + 32 * Double(index), index % 2 == 0 ? 50 : 150)) }
    board.stroke(points, width: 10)
    // Halfway down each leg the cut along a row is the width over the cosine of the leg's slope.
    for leg in 0..<10 {
      let centre = 40 + 32 * Double(leg) + 16
      var cut = 0.0
      for x in Int(centre) - 15...Int(centre) + 15 {
        cut += board.pixel(x, 100) & 255 < 128 ? 1 : 0
      }
      #expect(cut > 8.5, "leg \(leg): \(cut)")
    }
    for (x, y) in points { #expect(board.pixel(Int(x), Int(y)) & 255 < 16) }
  }

  /// perfect-freehand 48: a small step back at the end must not make a knob.
  @Test func aBacktrackAtTheEndStaysWithinTheLine() {
    let board = BoardScript(width: 300)
    board.stroke(line((20, 60), (220, 60)) + [(219.5, 60.2), (218.6, 60.4), (217.5, 60.3)])
    var tallest = 0.0
    for x in 20..<240 { tallest = max(tallest, board.ink(column: x)) }
    #expect(tallest < 6 * 1.15)
  }

  @Test func aMillionPointsTakeAtMost16BytesEachAndAreAllKept() {
    let channels: PointChannels = [.time, .force, .azimuth, .altitude]
    var path = StrokePath(channels: channels)
    #expect(path.bytesPerPoint == 16)
    #expect(StrokePath(channels: [.time, .width]).bytesPerPoint == 16)
    for index in 0..<Int32(1_000_000) {
      path.append(StrokePoint(x: index, y: index ^ 77, timeOffset: UInt32(index)))
    }
    #expect(path.count == 1_000_000)
    var index: Int32 = 0
    path.forEach { point in
      let expected = StrokePoint(x: index, y: index ^ 77, timeOffset: UInt32(index))
      if point != expected { Issue.record("point \(index) is \(point)") }
      index += 1
    }
    #expect(index == 1_000_000)
  }

  @Test func inkReachesTheLastOfAMillionPoints() {
    let board = BoardScript(width: 640, height: 128)
    let id = board.begin(.pen, width: 3, channels: [.time])
    var points: [StrokePoint] = []
    for index in 0..<Int32(1_000_000) {
      let step = index % 400
      points.append(
        StrokePoint(
          x: 600 + index / 25, y: 4_000 + (step < 200 ? step : 400 - step) * 10,
          timeOffset: UInt32(index)))
    }
    board.send(.strokePoints(id, points))
    board.send(.strokeEnded(id))
    let last = points[999_999]
    #expect(board.pixel(Int(last.x) / 64, Int(last.y) / 64) & 255 < 128)
  }

  @Test func aPathKeepsEveryChannelItCarries() {
    for raw in 0...PointChannels.all.rawValue {
      var path = StrokePath(channels: PointChannels(rawValue: raw))
      let full = StrokePoint(
        x: -5, y: 9, timeOffset: 77, force: 4_095, azimuth: 2_047, altitude: 3, width: 99,
        aspect: 500, opacity: 7)
      path.append(full)
      var expected = StrokePoint(x: -5, y: 9)
      if path.channels.contains(.time) { expected.timeOffset = 77 }
      if path.channels.contains(.force) { expected.force = 4_095 }
      if path.channels.contains(.azimuth) { expected.azimuth = 2_047 }
      if path.channels.contains(.altitude) { expected.altitude = 3 }
      if path.channels.contains(.width) { expected.width = 99 }
      if path.channels.contains(.aspect) { expected.aspect = 500 }
      if path.channels.contains(.opacity) { expected.opacity = 7 }
      var seen: [StrokePoint] = []
      path.forEach { seen.append($0) }
      #expect(seen == [expected])
    }
  }

  @Test func packingKeepsEveryPointOfEveryChannel() {
    var random = SeededGenerator(seed: 5)
    for raw in 0...PointChannels.all.rawValue {
      var path = StrokePath(channels: PointChannels(rawValue: raw))
      for index in 0..<20 {
        let wide = index % 3 == 0
        path.append(
          StrokePoint(
            x: wide ? .random(in: .min ... .max, using: &random) : Int32(index) * 70,
            y: wide ? .random(in: .min ... .max, using: &random) : Int32(index) * -3,
            timeOffset: .random(in: 0 ... .max, using: &random),
            force: .random(in: 0...4_095, using: &random),
            azimuth: .random(in: 0...2_047, using: &random),
            altitude: .random(in: 0...511, using: &random),
            width: .random(in: 0 ... .max, using: &random),
            aspect: .random(in: 0 ... .max, using: &random),
            opacity: .random(in: 0 ... .max, using: &random)))
      }
      var before: [StrokePoint] = []
      path.forEach { before.append($0) }
      path.pack()
      var after: [StrokePoint] = []
      path.forEach { after.append($0) }
      #expect(after == before, "channels \(raw)")
      #expect(path.count == 20)
    }
  }
}
