/// Keeps a mix within full scale: looks 2 ms ahead and turns the gain down smoothly before a peak
/// comes, and slowly up again. What never passes full scale comes out as it was, 2 ms later.
package struct AudioLimiter: Sendable {
  /// Samples of delay.
  package static let lookAhead = 96
  /// Of what is missing of the gain this comes back each sample: a third is left after 100 ms.
  private static let release = 1.0 / 4_800
  private static let nearlyOne = 1e-4

  package let channels: Int
  /// The gain at the end of what came out.
  package private(set) var gain: Float = 1
  /// What waits, interleaved.
  private var delayed: [Float]
  /// The least gain that the samples ahead need, kept as candidates that are larger and newer.
  private var candidates: [(gain: Double, place: Int)] = []
  private var place = 0
  private var held = 1.0
  /// The held gains of the last `lookAhead` samples and their sum: their mean has no corners.
  private var recent = [Double](repeating: 1, count: lookAhead)
  private var sum = Double(lookAhead)

  package init(channels: Int) {
    self.channels = channels
    delayed = [Float](repeating: 0, count: Self.lookAhead * channels)
  }

  package var isIdle: Bool { gain == 1 && held == 1 && candidates.isEmpty }

  /// Replaces interleaved samples of any size by those of `lookAhead` before, within −1…1.
  package mutating func process(_ samples: inout [Float]) {
    if isIdle && fits(samples) {
      delayed += samples
    } else {
      limit(&samples)
    }
    let count = samples.count
    for index in 0..<count { samples[index] = delayed[index] }
    delayed.removeFirst(count)
  }

  private func fits(_ samples: [Float]) -> Bool {
    var isWithin = true
    for sample in samples where abs(sample) > 1 { isWithin = false }
    return isWithin
  }

  private mutating func limit(_ samples: inout [Float]) {
    let start = delayed.count - Self.lookAhead * channels
    delayed += samples
    for index in 0..<samples.count / channels {
      var peak: Float = 1
      for channel in 0..<channels { peak = max(peak, abs(samples[index * channels + channel])) }
      advance(needed: 1 / Double(peak))
      let place = start + index * channels
      for channel in 0..<channels {
        delayed[place + channel] = min(max(delayed[place + channel] * gain, -1), 1)
      }
    }
  }

  private mutating func advance(needed: Double) {
    // Whoever is larger and older never counts again.
    while let last = candidates.last, last.gain >= needed { candidates.removeLast() }
    if needed < 1 { candidates.append((needed, place)) }
    if let first = candidates.first, first.place <= place - Self.lookAhead {
      candidates.removeFirst()
    }
    held += (1 - held) * Self.release
    if 1 - held < Self.nearlyOne { held = 1 }
    if let least = candidates.first { held = min(held, least.gain) }
    let slot = place % Self.lookAhead
    sum += held - recent[slot]
    recent[slot] = held
    gain = Float(sum / Double(Self.lookAhead))
    place += 1
  }
}
