internal import Glibc

/// Where somebody speaks in a whole recording of 48 kHz, mono, and how loud.
///
/// A block is speech when it is not far below the loudest one and clearly above the noise between the
/// words; a recording without pauses is all speech.
package struct SpeechActivity: Sendable {
  /// Samples: 20 ms.
  package static let blockSize = 960

  /// Of each block, the last of which may be shorter.
  package let isActive: [Bool]
  /// Mean squares of the blocks.
  package let energies: [Float]

  /// Decibels, as ratios of energy: speech is 35 below the loudest at most, and 9 above the noise, if
  /// that is not nearer than 15 to the loudest.
  private static let softest: Float = 3.2e-4
  private static let margin: Float = 7.9
  private static let loudestLimit: Float = 3.2e-2
  /// Nothing so soft is speech: 70 dB below full scale.
  private static let silence: Float = 1e-7
  /// The noise is what the softest tenth of the blocks does not exceed.
  private static let noisePart = 10

  package init(_ samples: [Float]) {
    var energies: [Float] = []
    energies.reserveCapacity(samples.count / Self.blockSize + 1)
    for start in stride(from: 0, to: samples.count, by: Self.blockSize) {
      let end = min(start + Self.blockSize, samples.count)
      var energy: Float = 0
      for index in start..<end { energy += samples[index] * samples[index] }
      energies.append(energy / Float(end - start))
    }
    let loudest = energies.max() ?? 0
    let noise = energies.isEmpty ? 0 : energies.sorted()[energies.count / Self.noisePart]
    let least = max(
      min(max(loudest * Self.softest, noise * Self.margin), loudest * Self.loudestLimit),
      Self.silence)
    isActive = energies.map { $0 > least }
    self.energies = energies
  }

  package var activeBlocks: Int { isActive.count { $0 } }

  /// Seconds in which somebody speaks.
  package var duration: Double {
    Double(activeBlocks) * Double(Self.blockSize) / 48_000
  }

  /// Root mean square of what is spoken, in decibels to full scale; nil when nobody speaks.
  package var level: Float? {
    let energy = zip(energies, isActive).reduce(Float(0)) { $1.1 ? $0 + $1.0 : $0 }
    return activeBlocks == 0 ? nil : 10 * log10(energy / Float(activeBlocks))
  }

  /// The samples, which this was made of, with their speech at `level`, in decibels to full scale, or as
  /// near to it as their peaks allow: these stay 1 dB below it.
  package func normalised(_ samples: [Float], to level: Float) -> [Float] {
    guard let current = self.level else { return samples }
    let peak = samples.reduce(Float(0)) { max($0, $1.magnitude) }
    let gain = min(pow(10, (level - current) / 20), 0.891 / peak)
    return samples.map { $0 * gain }
  }
}
