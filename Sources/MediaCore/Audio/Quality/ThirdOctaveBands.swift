internal import Glibc

/// The 15 third-octave bands of STOI, from 150 Hz to 3.8 kHz at 10 kHz (section II of the paper).
struct ThirdOctaveBands {
  static let count = 15
  private static let lowest = 150.0
  private static let transformSize = 512

  private let transform = FourierTransform(count: transformSize)
  /// The bins of each band, beginning and end at the ones nearest to the band's edges.
  private let bins: [Range<Int>]

  init() {
    let width = Double(SpeechIntelligibility.rate) / Double(Self.transformSize)
    bins = (0..<Self.count).map { band in
      let low = Self.lowest * pow(2, (2 * Double(band) - 1) / 6)
      let high = Self.lowest * pow(2, (2 * Double(band) + 1) / 6)
      return Int((low / width).rounded())..<Int((high / width).rounded())
    }
  }

  /// The magnitudes, by frame and band.
  ///
  /// One complex transform would do for two signals at once, but the rounding errors of one would stand
  /// in the other: to a score that knows no loudness, silence would be a faint copy of the speech.
  func magnitudes(_ samples: [Double]) -> [[Double]] {
    var frames: [[Double]] = []
    var real = [Double](repeating: 0, count: Self.transformSize)
    var imaginary = real
    let (window, hop) = (SpeechIntelligibility.window, SpeechIntelligibility.hop)
    for frame in 0..<SpeechIntelligibility.frameCount(samples.count) {
      for index in 0..<Self.transformSize {
        real[index] = index < window.count ? samples[frame * hop + index] * window[index] : 0
        imaginary[index] = 0
      }
      transform.transform(&real, &imaginary)
      var magnitudes: [Double] = []
      for range in bins {
        var power = 0.0
        for bin in range { power += real[bin] * real[bin] + imaginary[bin] * imaginary[bin] }
        magnitudes.append(power.squareRoot())
      }
      frames.append(magnitudes)
    }
    return frames
  }
}
