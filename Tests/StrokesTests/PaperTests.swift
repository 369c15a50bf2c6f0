import Testing

@testable import Strokes

@Suite struct PaperTests {
  @Test func everyDepthOccursEquallyOften() {
    var counts = [Int](repeating: 0, count: 256)
    for depth in Paper.depths { counts[Int(depth)] += 1 }
    #expect(Paper.depths.count == 65_536)
    for count in counts { #expect(count == 256) }
  }

  /// It is paper, not noise: neighbours are alike, and it has no seam where it repeats.
  @Test func neighboursAreAlikeAcrossTheSeamToo() {
    func meanStep(_ column: Int) -> Double {
      var sum = 0.0
      for row in 0..<256 {
        let here = Int(Paper.depths[row * 256 + column])
        sum += Double(abs(here - Int(Paper.depths[row * 256 + (column + 1) % 256])))
      }
      return sum / 256
    }
    // Two independent depths would be 85 apart.
    for column in 0..<256 { #expect(meanStep(column) < 65) }
  }

  @Test func theSharePaintedIsKnownFromTheCoverage() {
    for (grain, value) in [(Grain.wax, 80), (.wax, 160), (.graphite, 100), (.graphite, 200)] {
      let sampler = GrainSampler(grain, boardStep: 64)
      var sum = 0.0
      for block in 0..<64 {
        var cover = [UInt8](repeating: UInt8(value), count: 256)
        sampler.apply(to: &cover, x: Double(block % 8) * 1_024, y: Double(block / 8) * 1_024)
        for pixel in cover { sum += Double(pixel) / 255 / 64 / 256 }
      }
      let far = GrainSampler(grain, boardStep: 6_400)
      var cover = [UInt8](repeating: UInt8(value), count: 256)
      far.apply(to: &cover, x: 0, y: 0)
      var mean = 0.0
      for pixel in cover { mean += Double(pixel) / 255 / 256 }
      #expect(abs(mean - sum) < 0.06, "\(value): \(sum) near, \(mean) far")
    }
  }

  @Test func placesWithoutEndAndWithoutNumberAreAnswered() {
    for place in [1e300, -1e300, .infinity, -.infinity, .nan, 9e18, -4e12] {
      for step in [1e-9, 64, 1e12] {
        let sampler = GrainSampler(.wax, boardStep: step)
        var cover = [UInt8](repeating: 200, count: 256)
        sampler.apply(to: &cover, x: place, y: place)
        #expect(cover.count == 256)
      }
    }
  }

  @Test func directionsAreUnitVectorsInOrder() {
    #expect(Direction.unit(0) == (1, 0))
    #expect(Direction.unit(512) == (0, 1))
    #expect(Direction.unit(1_024) == (-1, 0))
    #expect(Direction.unit(1_536) == (0, -1))
    #expect(abs(Direction.unit(256).x - 0.707_106_781_186_547_6) < 1e-15)
    #expect(abs(Direction.unit(171).x - 0.865_513_624_330_276) < 1e-4)
    for steps in UInt16(0)..<2_048 {
      let (x, y) = Direction.unit(steps)
      #expect(abs(x * x + y * y - 1) < 1e-14)
      // The next direction lies a step further on: a cross product of sin(2π/2 048).
      let next = Direction.unit((steps + 1) % 2_048)
      #expect(abs(x * next.y - y * next.x - 0.003_067_956_762_965_976) < 1e-14)
    }
  }
}

extension GrainSampler {
  /// The paper that lies below a block with its corner at `x`, `y` shows in its coverage.
  fileprivate func apply(to cover: inout [UInt8], x: Double, y: Double) {
    var depths: [UInt8] = []
    read(into: &depths, x: x, y: y)
    apply(to: &cover, depths: depths, at: 0)
  }
}
