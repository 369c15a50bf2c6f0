import TestSupport

@testable import MediaCore

/// Macroblocks of the kinds that a board and its extremes have.
enum VP8RandomSamples {
  enum Kind: Int, CaseIterable {
    case flat, noise, faintNoise, gradient, checker, extremes, stripes, stroke
  }

  static func samples(_ kind: Kind, _ generator: inout SeededGenerator) -> VP8Samples {
    func byte() -> UInt8 { UInt8(truncatingIfNeeded: generator.next()) }
    let colour = VP8Colour(luma: byte(), blue: byte(), red: byte())
    let other = VP8Colour(luma: byte(), blue: byte(), red: byte())
    var samples = VP8Samples(colour)
    let slope = (Int(generator.next() % 21) - 10, Int(generator.next() % 21) - 10)
    let phase = Int(generator.next() % 16)
    for y in 0..<VP8Samples.rows {
      for x in 0..<16 {
        let base = Int(samples[y][x])
        let second = y < 16 ? Int(other.luma) : Int(x < 8 ? other.blue : other.red)
        let column = y < 16 ? x : x % 8 * 2
        let line = y < 16 ? y : (y - 16) * 2
        let value: Int =
          switch kind {
          case .flat: base
          case .noise: Int(byte())
          case .faintNoise: base + Int(byte() % 7) - 3
          case .gradient: base + slope.0 * column + slope.1 * line
          case .checker: (column / 2 + line / 2) % 2 == 0 ? base : second
          case .extremes: byte() & 1 == 0 ? 0 : 255
          case .stripes: (column + phase) % 2 == 0 ? 0 : 255
          case .stroke: abs(column * 2 + line - 16 - phase) < 6 ? second : base
          }
        samples[y][x] = UInt8(min(max(value, 0), 255))
      }
    }
    return samples
  }

  static func any(_ generator: inout SeededGenerator) -> VP8Samples {
    let kind = Kind(rawValue: Int(generator.next() % UInt64(Kind.allCases.count))) ?? .flat
    return samples(kind, &generator)
  }
}
