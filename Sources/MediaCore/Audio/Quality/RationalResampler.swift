internal import Glibc

/// Changes the rate of a whole signal by a ratio, without delay: a sinc filter in Kaiser's window, whose
/// design is that of Octave's `resample`, which published intelligibility scores were computed with.
struct RationalResampler {
  private let up: Int
  private let down: Int
  /// Symmetric, an odd number.
  private let filter: [Double]

  init(from: Int, to: Int) {
    precondition(from > 0 && to > 0)
    let divisor = Self.greatestCommonDivisor(from, to)
    (up, down) = (to / divisor, from / divisor)
    // 60 dB of rejection, a transition of a tenth of the cutoff.
    let cutoff = 1 / (2 * Double(max(up, down)))
    let rejection = 60.0
    let half = Int(((rejection - 8) / (28.714 * cutoff / 10)).rounded(.up))
    let shape = 0.1102 * (rejection - 8.7)
    var filter: [Double] = []
    var sum = 0.0
    for index in -half...half {
      let x = 2 * cutoff * Double(index) * .pi
      let sinc = index == 0 ? 1 : sin(x) / x
      let position = Double(index) / Double(half)
      let window = Self.besselI0(shape * (1 - position * position).squareRoot())
      filter.append(sinc * window)
      sum += sinc * window
    }
    self.filter = filter.map { [up] in $0 / sum * Double(up) }
  }

  /// Sample n is at the time n · from / to of the signal, which is silent before and after.
  func resample(_ samples: [Double]) -> [Double] {
    guard up != down else { return samples }
    let half = filter.count / 2
    let count = (samples.count * up + down - 1) / down
    var output = [Double](repeating: 0, count: count)
    for index in 0..<count {
      let centre = index * down
      // Samples k with |centre − k · up| ≤ half.
      let first = max((centre - half + up - 1) / up, 0)
      let last = min((centre + half) / up, samples.count - 1)
      guard first <= last else { continue }
      var sum = 0.0
      var tap = half + centre - first * up
      for sample in first...last {
        sum += samples[sample] * filter[tap]
        tap -= up
      }
      output[index] = sum
    }
    return output
  }

  /// The modified Bessel function of order 0, by its series.
  private static func besselI0(_ x: Double) -> Double {
    var (sum, term, index) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= (x / (2 * index)) * (x / (2 * index))
      sum += term
      index += 1
    }
    return sum
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}
