internal import Glibc
internal import MediaCore

/// Something that Opus takes for a voice: a harmonic tone whose pitch and loudness move as syllables do.
struct SyntheticSpeaker {
  private var count: Int64 = 0
  private var phase = 0.0

  /// The next 20 ms, one channel at 48 kHz.
  mutating func next() -> PCMChunk {
    let first = count
    var samples: [Float] = []
    samples.reserveCapacity(960)
    for _ in 0..<960 {
      let seconds = Double(count) / 48_000
      phase += (120 + 30 * sin(seconds * 5)) / 48_000
      let loudness = max(sin(seconds * 2 * .pi * 3.5), 0)
      var value = 0.0
      for harmonic in 1...8 { value += sin(2 * .pi * phase * Double(harmonic)) / Double(harmonic) }
      samples.append(Float(0.15 * loudness * value))
      count += 1
    }
    return PCMChunk(
      samples: samples, channels: 1, rate: 48_000, time: MediaTime(count: first, rate: 48_000))
  }
}
