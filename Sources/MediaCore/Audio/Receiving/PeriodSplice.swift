/// Makes sound shorter or longer at the same pitch by taking out or repeating one period of it, or of
/// noise a stretch that looks like its neighbour (WSOLA). The join is a cross-fade over the whole
/// period: there is no step that the sound does not have.
struct PeriodSplice: Sendable {
  enum Direction: Sendable {
    case shorter
    case longer
  }

  /// 2.5 to 15 ms at 48 kHz: pitches from 67 to 400 Hz, or several periods at once.
  static let shortest = 120
  static let longest = 720
  /// What it wants to choose from: 30 ms. With less it only tries shorter periods.
  static let wanted = 2 * longest

  let channels: Int
  private var mono: [Float] = []
  private var coarse: [Float] = []

  /// The search is done on every fourth sample first.
  private static let decimation = 4
  /// Samples compared.
  private static let compared = 480
  /// Below this root mean square, −60 dB, nobody hears what is done.
  private static let inaudible: Float = 0.001

  init(channels: Int) { self.channels = channels }

  /// Changes the beginning of `samples`.
  ///
  /// - Parameters:
  ///   - samples: interleaved.
  ///   - likeness: how like two neighbouring stretches have to be, −1…1.
  ///   - most: samples a channel that may go or come.
  /// - Returns: samples a channel that have gone or come, 0 when no stretch is like its neighbour.
  mutating func apply(
    _ direction: Direction, to samples: inout [Float], likeness: Float, most: Int
  ) -> Int {
    mixDown(samples)
    let largest = min(min(Self.longest, most), mono.count / 2)
    guard largest >= Self.shortest else { return 0 }
    let period: Int
    if isInaudible(2 * largest) {
      period = largest
    } else {
      guard let found = bestPeriod(largest), found.likeness >= likeness else { return 0 }
      period = found.period
    }
    join(direction, &samples, period)
    return period
  }

  private mutating func mixDown(_ samples: [Float]) {
    let count = min(samples.count / channels, Self.wanted)
    mono.removeAll(keepingCapacity: true)
    coarse.removeAll(keepingCapacity: true)
    for index in 0..<count {
      var sum: Float = 0
      for channel in 0..<channels { sum += samples[index * channels + channel] }
      mono.append(sum)
    }
    for index in 0..<count / Self.decimation {
      let place = index * Self.decimation
      coarse.append(mono[place] + mono[place + 1] + mono[place + 2] + mono[place + 3])
    }
  }

  private func isInaudible(_ count: Int) -> Bool {
    var energy: Float = 0
    for index in 0..<count { energy += mono[index] * mono[index] }
    let level = Self.inaudible * Float(channels)
    return energy < Float(count) * level * level
  }

  private func bestPeriod(_ largest: Int) -> (period: Int, likeness: Float)? {
    var best: (period: Int, likeness: Float)?
    for period in Self.shortest / Self.decimation...largest / Self.decimation {
      let likeness = Self.likeness(coarse, period, compared: Self.compared / Self.decimation)
      if likeness > best?.likeness ?? -2 { best = (period, likeness) }
    }
    guard let near = best?.period else { return nil }
    best = nil
    let range = (near - 1) * Self.decimation...(near + 1) * Self.decimation
    for period in range.clamped(to: Self.shortest...largest) {
      let likeness = Self.likeness(mono, period, compared: Self.compared)
      if likeness > best?.likeness ?? -2 { best = (period, likeness) }
    }
    return best
  }

  /// The normalised correlation of the beginning with what comes a period later.
  private static func likeness(_ samples: [Float], _ period: Int, compared: Int) -> Float {
    let count = min(compared, samples.count - period)
    guard count > 0 else { return -1 }
    var (product, first, second): (Float, Float, Float) = (0, 0, 0)
    for index in 0..<count {
      let (one, two) = (samples[index], samples[index + period])
      product += one * two
      first += one * one
      second += two * two
    }
    let scale = (first * second).squareRoot()
    return scale > 0 ? product / scale : 0
  }

  private func join(_ direction: Direction, _ samples: inout [Float], _ period: Int) {
    var faded: [Float] = []
    faded.reserveCapacity(period * channels)
    for index in 0..<period {
      let part = Float(index) / Float(period)
      for channel in 0..<channels {
        let now = samples[index * channels + channel]
        let later = samples[(index + period) * channels + channel]
        faded.append(
          direction == .shorter ? now + part * (later - now) : later + part * (now - later))
      }
    }
    let width = period * channels
    switch direction {
    case .shorter: samples.replaceSubrange(0..<2 * width, with: faded)
    case .longer: samples.insert(contentsOf: faded, at: width)
    }
  }
}
