internal import Glibc

/// How well speech can be understood: the short-time objective intelligibility measure (STOI) of Taal,
/// Hendriks, Heusdens and Jensen, "An Algorithm for Intelligibility Prediction of Time-Frequency
/// Weighted Noisy Speech", IEEE Transactions on Audio, Speech, and Language Processing 19(7), 2011.
///
/// What was heard is compared with what was sent, in 15 third-octave bands from 150 Hz, over segments
/// of 384 ms, where somebody speaks. Both have to be aligned: the same sample is the same moment.
package enum SpeechIntelligibility {
  static let rate = 10_000
  static let frameSize = 256
  static let hop = 128
  /// Frames of a segment: 384 ms.
  static let segment = 30
  /// Frames this much under the loudest are silence, in dB.
  static let dynamicRange = 40.0
  /// The bound of the signal-to-distortion ratio, in dB.
  static let bound = -15.0

  /// About 1 for speech as it was, 0 for something else. Nil with less than a segment of speech.
  package static func score(sent: [Float], heard: [Float], rate: Int) -> Double? {
    precondition(sent.count == heard.count, "aligned signals have one length")
    let resampler = RationalResampler(from: rate, to: Self.rate)
    let clean = resampler.resample(sent.map(Double.init))
    let other = resampler.resample(heard.map(Double.init))
    let (speech, degraded) = withoutSilence(clean, other)
    let bands = ThirdOctaveBands()
    let sentBands = bands.magnitudes(speech)
    let heardBands = bands.magnitudes(degraded)
    guard sentBands.count >= segment else { return nil }
    var sum = 0.0
    for end in segment...sentBands.count {
      for band in 0..<ThirdOctaveBands.count {
        sum += correlation(sentBands[end - segment..<end], heardBands[end - segment..<end], band)
      }
    }
    let segments = sentBands.count - segment + 1
    return sum / Double(segments * ThirdOctaveBands.count)
  }

  /// Hann's window without its zeros.
  static let window: [Double] = (1...frameSize).map {
    0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(frameSize + 1))
  }

  /// Frames begin at multiples of the hop; the last that would fit exactly is left out, as in the
  /// authors' own program.
  static func frameCount(_ samples: Int) -> Int {
    samples > frameSize ? (samples - frameSize + hop - 1) / hop : 0
  }

  /// Keeps the frames in which the clean signal is within the dynamic range, and joins them.
  static func withoutSilence(_ clean: [Double], _ other: [Double]) -> ([Double], [Double]) {
    var levels: [Double] = []
    for frame in 0..<frameCount(clean.count) {
      var energy = 0.0
      for index in 0..<frameSize {
        let value = clean[frame * hop + index] * window[index]
        energy += value * value
      }
      levels.append(20 * log10(energy.squareRoot() + .ulpOfOne))
    }
    guard let loudest = levels.max() else { return ([], []) }
    let kept = levels.indices.filter { levels[$0] > loudest - dynamicRange }
    let count = kept.isEmpty ? 0 : (kept.count - 1) * hop + frameSize
    var speech = [Double](repeating: 0, count: count)
    var degraded = speech
    for (place, frame) in kept.enumerated() {
      for index in 0..<frameSize {
        speech[place * hop + index] += clean[frame * hop + index] * window[index]
        degraded[place * hop + index] += other[frame * hop + index] * window[index]
      }
    }
    return (speech, degraded)
  }

  /// The correlation of one band over a segment, after the heard one was scaled to the energy of the
  /// sent one and clipped (equations 3 to 5 of the paper).
  private static func correlation(
    _ sent: ArraySlice<[Double]>, _ heard: ArraySlice<[Double]>, _ band: Int
  ) -> Double {
    var (sentEnergy, heardEnergy, sentSum) = (0.0, 0.0, 0.0)
    for (x, y) in zip(sent, heard) {
      sentEnergy += x[band] * x[band]
      heardEnergy += y[band] * y[band]
      sentSum += x[band]
    }
    let scale = sentEnergy.squareRoot() / (heardEnergy.squareRoot() + .ulpOfOne)
    let most = 1 + pow(10, -bound / 20)
    var clippedSum = 0.0
    for (x, y) in zip(sent, heard) { clippedSum += min(y[band] * scale, x[band] * most) }
    let (sentMean, clippedMean) = (sentSum / Double(segment), clippedSum / Double(segment))
    var (product, sentVariance, clippedVariance) = (0.0, 0.0, 0.0)
    for (x, y) in zip(sent, heard) {
      let a = x[band] - sentMean
      let b = min(y[band] * scale, x[band] * most) - clippedMean
      product += a * b
      sentVariance += a * a
      clippedVariance += b * b
    }
    return product
      / ((sentVariance.squareRoot() + .ulpOfOne) * (clippedVariance.squareRoot() + .ulpOfOne))
  }
}
