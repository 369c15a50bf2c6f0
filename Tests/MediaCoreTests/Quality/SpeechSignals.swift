import Glibc
import TestSupport

@testable import MediaCore

/// Signals that change like speech, and what networks make of them. A script of the same steps in
/// Python gave pystoi the same samples.
enum SpeechSignals {
  static let rate = 48_000
  static let count = 3 * rate

  static func noise(seed: UInt64) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in 2 * (Double(generator.next() >> 11) * 0x1p-53) - 1 }
  }

  /// Dull noise in 3.7 syllables a second, with a pause from 1.4 to 1.8 s.
  static let speech: [Float] = {
    var (samples, low): ([Float], Double) = ([], 0)
    for (index, value) in noise(seed: 1).enumerated() {
      low = 0.9 * low + 0.1 * value
      let time = Double(index) / Double(rate)
      var envelope = max(0, sin(2 * .pi * 3.7 * time))
      if (1.4..<1.8).contains(time) { envelope *= 1e-4 }
      samples.append(Float(low * envelope))
    }
    return samples
  }()

  static func noisy(_ level: Float) -> [Float] {
    zip(speech, noise(seed: 2)).map { $0 + level * Float($1) }
  }

  /// Packets of 20 ms are lost with the given chance.
  static func cut(_ chance: Double) -> [Float] {
    var generator = SeededGenerator(seed: 3)
    var samples = speech
    for packet in 0..<count / 960 where generator.chance(chance) {
      for index in packet * 960..<packet * 960 + 960 { samples[index] = 0 }
    }
    return samples
  }
}
