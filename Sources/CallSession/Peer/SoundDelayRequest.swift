package import MediaCore

/// The delay that is asked of the sound, which comes to what pictures need so slowly that the sound can be
/// stretched unheard: it soon grows and is long in falling, so that it does not swing.
package struct SoundDelayRequest: Sendable {
  private(set) var value = MediaTime.zero
  /// Whether much more is needed than the sound has been given time for.
  private(set) var isBehind = false

  private var lastTime: MediaTime?
  private var isFalling = false

  private let most: MediaTime
  /// Beyond it people notice the waiting more than that the lips are late.
  package static let usual = MediaTime(milliseconds: 200)
  /// A second: at least this much up, more when much is missing; and down.
  private static let growth = 0.020
  private static let share = 1.0
  private static let fall = 0.010
  /// What may be too much before it falls.
  private static let surplus = MediaTime(milliseconds: 40)
  /// Seconds that may be missing.
  private static let tolerance = 0.060
  /// Between two calls no more time counts than this.
  private static let longestStep = 0.1

  /// - Parameter most: that is ever asked for.
  init(most: MediaTime = usual) { self.most = most }

  /// - Parameter needed: nil when that is unknown, and the request stays.
  mutating func approach(_ needed: MediaTime?, at now: MediaTime) {
    let seconds = lastTime.map { min(max((now - $0).seconds, 0), Self.longestStep) } ?? 0
    lastTime = now
    guard let needed else { return }
    let wanted = min(max(needed, .zero), most)
    let missing = (wanted - value).seconds
    if wanted + Self.surplus < value { isFalling = true }
    if missing >= 0 { isFalling = false }
    isBehind = missing > Self.tolerance
    var step = 0.0
    if missing > 0 {
      step = min(max(Self.growth, missing * Self.share) * seconds, missing)
    } else if isFalling {
      step = max(-Self.fall * seconds, missing)
    }
    value = value + MediaTime(nanoseconds: Int64((step * 1e9).rounded()))
  }
}
