/// Counts what was lost of a stream, and in what rows.
package struct LossPattern: Equatable, Sendable {
  package private(set) var count = 0
  package private(set) var lost = 0
  /// Rows of losses, a single one included.
  package private(set) var bursts = 0
  private var isInBurst = false

  package init() {}

  package mutating func add(isLost: Bool) {
    count += 1
    if isLost {
      lost += 1
      if !isInBurst { bursts += 1 }
    }
    isInBurst = isLost
  }

  /// 0 when nothing was counted.
  package var rate: Double { count > 0 ? Double(lost) / Double(count) : 0 }

  /// BurstR of G.107: the mean length of rows over that of equally many losses by chance, at least 1.
  package var burstRatio: Double {
    guard bursts > 0, lost < count else { return 1 }
    let length = Double(lost) / Double(bursts)
    return max(length * (1 - rate), 1)
  }
}
