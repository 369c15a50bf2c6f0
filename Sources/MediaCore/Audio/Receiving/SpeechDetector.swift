/// Whether somebody speaks, by how loud it is against the noise between the words.
struct SpeechDetector: Sendable {
  private(set) var isSpeech = false
  /// The noise, decibels below overload.
  private var floor: Float = 60
  private var hangover = 0

  /// Speech is this much louder than noise, and louder than this in any case.
  private static let margin: Float = 9
  private static let softest: Float = 55
  /// Noise is no louder than this.
  private static let loudestFloor: Float = 40
  /// Blocks of 20 ms that belong to a word after it has faded.
  private static let hang = 4
  /// A block's part in a falling floor, and decibels by which it may rise.
  private static let fall: Float = 0.3
  private static let rise: Float = 0.02

  /// - Parameter level: of 20 ms or so.
  mutating func observe(_ level: AudioLevel) {
    let attenuation = Float(level.attenuation)
    if attenuation > floor {
      floor += (attenuation - floor) * Self.fall
    } else {
      floor = max(floor - Self.rise, Self.loudestFloor)
    }
    if attenuation < min(floor - Self.margin, Self.softest) {
      hangover = Self.hang
    } else if hangover > 0 {
      hangover -= 1
    }
    isSpeech = hangover > 0
  }
}
