import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct ColourConverterTests {
  static let sizes: [(Int32, Int32)] = [
    (1, 1), (2, 2), (3, 11), (16, 1), (17, 33), (64, 48), (175, 143), (101, 1), (33, 65),
  ]

  private func allBlocks(_ width: Int32, _ height: Int32) -> BlockMap {
    var map = BlockMap(width: width, height: height)
    map.insertAll()
    return map
  }

  /// BT.601 limited range: Y = 16 + 65.5 R + 128.6 G + 25 B (ITU-R BT.601-7, 2.5.1), within rounding.
  @Test(arguments: [
    (UInt32(0xFFFF_FFFF), 235, 128, 128), (0xFF00_0000, 16, 128, 128), (0xFFFF_0000, 81, 90, 240),
    (0xFF00_FF00, 145, 54, 34), (0xFF00_00FF, 41, 240, 110), (0xFF80_8080, 126, 128, 128),
  ])
  func coloursBecomeLimitedRangeBT601(_ row: (pixel: UInt32, y: Int, u: Int, v: Int)) {
    for (width, height) in Self.sizes {
      let pixels = [UInt32](repeating: row.pixel, count: Int(width) * Int(height))
      var picture = I420Picture(width: width, height: height)
      ColourConverter.convert(
        allBlocks(width, height), of: pixels.span, stride: 4 * Int(width), into: &picture)
      for (plane, expected) in [(I420Picture.Plane.luma, row.y), (.blue, row.u), (.red, row.v)] {
        let shift = plane == .luma ? 0 : 1
        let (columns, rows) = (picture.codedWidth >> shift, picture.codedHeight >> shift)
        picture.withPlane(plane) { bytes, stride in
          for y in 0..<rows {
            for x in 0..<columns {
              let found = Int(bytes[y * stride + x])
              if abs(found - expected) > 2 {
                Issue.record("\(width)×\(height) \(plane) at \(x),\(y): \(found), not \(expected)")
                return
              }
            }
          }
        }
      }
    }
  }

  @Test(arguments: 0..<40)
  func onlyDamagedBlocksAreReadAndWritten(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let width = Int32(1 + generator.next() % 150)
    let height = Int32(1 + generator.next() % 90)
    let stride = Int(width) + Int(generator.next() % 5)
    var pixels = (0..<(stride * Int(height))).map { _ in
      UInt32(truncatingIfNeeded: generator.next())
    }
    var blocks = BlockMap(width: width, height: height)
    for index in 0..<Int(blocks.columns * blocks.rows) where generator.chance(0.4) {
      blocks.insert(index)
    }
    var whole = I420Picture(width: width, height: height)
    ColourConverter.convert(
      allBlocks(width, height), of: pixels.span, stride: 4 * stride, into: &whole)
    for y in 0..<Int(height) {
      for x in 0..<stride
      where x >= Int(width) || !blocks.contains(column: Int32(x / 16), row: Int32(y / 16)) {
        pixels[y * stride + x] = 0x5EC2_E7AA
      }
    }
    var partial = I420Picture(width: width, height: height)
    ColourConverter.convert(blocks, of: pixels.span, stride: 4 * stride, into: &partial)
    for plane in I420Picture.Plane.allCases {
      let side = plane == .luma ? 16 : 8
      let wanted = whole.withPlane(plane) { bytes, _ in copy(bytes) }
      let found = partial.withPlane(plane) { bytes, _ in copy(bytes) }
      let rowBytes = plane == .luma ? whole.lumaStride : whole.chromaStride
      let untouched: UInt8 = plane == .luma ? 16 : 128
      for y in 0..<(Int(blocks.rows) * side) {
        for x in 0..<(Int(blocks.columns) * side) {
          let isDamaged = blocks.contains(column: Int32(x / side), row: Int32(y / side))
          let expected = isDamaged ? wanted[y * rowBytes + x] : untouched
          if found[y * rowBytes + x] != expected {
            Issue.record("seed \(seed) \(width)×\(height) \(plane) at \(x),\(y)")
            return
          }
        }
      }
    }
  }

  @Test func theLastColumnAndRowAreRepeatedToWholeBlocks() {
    let (width, height) = (Int32(19), Int32(21))
    var generator = SeededGenerator(seed: 7)
    let pixels = (0..<Int(width * height)).map { _ in UInt32(truncatingIfNeeded: generator.next()) }
    var picture = I420Picture(width: width, height: height)
    ColourConverter.convert(
      allBlocks(width, height), of: pixels.span, stride: 4 * 19, into: &picture)
    picture.withPlane(.luma) { bytes, stride in
      for y in 0..<32 {
        for x in 0..<32 {
          #expect(bytes[y * stride + x] == bytes[min(y, 20) * stride + min(x, 18)])
        }
      }
    }
    picture.withPlane(.red) { bytes, stride in
      for y in 0..<16 {
        for x in 0..<16 {
          #expect(bytes[y * stride + x] == bytes[min(y, 10) * stride + min(x, 9)])
        }
      }
    }
  }
}
