import MediaCore

/// How many cameras a path carries, and at what rate each: one from a participant, or all others' to one.
///
/// Sound and the board come first. A camera that would get less than the floor is left out, and comes back
/// only when there has been enough for a while, so that it does not flicker.
struct CameraShares: Sendable {
  private(set) var count: Int?
  private var wanted = 0
  private var enoughSince: MediaTime?

  /// Beyond what another camera needs, and for how long, before it is added.
  private static let margin = 1.15
  private static let patience = MediaTime(milliseconds: 2_000)

  /// What key frames and a rate that is not quite kept to need beside the mean.
  private static let part = 0.9

  /// What a path carries of packets that are sent for the first time.
  ///
  /// - Parameters:
  ///   - estimate: bits a second, all together.
  ///   - loss: the share of packets that is lost and sent again.
  static func left(of estimate: Int64, loss: Double) -> Int64 {
    Int64(Double(estimate) * part * (1 - min(max(loss, 0), 0.5)))
  }

  /// What screens may take of what there is for pictures: beside them cameras keep their floor, as long as
  /// the screens keep theirs.
  ///
  /// - Parameters:
  ///   - available: bits a second for all pictures.
  ///   - screens: how many, and the least of one.
  ///   - cameras: the same.
  static func forScreens(
    of available: Int64, screens: (count: Int, least: Int64), cameras: (count: Int, least: Int64)
  ) -> Int64 {
    let kept = Int64(Double(Int64(cameras.count) * cameras.least) * margin)
    return available - min(max(available - Int64(screens.count) * screens.least, 0), kept)
  }

  /// - Parameters:
  ///   - available: bits a second for all cameras.
  ///   - wanted: cameras.
  /// - Returns: bits a second of each that is sent.
  mutating func update(
    available: Int64, wanted: Int, bitrates: ClosedRange<Int64>, at now: MediaTime
  ) -> Int64 {
    let fitting = min(Int(max(available, 0) / bitrates.lowerBound), wanted)
    defer { self.wanted = wanted }
    // Nothing was left out: what is new is no return.
    guard let current = count, fitting > current, current < self.wanted else {
      count = fitting
      enoughSince = nil
      return rate(available, bitrates)
    }
    let needed = Double(bitrates.lowerBound) * Double(current + 1) * Self.margin
    if Double(available) < needed {
      enoughSince = nil
    } else if let since = enoughSince {
      if now - since >= Self.patience {
        count = fitting
        enoughSince = nil
      }
    } else {
      enoughSince = now
    }
    return rate(available, bitrates)
  }

  private func rate(_ available: Int64, _ bitrates: ClosedRange<Int64>) -> Int64 {
    let share = available / Int64(max(count ?? 0, 1))
    return min(max(share, bitrates.lowerBound), bitrates.upperBound)
  }
}
