import Strokes
import TestSupport
import Testing

@Suite struct InkTests {
  private func width(_ kind: InkKind, force: UInt16, stepping: Double = 2) -> Double {
    let board = BoardScript(width: 400)
    var points: [(Double, Double)] = []
    var x = 10.0
    while x < 390 {
      points.append((x, 60))
      x += stepping
    }
    board.stroke(points, kind, width: 10, channels: [.time, .force], force: force)
    return board.ink(column: 300)
  }

  @Test func thePenFollowsPressure() {
    let light = width(.pen, force: 200)
    let hard = width(.pen, force: 2_000)
    #expect(hard > light * 2)
    #expect(light > 2)
  }

  @Test func thePenThinsInFastMovement() {
    let slow = width(.pen, force: 1_024, stepping: 0.5)
    let fast = width(.pen, force: 1_024, stepping: 12)
    #expect(fast < slow * 0.85)
  }

  @Test func monolineKeepsItsWidthWithinAHundredthAtAnyForce() {
    let reference = width(.monoline, force: 1_024)
    for force in stride(from: UInt16(0), through: 4_095, by: 455) {
      #expect(abs(width(.monoline, force: force) - reference) <= reference * 0.01)
    }
  }

  @Test func monolineIgnoresForceAndSpeed() {
    let reference = width(.monoline, force: 1_024)
    #expect(abs(reference - 10) < 0.1)
    #expect(width(.monoline, force: 0) == reference)
    #expect(width(.monoline, force: 4_000, stepping: 12) == reference)
  }

  /// Excalidraw 5999, tldraw 7550: a 240 Hz pen must not look thicker than a 60 Hz one.
  @Test(arguments: InkKind.allCases)
  func thicknessDoesNotDependOnTheSamplingRate(kind: InkKind) {
    func area(_ hertz: Int) -> Double {
      let board = BoardScript(width: 300, height: 200)
      let id = board.begin(kind, width: 8, channels: [.time])
      var points: [StrokePoint] = []
      for index in 0...hertz / 2 {
        let share = Double(index) / Double(hertz / 2)
        // Half a circle by a rational parameter, so that the test needs no library.
        let t = 2 * share - 1
        let (c, s) = ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))
        points.append(
          StrokePoint(
            x: BoardUnit.quantise(100 + 90 * c)!, y: BoardUnit.quantise(100 + 90 * s)!,
            timeOffset: UInt32(share * 5_000)))
      }
      board.send(.strokePoints(id, points))
      return board.area
    }
    let (slow, fast) = (area(60), area(240))
    #expect(abs(slow - fast) < slow * 0.03, "\(slow) and \(fast)")
  }

  @Test func theMarkerIsAtLeastTwiceAsWideAcrossItsNib() {
    let board = BoardScript(width: 300, height: 300)
    board.stroke(line((30, 30), (270, 270)), .marker, colour: .black, width: 24)
    let across = board.ink(column: 150)
    let other = BoardScript(width: 300, height: 300)
    other.stroke(line((30, 270), (270, 30)), .marker, colour: .black, width: 24)
    let along = other.ink(column: 150)
    #expect(across > along * 2, "\(across) and \(along)")
  }

  @Test func theMarkerDarkensWhatLiesBelowButNotItself() {
    let yellow = Colour(red: 255, green: 210, blue: 0)
    let board = BoardScript()
    board.stroke(line((10, 60), (190, 60)), .marker, colour: yellow, width: 30)
    let once = board.pixel(100, 60)
    let selfCrossing = BoardScript()
    selfCrossing.stroke(
      line((10, 60), (190, 60)) + line((190, 60), (10, 60)), .marker, colour: yellow, width: 30)
    #expect(selfCrossing.pixel(100, 60) == once)
    board.stroke(line((10, 60), (190, 60)), .marker, colour: yellow, width: 30, author: 2)
    let twice = board.pixel(100, 60)
    #expect(twice & 255 < once & 255)
    // Black writing below stays black.
    let marked = BoardScript()
    marked.stroke(line((10, 60), (190, 60)), .monoline)
    marked.stroke(line((10, 60), (190, 60)), .marker, colour: yellow, width: 30)
    #expect(marked.pixel(100, 60) == 0xFF00_0000)
  }

  @Test func theMarkerShowsOnADarkBoard() {
    let dark = Background.colour(Colour(red: 10, green: 10, blue: 10))
    let board = BoardScript(background: dark)
    let before = board.pixel(100, 60)
    board.stroke(
      line((10, 60), (190, 60)), .marker, colour: Colour(red: 255, green: 210, blue: 0), width: 30)
    #expect(board.pixel(100, 60) >> 16 & 255 > (before >> 16 & 255) + 80)
  }

  /// Two authors draw translucent strokes over each other at the same time.
  @Test func openTranslucentStrokesOfTwoAuthorsLookLikeFinishedOnesInOrder() {
    let (red, blue) = (
      Colour(red: 255, green: 0, blue: 0, alpha: 128),
      Colour(red: 0, green: 0, blue: 255, alpha: 128)
    )
    let across = line((20, 60), (180, 60), count: 9)
    let down = line((100, 10), (100, 110), count: 9)
    let live = BoardScript()
    let first = live.begin(.marker, colour: red, width: 24, author: 1)
    let second = live.begin(.monoline, colour: blue, width: 20, author: 2)
    for index in 0..<9 {
      live.add([down[index]], to: second)
      _ = live.renderer.render()
      live.add([across[index]], to: first)
      _ = live.renderer.render()
    }
    let open = live.pixels
    live.send(.strokeEnded(second), author: 2)
    #expect(live.pixels == open)
    live.send(.strokeEnded(first), author: 1)
    #expect(live.pixels == open)
    let whole = BoardScript()
    whole.stroke(across, .marker, colour: red, width: 24)
    whole.stroke(down, .monoline, colour: blue, width: 20, author: 2)
    #expect(whole.pixels == open)
  }

  @Test func aHundredOpenStrokesLookLikeFinishedOnes() {
    let (open, closed) = (BoardScript(), BoardScript())
    var ids: [BoardID] = []
    for number in 0..<100 { ids.append(open.begin(.marker, width: 9, author: UInt32(number + 1))) }
    for part in 0..<3 {
      for (number, id) in ids.enumerated() {
        let y = Double(number)
        open.add([(20 + Double(part) * 60, y), (50 + Double(part) * 60, 119 - y)], to: id)
      }
      _ = open.renderer.render()
    }
    for number in 0..<100 {
      var points: [(Double, Double)] = []
      for part in 0..<3 {
        points.append((20 + Double(part) * 60, Double(number)))
        points.append((50 + Double(part) * 60, 119 - Double(number)))
      }
      closed.stroke(points, .marker, width: 9, author: UInt32(number + 1))
    }
    #expect(open.pixels == closed.pixels)
  }

  @Test func aPointsOwnWidthOverridesTheInk() {
    let board = BoardScript()
    let id = board.begin(.pen, width: 3, channels: [.width])
    board.send(
      .strokePoints(
        id,
        [
          StrokePoint(x: 20 * 64, y: 60 * 64, width: 20 * 64),
          StrokePoint(x: 180 * 64, y: 60 * 64, width: 20 * 64),
        ]))
    #expect(abs(board.ink(column: 100) - 20) < 0.05)
  }
}
