/// Where the mix's sound goes, so that it stands beside what was drawn and shown when it was said.
///
/// What is heard was captured a while before, by the path and the playout of whoever speaks. It is put back
/// by that much. The delay changes from speaker to speaker and with the network; sound follows at once
/// where nobody hears a step, which is in a pause and where somebody begins to speak, and else only when it
/// would be off by a lot.
struct MixedSound {
  /// By how much it is put back now.
  private(set) var delay = MediaTime.zero
  private var wasQuiet = true

  private static let small = MediaTime(milliseconds: 5)
  private static let large = MediaTime(milliseconds: 40)
  /// No playout waits longer.
  private static let most = MediaTime(milliseconds: 1_500)
  /// Mean square of a sample below which nobody speaks: −50 dB.
  private static let quiet: Float = 1e-5

  /// The session time of what is heard from `time` on.
  ///
  /// - Parameter wanted: by how much it is later than it was captured; nil when that is not known.
  mutating func place(_ samples: [Float], at time: MediaTime, delay wanted: MediaTime?) -> MediaTime
  {
    let isQuiet = Self.isQuiet(samples)
    if let wanted {
      let wanted = min(max(wanted, .zero), Self.most)
      let distance = max(wanted, delay) - min(wanted, delay)
      if distance >= (isQuiet || wasQuiet ? Self.small : Self.large) { delay = wanted }
    }
    wasQuiet = isQuiet
    return time - delay
  }

  private static func isQuiet(_ samples: [Float]) -> Bool {
    var sum: Float = 0
    for sample in samples { sum += sample * sample }
    return sum <= quiet * Float(samples.count)
  }
}
