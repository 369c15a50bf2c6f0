import Strokes
import TestSupport
import Testing

@testable import MediaCore

@Suite struct PictureComparisonTests {
  @Test func everyBlockOfTheFirstFrameIsDamaged() {
    var comparison = PictureComparison(width: 33, height: 17)
    let pixels = [UInt32](repeating: 0, count: 33 * 17)
    #expect(comparison.damage(of: pixels.span, stride: 4 * 33).count == 6)
    #expect(comparison.damage(of: pixels.span, stride: 4 * 33).isEmpty)
  }

  @Test(arguments: 0..<60)
  func exactlyTheBlocksThatDifferAreFound(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let width = Int(1 + generator.next() % 200)
    let height = Int(1 + generator.next() % 70)
    let stride = width + Int(generator.next() % 3)
    var pixels = (0..<(stride * height)).map { _ in UInt32(truncatingIfNeeded: generator.next()) }
    var comparison = PictureComparison(width: Int32(width), height: Int32(height))
    _ = comparison.damage(of: pixels.span, stride: 4 * stride)
    for _ in 0..<10 {
      var expected = BlockMap(width: Int32(width), height: Int32(height))
      for _ in 0..<Int(generator.next() % 6) {
        let x = Int(generator.next() % UInt64(width))
        let y = Int(generator.next() % UInt64(height))
        // One bit of one pixel is enough.
        pixels[y * stride + x] ^= 1 << UInt32(generator.next() % 32)
        expected.insert(x: Int32(x), y: Int32(y), width: 1, height: 1)
      }
      let found = comparison.damage(of: pixels.span, stride: 4 * stride)
      // A bit may have been turned back; then the block is rightly not found.
      for index in found.indices { #expect(expected.contains(index)) }
      #expect(found.count <= expected.count)
      #expect(comparison.damage(of: pixels.span, stride: 4 * stride).isEmpty)
    }
  }

  @Test(arguments: [(1, 1), (40, 16), (33, 17), (200, 70)])
  func bandsFindWhatWholeFramesDo(_ size: (Int, Int)) {
    let (width, height) = size
    var generator = SeededGenerator(seed: 8)
    var pixels = [UInt32](repeating: 7, count: width * height)
    var whole = PictureComparison(width: Int32(width), height: Int32(height))
    var banded = whole
    for _ in 0..<20 {
      var found = BlockMap(width: Int32(width), height: Int32(height))
      for row in stride(from: 0, to: height, by: 16) {
        let rows = row..<min(row + 16, height)
        let band = Array(pixels[rows.lowerBound * width..<rows.upperBound * width])
        banded.compare(band.span, stride: 4 * width, rows: rows, marking: &found)
      }
      #expect(found.indices == whole.damage(of: pixels.span, stride: 4 * width).indices)
      #expect(banded.pixels == pixels)
      for _ in 0..<3 { pixels[Int(generator.next() % UInt64(pixels.count))] &+= 1 }
    }
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 11), (17, 33), (175, 143)])
  func packedPlanesUpdateAPictureBlockByBlock(_ size: (Int, Int)) {
    let (width, height) = (Int32(size.0), Int32(size.1))
    var generator = SeededGenerator(seed: 3)
    var frame = (0..<I420Picture.packedSize(width: width, height: height)).map { _ in
      UInt8(truncatingIfNeeded: generator.next())
    }
    var picture = I420Picture(width: width, height: height)
    _ = picture.update(packed: frame.span)
    #expect(picture.update(packed: frame.span).isEmpty)
    for _ in 0..<20 {
      let place = Int(generator.next() % UInt64(frame.count))
      frame[place] ^= 0x40
      let found = picture.update(packed: frame.span)
      #expect(found.count == 1)
      let luma = Int(width * height)
      let columns = place < luma ? Int(width) : Int(width + 1) / 2
      let offset = place < luma ? place : (place - luma) % (columns * (Int(height + 1) / 2))
      let side = place < luma ? 16 : 8
      #expect(
        found.contains(
          column: Int32(offset % columns / side), row: Int32(offset / columns / side)))
    }
    let kept = picture.withPlane(.luma) { bytes, stride in
      (0..<Int(width * height)).map { bytes[$0 / Int(width) * stride + $0 % Int(width)] }
    }
    #expect(kept == Array(frame[..<Int(width * height)]))
  }
}
