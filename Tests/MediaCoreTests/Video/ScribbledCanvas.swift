import Strokes
import TestSupport

/// A canvas on which a pen writes lines of loops, as a renderer of an application would: pixels and
/// the blocks that they touch.
struct ScribbledCanvas {
  let width: Int
  let height: Int
  var pixels: [UInt32]
  private var angle = 0.0
  private var penX: Double
  private var penY: Double
  private var generator: SeededGenerator
  private let ink: UInt32

  init(
    width: Int, height: Int, seed: UInt64 = 1, paper: UInt32 = 0xFFFF_FFFF,
    ink: UInt32 = 0xFF1B_2A6B
  ) {
    self.width = width
    self.height = height
    self.ink = ink
    pixels = Array(repeating: paper, count: width * height)
    generator = SeededGenerator(seed: seed)
    penX = Double(width) / 10
    penY = Double(height) / 10
  }

  /// Moves the pen on by a thirtieth of a second of quick writing.
  mutating func write() -> BlockMap {
    var blocks = BlockMap(width: Int32(width), height: Int32(height))
    for _ in 0..<32 {
      angle += 0.05 + Double(generator.next() % 100) / 4_000
      penX += 0.35
      if penX > Double(width) * 0.9 {
        penX = Double(width) / 10
        penY += 48
        if penY > Double(height) * 0.9 { penY = Double(height) / 10 + 24 }
      }
      dot(penX + 9 * sine(angle), penY + 14 * sine(angle * 0.83 + 1), radius: 1.6, &blocks)
    }
    return blocks
  }

  private func sine(_ angle: Double) -> Double {
    let turn = angle / 6.283185307
    let x = (turn - turn.rounded(.down)) * 2 - 1
    return -4 * x * (1 - x.magnitude)
  }

  mutating func dot(_ x: Double, _ y: Double, radius: Double, _ blocks: inout BlockMap) {
    let left = max(Int(x - radius - 1), 0)
    let top = max(Int(y - radius - 1), 0)
    let right = min(Int(x + radius + 1), width - 1)
    let bottom = min(Int(y + radius + 1), height - 1)
    guard left <= right, top <= bottom else { return }
    for row in top...bottom {
      for column in left...right {
        let (dx, dy) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
        let cover = min(max(radius + 0.5 - (dx * dx + dy * dy).squareRoot(), 0), 1)
        guard cover > 0 else { continue }
        let old = pixels[row * width + column]
        var new: UInt32 = 0xFF00_0000
        for shift in [UInt32(0), 8, 16] {
          let (from, to) = (Double(old >> shift & 255), Double(ink >> shift & 255))
          // Darkens only, so that overlapping dots do not thicken the edge.
          let mixed = UInt32(min(from, from + (to - from) * cover).rounded())
          new |= min(mixed, old >> shift & 255) << shift
        }
        if new != old {
          pixels[row * width + column] = new
          blocks.insert(x: Int32(column), y: Int32(row), width: 1, height: 1)
        }
      }
    }
  }
}
