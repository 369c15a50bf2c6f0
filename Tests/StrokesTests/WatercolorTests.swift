import Strokes
import TestSupport
import Testing

/// Watercolour: a wash with a rim, that lets through what lies below.
@Suite struct WatercolorTests {
  private let blue = Colour(red: 28, green: 110, blue: 200)

  private func luma(_ pixel: UInt32) -> Double {
    0.299 * Double(pixel >> 16 & 255) + 0.587 * Double(pixel >> 8 & 255)
      + 0.114 * Double(pixel & 255)
  }

  private func wash(
    width: Double = 50, background: Background = .colour(.white), colour: Colour? = nil
  ) -> BoardScript {
    let board = BoardScript(width: 400, height: 200, background: background)
    board.stroke(
      line((20, 100), (380, 100), count: 90), .watercolor, colour: colour ?? blue, width: width)
    return board
  }

  /// Mean luma of a row away from the ends.
  private func luma(_ board: BoardScript, row: Int) -> Double {
    let pixels = board.pixels
    var sum = 0.0
    for x in 80..<320 { sum += luma(pixels[row * 400 + x]) }
    return sum / 240
  }

  @Test(arguments: [10.0, 24, 50, 80])
  func theRimIsAtLeastATenthDarkerThanTheMiddle(width: Double) {
    for colour in [blue, .black, Colour(red: 200, green: 40, blue: 60)] {
      let board = wash(width: width, colour: colour)
      let middle = luma(board, row: 100)
      var rim = middle
      for row in 100 - Int(width / 2)..<100 { rim = min(rim, luma(board, row: row)) }
      #expect(rim <= 0.9 * middle, "\(width) px: rim \(rim), middle \(middle)")
    }
  }

  @Test func theRimFollowsTheOutsideOfAStrokeThatCrossesItself() {
    let board = BoardScript(width: 400, height: 200)
    board.stroke(
      [(60, 100), (340, 100), (340, 40), (200, 40), (200, 180)], .watercolor, colour: blue,
      width: 40)
    // Where it crosses itself no rim is left inside.
    let plain = luma(board.pixel(120, 100))
    for place in [(190, 90), (210, 110), (200, 100), (180, 100), (220, 100)] {
      #expect(abs(luma(board.pixel(place.0, place.1)) - plain) < 12)
    }
  }

  @Test func twoStrokesAccumulate() {
    let board = wash()
    let once = luma(board, row: 100)
    board.stroke(
      line((20, 100), (380, 100), count: 90), .watercolor, colour: blue, width: 50, author: 2)
    let twice = luma(board, row: 100)
    #expect(twice < once * 0.92, "\(once) and \(twice)")
    #expect(once < 250)
  }

  @Test func whatLiesBelowShowsThrough() {
    let board = BoardScript(width: 400, height: 200)
    board.stroke(line((200, 20), (200, 180)), .monoline, width: 8)
    board.stroke(line((20, 100), (380, 100)), .watercolor, colour: blue, width: 50)
    #expect(luma(board.pixel(200, 100)) < 20)
    #expect(luma(board.pixel(120, 100)) > 150)
  }

  @Test func itShowsOnADarkBoard() {
    let dark = wash(background: .colour(Colour(red: 12, green: 14, blue: 18)))
    let middle = luma(dark, row: 100)
    #expect(middle > 30)
    var rim = middle
    for row in 75..<100 { rim = max(rim, luma(dark, row: row)) }
    #expect(rim >= middle * 1.1)
  }

  @Test func itsEdgeIsSoftAndItsWidthFollowsPressure() {
    func thickness(force: UInt16) -> Int {
      let board = BoardScript(width: 400, height: 200)
      board.stroke(
        line((20, 100), (380, 100), count: 90), .watercolor, colour: blue, width: 50,
        channels: [.force], force: force)
      let pixels = board.pixels
      var rows = 0
      for y in 0..<200 where pixels[y * 400 + 200] != 0xFFFF_FFFF { rows += 1 }
      return rows
    }
    #expect(abs(thickness(force: 1_024) - 50) <= 2)
    #expect(Double(thickness(force: 200)) < 0.8 * Double(thickness(force: 1_024)))
    #expect(thickness(force: 2_000) > 60)
    // From bare paper to the rim there are steps, not one.
    let board = wash()
    var shades: Set<Int> = []
    for row in 74..<84 { shades.insert(Int(luma(board, row: row) / 6)) }
    #expect(shades.count >= 4)
  }
}
