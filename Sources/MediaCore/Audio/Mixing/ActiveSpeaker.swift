/// Who speaks, for a layout that shows one person large: changes when somebody else has clearly taken
/// over, not at every cough, and stays when everybody is silent.
package struct ActiveSpeaker: Sendable {
  private struct Person: Sendable {
    var input: AudioMixer.Input
    var detector = SpeechDetector()
    /// The part of the last half second in which this one spoke.
    var presence: Float = 0
    /// While speaking, decibels below overload.
    var attenuation: Float = 60
    /// Ticks in a row in which this one was clearly louder than the active one.
    var lead = 0
  }

  /// Nil before anybody has spoken.
  package private(set) var active: AudioMixer.Input?
  private var persons: [Person] = []
  private var sinceChange = 0

  /// A tick's weight: half a second, in ticks of 20 ms.
  private static let weight: Float = 1.0 / 25
  /// One has to have spoken so much to become active, when nobody is, or the active one has stopped.
  private static let firstPresence: Float = 0.3
  private static let presence: Float = 0.5
  /// Below this the active one has stopped, for most of a second.
  private static let stopped: Float = 0.2
  /// Talking over the active one takes so much more loudness for so long, and not soon again.
  private static let margin: Float = 6
  private static let lead = 50
  private static let leastTime = 100

  package init() {}

  package mutating func add(_ input: AudioMixer.Input) { persons.append(Person(input: input)) }

  package mutating func remove(_ input: AudioMixer.Input) {
    persons.removeAll { $0.input == input }
    if active == input { active = nil }
  }

  /// Notes how loud a person is in this tick; a muted one is silent.
  package mutating func observe(_ level: AudioLevel, of input: AudioMixer.Input) {
    guard let index = persons.firstIndex(where: { $0.input == input }) else { return }
    persons[index].detector.observe(level)
    let speaks = persons[index].detector.isSpeech
    persons[index].presence += ((speaks ? 1 : 0) - persons[index].presence) * Self.weight
    if speaks {
      let step = Float(level.attenuation) - persons[index].attenuation
      persons[index].attenuation += step * Self.weight
    }
  }

  /// Decides, once a tick after all were noted. True when another one has become active.
  package mutating func decide() -> Bool {
    sinceChange += 1
    guard let current = persons.first(where: { $0.input == active }) else {
      return change(to: mostPresent(least: Self.firstPresence))
    }
    if current.presence < Self.stopped {
      return change(to: mostPresent(least: Self.presence))
    }
    var taker: AudioMixer.Input?
    for index in persons.indices {
      let isLouder = persons[index].attenuation < current.attenuation - Self.margin
      let leads = isLouder && persons[index].presence > Self.presence
      persons[index].lead = leads ? persons[index].lead + 1 : 0
      if taker == nil, persons[index].lead >= Self.lead { taker = persons[index].input }
    }
    return sinceChange > Self.leastTime && change(to: taker)
  }

  private func mostPresent(least: Float) -> AudioMixer.Input? {
    var found: Person?
    for person in persons where person.presence >= least {
      if person.presence > found?.presence ?? 0 { found = person }
    }
    return found?.input
  }

  private mutating func change(to input: AudioMixer.Input?) -> Bool {
    guard let input, input != active else { return false }
    active = input
    sinceChange = 0
    for index in persons.indices { persons[index].lead = 0 }
    return true
  }
}
