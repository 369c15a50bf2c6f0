import TestSupport

/// Raw BGRA frames of 160×96 in which something moves all the time, more noise the higher `noise`.
struct MovingFrames {
  static let size = "160x96"
  static let byteCount = 160 * 96 * 4

  private var generator: SeededGenerator
  private let noise: Int
  private var number = 0
  private var frame = [UInt8](repeating: 240, count: MovingFrames.byteCount)

  /// - Parameter noise: bytes that change at random in each frame.
  init(seed: UInt64, noise: Int = 200) {
    generator = SeededGenerator(seed: seed)
    self.noise = noise
  }

  mutating func next() -> [UInt8] {
    let column = number % 160
    for row in 20..<60 {
      let place = (row * 160 + column) * 4
      for channel in 0..<3 { frame[place + channel] = UInt8(number & 0x7F) }
    }
    for _ in 0..<noise {
      let place = Int(generator.next() % UInt64(frame.count))
      frame[place] = UInt8(truncatingIfNeeded: generator.next())
    }
    number += 1
    return frame
  }

  /// The options that say what they are.
  static let options = ["--frames", "-", "--format", "bgra", "--size", size, "--fps", "30"]
}
