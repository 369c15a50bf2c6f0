import Glibc
import TestSupport

@testable import MediaCore

/// Something that a speech codec takes for speech: syllables of voiced sound with a gliding pitch and
/// a few formants, and pauses between.
enum SyntheticVoice {
  static func samples(seconds: Double, seed: UInt64 = 1, level: Float = 0.3) -> [Float] {
    var random = SeededGenerator(seed: seed)
    let count = Int(seconds * 48_000)
    var samples = [Float](repeating: 0, count: count)
    var place = 2_400
    while place < count {
      let length = Int.random(in: 6_000...14_000, using: &random)
      let (low, high) = (
        Double.random(in: 90...160, using: &random), Double.random(in: 110...210, using: &random)
      )
      let formant = Double.random(in: 400...900, using: &random)
      var weights: [Double] = []
      for harmonic in 1...12 {
        let distance = ((low + high) / 2 * Double(harmonic) - formant) / 350
        weights.append(1 / (1 + distance * distance) + 0.15 / Double(harmonic))
      }
      var phase = 0.0
      for index in 0..<length where place + index < count {
        let part = Double(index) / Double(length)
        let pitch = low + (high - low) * part
        phase += pitch / 48_000
        phase -= phase.rounded(.down)
        // sin kx from the two before it.
        let turn = 2 * cos(2 * .pi * phase)
        var (before, sine, value) = (0.0, sin(2 * .pi * phase), 0.0)
        for weight in weights {
          value += weight * sine
          (before, sine) = (sine, turn * sine - before)
        }
        let envelope = min(3 * sin(.pi * part), 1)
        samples[place + index] = level * Float(value * envelope * 0.6)
      }
      place += length + Int.random(in: 1_000...9_000, using: &random)
    }
    return samples
  }

  /// The packets of a voice, 20 ms each unless `settings` say otherwise.
  static func packets(
    _ samples: [Float], _ settings: OpusSettings = SyntheticVoice.settings
  ) throws -> [[UInt8]] {
    var encoder = try OpusEncoder(settings)
    let size = settings.frameSize * Int(settings.channels)
    var packets: [[UInt8]] = []
    var place = 0
    while place + size <= samples.count {
      packets.append(try encoder.encode(Array(samples[place..<place + size])))
      place += size
    }
    return packets
  }

  /// Twenty seconds, with and without redundancy.
  static let plain = Result { try packets(samples(seconds: 20), settings) }
  static let robust = Result { try packets(samples(seconds: 20), redundant) }

  static let settings = OpusSettings(complexity: 0, purpose: .call)
  static let redundant = OpusSettings(
    complexity: 0, purpose: .call, hasRedundancy: true, expectedLoss: 20)
}

/// How like two signals are, −1 to 1.
func correlation(_ left: ArraySlice<Float>, _ right: ArraySlice<Float>) -> Float {
  var (product, first, second): (Float, Float, Float) = (0, 1e-9, 1e-9)
  for (one, two) in zip(left, right) {
    product += one * two
    first += one * one
    second += two * two
  }
  return product / (first * second).squareRoot()
}

/// The largest step from a sample to the next.
func largestStep(_ samples: ArraySlice<Float>) -> Float {
  var largest: Float = 0
  for index in samples.indices.dropFirst() {
    largest = max(largest, abs(samples[index] - samples[index - 1]))
  }
  return largest
}

/// Root mean square.
func power(_ samples: ArraySlice<Float>) -> Float {
  var sum: Float = 0
  for sample in samples { sum += sample * sample }
  return (sum / Float(max(samples.count, 1))).squareRoot()
}
