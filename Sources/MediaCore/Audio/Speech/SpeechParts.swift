/// Cuts a recording into parts with about equally much speech, one for each of several speakers: in its
/// pauses, as far as it has some.
package enum SpeechParts {
  /// Blocks that a pause has at least: 200 ms.
  private static let shortestPause = 10
  /// Blocks that are left before the first word of a part and behind its last one.
  private static let lead = 5
  private static let tail = 10
  /// Blocks of speech for each part, in the mean: two seconds.
  private static let leastSpeech = 100

  /// - Returns: of each part, its samples; nil when there are less than two seconds of speech for each.
  package static func cut(_ activity: SpeechActivity, into parts: Int) -> [Range<Int>]? {
    precondition(parts > 0, "there is one part at least")
    // How many blocks of speech there are before each block.
    var before = [0]
    before.reserveCapacity(activity.isActive.count + 1)
    for isActive in activity.isActive {
      before.append(before[before.count - 1] + (isActive ? 1 : 0))
    }
    let total = before[before.count - 1]
    guard total / parts >= leastSpeech else { return nil }
    let pauses = pauses(activity)
    var cuts = [0]
    for number in 1..<parts {
      let wanted = total * number / parts
      // So near to where it should be that no part becomes empty.
      let reach = total / parts / 3
      cuts.append(
        nearest(pauses, to: wanted, before, reach: reach)
          ?? softest(activity, around: wanted, before, reach: reach / 2))
    }
    cuts.append(activity.isActive.count)
    return zip(cuts, cuts.dropFirst()).map { trimmed(activity, from: $0, to: $1) }
  }

  /// Middles of the pauses between words.
  private static func pauses(_ activity: SpeechActivity) -> [Int] {
    var middles: [Int] = []
    var start: Int?
    for (index, isActive) in activity.isActive.enumerated() {
      if !isActive {
        start = start ?? index
      } else {
        if let start, index - start >= shortestPause { middles.append((start + index) / 2) }
        start = nil
      }
    }
    return middles
  }

  private static func nearest(
    _ pauses: [Int], to wanted: Int, _ before: [Int], reach: Int
  ) -> Int? {
    var best: (block: Int, distance: Int)?
    for block in pauses {
      let distance = abs(before[block] - wanted)
      if distance <= reach, distance < best?.distance ?? .max { best = (block, distance) }
    }
    return best?.block
  }

  /// Where it hurts least when there is no pause.
  private static func softest(
    _ activity: SpeechActivity, around wanted: Int, _ before: [Int], reach: Int
  ) -> Int {
    var best: (block: Int, energy: Float)?
    for (block, energy) in activity.energies.enumerated()
    where abs(before[block] - wanted) <= reach && energy < best?.energy ?? .infinity {
      best = (block, energy)
    }
    return best?.block ?? 0
  }

  /// A part without the silence around its speech, in samples.
  private static func trimmed(
    _ activity: SpeechActivity, from start: Int, to end: Int
  ) -> Range<Int> {
    let blocks = activity.isActive[start..<end]
    let first = max(start, (blocks.firstIndex(of: true) ?? start) - lead)
    let last = min(end, (blocks.lastIndex(of: true) ?? end - 1) + 1 + tail)
    return first * SpeechActivity.blockSize..<last * SpeechActivity.blockSize
  }
}
