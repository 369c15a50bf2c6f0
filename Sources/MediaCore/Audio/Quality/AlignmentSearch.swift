/// Where a block of speech may have been heard: the search of `SpeechAlignment`, at the rate of
/// `SpeechIntelligibility`.
struct AlignmentSearch {
  struct Place: Equatable {
    /// In samples.
    var delay: Int
    /// The correlation there, up to 1.
    var likeness: Double
  }

  let sent: [Double]
  private let heard: [Double]
  private let longest: Int
  /// At a quarter of the rate, where speech has most of its energy: all delays are compared there.
  private let dullSent: [Double]
  private let dullHeard: [Double]
  /// The energy of `dullHeard` before each sample.
  private let energy: [Double]

  private static let ratio = 4
  private static let mostPlaces = 8
  /// What is less like is something else.
  private static let leastLikeness = 0.4

  init(sent: [Double], heard: [Double], longest: Int) {
    self.sent = sent
    self.heard = heard
    self.longest = longest
    let resampler = RationalResampler(from: Self.ratio, to: 1)
    dullSent = resampler.resample(sent)
    dullHeard = resampler.resample(heard)
    var (energy, sum) = ([0.0], 0.0)
    for sample in dullHeard {
      sum += sample * sample
      energy.append(sum)
    }
    self.energy = energy
  }

  /// The likeliest delays of the block of `sent` from `start`, the likeliest first. Vowels are periodic,
  /// so that a period earlier or later is always among them.
  func places(of start: Int, count: Int) -> [Place] {
    let scores = dullScores(start / Self.ratio, count / Self.ratio)
    var peaks: [Int] = []
    for lag in scores.indices where scores[lag] > Self.leastLikeness / 2 {
      let before = lag > 0 ? scores[lag - 1] : -1
      let after = lag + 1 < scores.count ? scores[lag + 1] : -1
      if scores[lag] >= before, scores[lag] > after { peaks.append(lag) }
    }
    peaks.sort { scores[$0] == scores[$1] ? $0 < $1 : scores[$0] > scores[$1] }
    var places: [Place] = []
    for peak in peaks.prefix(Self.mostPlaces) {
      var best = Place(delay: 0, likeness: -1)
      for delay in max((peak - 1) * Self.ratio, 0)...min((peak + 1) * Self.ratio, longest) {
        let likeness = likeness(start, delay, count)
        if likeness > best.likeness { best = Place(delay: delay, likeness: likeness) }
      }
      if best.likeness >= Self.leastLikeness { places.append(best) }
    }
    return places.sorted {
      $0.likeness == $1.likeness ? $0.delay < $1.delay : $0.likeness > $1.likeness
    }
  }

  private func dullScores(_ start: Int, _ count: Int) -> [Double] {
    let count = min(count, dullSent.count - start)
    var own = 0.0
    for index in start..<start + count { own += dullSent[index] * dullSent[index] }
    var scores: [Double] = []
    for lag in 0...longest / Self.ratio {
      let place = start + lag
      let inside = min(count, dullHeard.count - place)
      guard inside > 0 else { break }
      var product = 0.0
      for index in 0..<inside { product += dullSent[start + index] * dullHeard[place + index] }
      let other = energy[place + inside] - energy[place]
      scores.append(other > 0 && own > 0 ? product / (own * other).squareRoot() : 0)
    }
    return scores
  }

  /// Beyond its end what was heard is silent.
  private func likeness(_ start: Int, _ delay: Int, _ count: Int) -> Double {
    let inside = min(count, heard.count - start - delay)
    guard inside > 0 else { return 0 }
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for index in start..<start + inside {
      let (x, y) = (sent[index], heard[index + delay])
      xx += x * x
      yy += y * y
      xy += x * y
    }
    return xx > 0 && yy > 0 ? xy / (xx * yy).squareRoot() : 0
  }
}
