import TestSupport
import Testing

@testable import Strokes

/// What a page needs of a picture: its hash, a straight copy, the damage as rectangles.
@Suite struct PagePictureTests {
  @Test func theHashIsFNV1aOverSizeAndBytes() {
    // RFC 9923: the hash of no bytes, and of "a".
    var hash = FNV1a()
    #expect(hash.value == 0xCBF2_9CE4_8422_2325)
    hash.add(UInt8(ascii: "a"))
    #expect(hash.value == 0xAF63_DC4C_8601_EC8C)
    let (wide, high) = (Canvas(width: 8, height: 2), Canvas(width: 2, height: 8))
    #expect(wide.hash != high.hash)
    #expect(wide.hash == Canvas(width: 8, height: 2).hash)
  }

  @Test func everyPixelCountsInTheHash() {
    let board = BoardScript(width: 40, height: 30)
    _ = board.pixels
    let before = board.renderer.canvas.hash
    var canvas = board.renderer.canvas
    canvas.pixels[1_199] ^= 1
    #expect(canvas.hash != before)
  }

  @Test func straightPixelsComeBackWithinAStepOfWhatWasMixed() {
    for alpha in UInt32(0)...255 {
      for channel in stride(from: UInt32(0), through: 255, by: 5) {
        let colour = Colour(
          red: UInt8(channel), green: UInt8(255 - channel), blue: 7, alpha: UInt8(alpha))
        let pixel = StraightCanvas.straight(Compositor.premultiplied(colour))
        #expect(pixel >> 24 == alpha)
        guard alpha > 0 else {
          #expect(pixel == 0)
          continue
        }
        // Premultiplied channels have alpha + 1 steps.
        let step = Int(255 / alpha / 2 + 1)
        #expect(abs(Int(pixel & 255) - Int(channel)) <= step)
        #expect(abs(Int(pixel >> 8 & 255) - Int(255 - channel)) <= step)
      }
    }
  }

  @Test func aCopyThatFollowsTheDamageEqualsTheWholeCanvas() {
    for seed in UInt64(0)..<60 {
      let session = RandomSession(seed: seed)
      let renderer = BoardRenderer(
        header: session.header, width: session.width, height: session.height,
        viewport: session.viewport)
      var copy = StraightCanvas(width: session.width, height: session.height)
      for event in session.events {
        renderer.apply(event)
        let damage = renderer.render().blocks
        copy.follow(renderer.canvas, in: damage)
      }
      for (index, pixel) in renderer.canvas.pixels.enumerated()
      where copy.pixels[index] != StraightCanvas.straight(pixel) {
        Issue.record("seed \(seed): pixel \(index)")
        return
      }
    }
  }

  @Test func rectanglesCoverExactlyTheBlocksAndNoneTwice() {
    for seed in UInt64(0)..<200 {
      var random = SeededGenerator(seed: seed)
      let width = Int32.random(in: 1...200, using: &random)
      let height = Int32.random(in: 1...150, using: &random)
      var map = BlockMap(width: width, height: height)
      let density = Double(seed % 10) / 9
      for block in 0..<Int(map.columns) * Int(map.rows) where random.chance(density) {
        map.insert(block)
      }
      var covered = [Int](repeating: 0, count: Int(width) * Int(height))
      for part in map.rectangles(width: width, height: height) {
        #expect(part.width > 0 && part.height > 0)
        for y in part.y..<part.y + part.height {
          for x in part.x..<part.x + part.width { covered[Int(y * width + x)] += 1 }
        }
      }
      for y in 0..<height {
        for x in 0..<width {
          let expected = map.contains(column: x / 16, row: y / 16) ? 1 : 0
          guard covered[Int(y * width + x)] == expected else {
            Issue.record("seed \(seed): \(x), \(y)")
            return
          }
        }
      }
    }
  }

  @Test func aSolidAreaIsOneRectangle() {
    var map = BlockMap(width: 100, height: 70)
    map.insertAll()
    #expect(
      map.rectangles(width: 100, height: 70)
        == [PixelRectangle(x: 0, y: 0, width: 100, height: 70)])
  }

  @Test func aPictureFromStraightPixelsIsPremultiplied() throws {
    let picture = try #require(
      Picture(width: 2, height: 1, straight: [0xFF_03_02_01, 0x80_00_00_FF]))
    #expect(picture.pixels == [0xFF01_0203, 0x8080_0000])
    #expect(Picture(width: 2, height: 2, straight: [0]) == nil)
  }

  @Test func aHashHasThirtyTwoBytesTheFirstTheHighest() throws {
    let hash = try #require(ContentHash(bytes: Array(0..<32)))
    #expect(hash.words[0] == 0x0001_0203_0405_0607)
    #expect(hash.words[3] == 0x1819_1A1B_1C1D_1E1F)
    #expect(ContentHash(bytes: [1]) == nil)
  }
}
