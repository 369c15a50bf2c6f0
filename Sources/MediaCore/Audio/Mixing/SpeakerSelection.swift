/// Who is loud enough to be decoded and mixed: the loudest few, and not others every moment.
///
/// Loudness rises at once and falls slowly, so that a word's end does not cost the place. One who
/// waits has to be clearly louder than the softest of the chosen.
struct SpeakerSelection: Sendable {
  private struct Candidate: Sendable {
    /// Decibels below overload.
    var attenuation: Float = 127
    var isChosen = false
  }

  let most: Int
  /// In the order of coming, which is how callers number them.
  private var candidates: [Candidate] = []

  /// By how many decibels one has to be louder who waits.
  private static let margin: Float = 6
  /// Softer than this nobody is chosen, or stays.
  private static let softestToCome: Float = 70
  private static let softestToStay: Float = 90
  /// Decibels by which loudness falls a tick: 20 a second.
  private static let fall: Float = 0.4
  /// A speaker whose packets do not say how loud they are.
  private static let unknown: Float = 30

  init(most: Int) { self.most = most }

  mutating func add() { candidates.append(Candidate()) }

  mutating func remove(_ index: Int) { candidates.remove(at: index) }

  func isChosen(_ index: Int) -> Bool { candidates[index].isChosen }

  /// How loud one is about to be; nil when that is not said.
  mutating func observe(_ level: AudioLevel?, of index: Int) {
    let now = level.map { Float($0.attenuation) } ?? Self.unknown
    candidates[index].attenuation = min(now, candidates[index].attenuation + Self.fall, 127)
  }

  /// One that cannot be heard.
  mutating func silence(_ index: Int) { candidates[index].attenuation = 127 }

  /// Chooses anew.
  mutating func choose() {
    for index in candidates.indices where candidates[index].attenuation > Self.softestToStay {
      candidates[index].isChosen = false
    }
    while let next = loudestWaiting {
      if chosenCount < most {
        candidates[next].isChosen = true
        continue
      }
      guard let softest = softestChosen,
        candidates[next].attenuation < candidates[softest].attenuation - Self.margin
      else { break }
      candidates[softest].isChosen = false
      candidates[next].isChosen = true
    }
  }

  private var chosenCount: Int {
    var count = 0
    for candidate in candidates where candidate.isChosen { count += 1 }
    return count
  }

  private var loudestWaiting: Int? {
    var found: Int?
    for (index, candidate) in candidates.enumerated() where !candidate.isChosen {
      guard candidate.attenuation <= Self.softestToCome else { continue }
      if let best = found, candidates[best].attenuation <= candidate.attenuation { continue }
      found = index
    }
    return found
  }

  private var softestChosen: Int? {
    var found: Int?
    for (index, candidate) in candidates.enumerated() where candidate.isChosen {
      if let best = found, candidates[best].attenuation >= candidate.attenuation { continue }
      found = index
    }
    return found
  }
}
