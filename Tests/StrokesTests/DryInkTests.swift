import Strokes
import TestSupport
import Testing

/// Pencil and crayon: tilt, force, and the grain of the paper.
@Suite struct DryInkTests {
  /// Holds a pen the same way along a horizontal stroke at y = 100.
  private func held(
    _ kind: InkKind, width: Double, degrees: Double = 90, force: Double = 1,
    viewport: Viewport = .identity, height: Int32 = 200
  ) -> BoardScript {
    let board = BoardScript(width: 600, height: height, viewport: viewport)
    let id = board.begin(kind, width: width, channels: [.time, .force, .altitude])
    var points: [StrokePoint] = []
    for index in 0..<140 {
      points.append(
        StrokePoint(
          x: Int32(20 + index * 4) * 64, y: 100 * 64, timeOffset: UInt32(index) * 42,
          force: UInt16(force * 1_024), altitude: UInt16(degrees / 90 * 511)))
    }
    board.send(.strokePoints(id, points))
    board.send(.strokeEnded(id))
    return board
  }

  private func darkness(_ pixel: UInt32) -> Double { 1 - Double(pixel & 255) / 255 }

  /// Rows in which any ink was left.
  private func thickness(_ board: BoardScript) -> Int {
    let pixels = board.pixels
    var rows = 0
    for y in 0..<200 {
      var isInked = false
      for x in 60..<540 where darkness(pixels[y * 600 + x]) > 0.1 { isInked = true }
      rows += isInked ? 1 : 0
    }
    return rows
  }

  /// Mean darkness within `reach` of the middle of the stroke.
  private func tone(_ board: BoardScript, reach: Int) -> Double {
    let pixels = board.pixels
    var sum = 0.0
    for y in 100 - reach..<100 + reach {
      for x in 60..<540 { sum += darkness(pixels[y * 600 + x]) }
    }
    return sum / Double(480 * 2 * reach)
  }

  @Test func aTiltedPencilIsAtLeastTwiceAsWide() {
    for width in [2.4, 6, 16] {
      let upright = thickness(held(.pencil, width: width, degrees: 90))
      let tilted = thickness(held(.pencil, width: width, degrees: 30))
      #expect(tilted >= 2 * upright, "\(width) px: \(upright) and \(tilted) rows")
    }
    // In between it widens with every degree.
    var last = 0
    for degrees in stride(from: 90.0, through: 10, by: -20) {
      let now = thickness(held(.pencil, width: 8, degrees: degrees))
      #expect(now >= last)
      last = now
    }
  }

  @Test func thePencilsOpacityFollowsForce() {
    var last = 0.0
    for force in [0.1, 0.4, 0.8, 1.2, 1.6] {
      let now = tone(held(.pencil, width: 12, force: force), reach: 2)
      #expect(now > last + 0.03, "force \(force): \(now) after \(last)")
      last = now
    }
    let (light, hard) = (
      tone(held(.pencil, width: 12, force: 0.2), reach: 2),
      tone(held(.pencil, width: 12, force: 1.8), reach: 2)
    )
    #expect(light > 0.05)
    #expect(hard > 0.85)
    #expect(hard > light * 3)
  }

  @Test func aPointsOwnOpacityReplacesTheLawOfForce() {
    func tone(_ opacity: UInt8) -> Double {
      let board = BoardScript(width: 600, height: 200)
      let id = board.begin(.pencil, width: 12, channels: [.force, .opacity])
      var points: [StrokePoint] = []
      for index in 0..<140 {
        points.append(
          StrokePoint(x: Int32(20 + index * 4) * 64, y: 100 * 64, force: 50, opacity: opacity))
      }
      board.send(.strokePoints(id, points))
      return self.tone(board, reach: 2)
    }
    #expect(tone(128) > 0.9)
    #expect(tone(40) < 0.5)
    #expect(tone(0) == 0)
  }

  @Test func theCrayonWidensWithForceAndTilt() {
    let plain = thickness(held(.crayon, width: 24))
    #expect(thickness(held(.crayon, width: 24, force: 2)) > plain)
    #expect(Double(thickness(held(.crayon, width: 24, degrees: 20))) > 1.4 * Double(plain))
  }

  // MARK: Grain

  /// Distance along a row at which the pattern of the paper no longer resembles itself.
  private func grainLength(_ board: BoardScript) -> Double {
    let pixels = board.pixels
    var values: [Double] = []
    var mean = 0.0
    for y in 97..<103 {
      for x in 60..<540 { values.append(darkness(pixels[y * 600 + x])) }
    }
    for value in values { mean += value / Double(values.count) }
    func correlation(_ shift: Int) -> Double {
      var (sum, count) = (0.0, 0)
      for row in 0..<6 {
        for x in 0..<480 - shift {
          sum += (values[row * 480 + x] - mean) * (values[row * 480 + x + shift] - mean)
          count += 1
        }
      }
      return sum / Double(count)
    }
    let variance = correlation(0)
    var length = 0.0
    for shift in 0..<20 {
      let share = correlation(shift) / variance
      if share < 0.1 { break }
      length += share
    }
    return length
  }

  @Test func crayonAndPencilDifferInCoverageAndInTheScaleOfTheirGrain() {
    let pencil = held(.pencil, width: 14, force: 0.7)
    let crayon = held(.crayon, width: 14, force: 0.7)
    let (fine, coarse) = (grainLength(pencil), grainLength(crayon))
    #expect(coarse > fine * 1.3, "grain of \(fine) and \(coarse) px")
    // Wax covers or it does not; graphite has every shade between.
    func bareAndFull(_ board: BoardScript) -> (bare: Double, full: Double, between: Double) {
      let pixels = board.pixels
      var (bare, full, between) = (0.0, 0.0, 0.0)
      for y in 98..<102 {
        for x in 60..<540 {
          let dark = darkness(pixels[y * 600 + x])
          if dark < 0.08 { bare += 1 } else if dark > 0.8 { full += 1 } else { between += 1 }
        }
      }
      let all = 480.0 * 4
      return (bare / all, full / all, between / all)
    }
    let (graphite, wax) = (bareAndFull(pencil), bareAndFull(crayon))
    #expect(wax.bare > 0.05 && wax.full > 0.35, "\(wax)")
    #expect(graphite.between > wax.between * 1.5, "\(graphite) and \(wax)")
  }

  @Test(arguments: [InkKind.pencil, .crayon, .watercolor])
  func grainMovesWithTheBoardUnderPan(kind: InkKind) {
    let here = held(kind, width: 20, force: 0.6).pixels
    let shift = Viewport(scale: 1, offsetX: -37, offsetY: 11)
    let moved = held(kind, width: 20, force: 0.6, viewport: shift).pixels
    for y in 60..<140 {
      for x in 60..<540 {
        guard here[y * 600 + x] == moved[(y + 11) * 600 + x - 37] else {
          Issue.record("\(x), \(y) differs")
          return
        }
      }
    }
  }

  /// Where the paper is bare at one scale it is bare at another.
  @Test(arguments: [InkKind.pencil, .crayon])
  func grainGrowsWithTheBoardUnderZoom(kind: InkKind) {
    let here = held(kind, width: 20, force: 0.6).pixels
    let doubled = Viewport(scale: 2, offsetX: -300, offsetY: -100)
    let zoomed = held(kind, width: 20, force: 0.6, viewport: doubled).pixels
    var (agree, count, mean) = (0.0, 0.0, 0.0)
    for y in 92..<108 { for x in 200..<400 { mean += darkness(here[y * 600 + x]) / 3_200 } }
    for y in 92..<108 {
      for x in 200..<400 {
        let (zx, zy) = (2 * x - 300, 2 * y - 100)
        var there = 0.0
        for place in [0, 1, 600, 601] { there += darkness(zoomed[zy * 600 + zx + place]) / 4 }
        agree += (darkness(here[y * 600 + x]) > mean) == (there > mean) ? 1 : 0
        count += 1
      }
    }
    #expect(agree / count > 0.85, "\(agree / count)")
  }

  /// Seen from far away the paper blurs; the tone stays what it was.
  @Test(arguments: [InkKind.pencil, .crayon], [0.35, 0.8, 1.3])
  func toneStaysUnderZoom(kind: InkKind, force: Double) {
    let near = tone(held(kind, width: 160, force: force), reach: 56)
    let far = held(
      kind, width: 160, force: force, viewport: Viewport(scale: 0.25, offsetX: 0, offsetY: 75)
    ).pixels
    var sum = 0.0
    for y in 88..<112 { for x in 20..<130 { sum += darkness(far[y * 600 + x]) / 2_640 } }
    #expect(abs(sum - near) < 0.06, "\(near) near, \(sum) far")
  }

  @Test func aCopyThatIsMovedTakesThePaperWhereItLies() {
    let board = held(.crayon, width: 20, force: 0.6, height: 300)
    let alone = held(.crayon, width: 20, force: 0.6, height: 300)
    let item = BoardID(author: AuthorID(1), number: 1)
    let down = AffineTransform.translation(x: 0, y: 60)
    board.act { .transformed($0, items: [item], down) }
    let fresh = BoardScript(width: 600, height: 300)
    let id = fresh.begin(.crayon, width: 20, channels: [.time, .force, .altitude])
    var points: [StrokePoint] = []
    for index in 0..<140 {
      points.append(
        StrokePoint(
          x: Int32(20 + index * 4) * 64, y: 160 * 64, timeOffset: UInt32(index) * 42,
          force: UInt16(0.6 * 1_024), altitude: 511))
    }
    fresh.send(.strokePoints(id, points))
    #expect(board.pixels == fresh.pixels)
    #expect(board.pixels != alone.pixels)
  }
}
