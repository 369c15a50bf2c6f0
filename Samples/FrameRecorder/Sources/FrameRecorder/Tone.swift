import Foundation

/// A tone of 330 Hz at 48 kHz that goes on from piece to piece.
struct Tone {
  private var count = 0

  mutating func next(_ length: Int, loudness: Float) -> [Float] {
    var samples: [Float] = []
    samples.reserveCapacity(length)
    for index in count..<count + length {
      let turn = Double(index) * 330 / 48_000
      samples.append(loudness * Float(sin(turn * 2 * Double.pi)))
    }
    count += length
    return samples
  }
}
