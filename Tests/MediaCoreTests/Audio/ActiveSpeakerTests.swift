import TestSupport
import Testing

@testable import MediaCore

@Suite struct ActiveSpeakerTests {
  typealias Input = AudioMixer.Input

  /// The active one after each tick, for persons whose attenuation in a tick is given.
  static func active(_ ticks: Int, _ persons: Int, _ level: (Int, Int) -> Int) -> [UInt32?] {
    var speaker = ActiveSpeaker()
    for person in 0..<persons { speaker.add(Input(UInt32(person))) }
    var active: [UInt32?] = []
    for tick in 0..<ticks {
      for person in 0..<persons {
        let attenuation = UInt8(min(max(level(tick, person), 0), 127))
        speaker.observe(
          AudioLevel(attenuation: attenuation, isVoice: false), of: Input(UInt32(person)))
      }
      let before = speaker.active
      let hasChanged = speaker.decide()
      #expect(hasChanged == (speaker.active != before))
      active.append(speaker.active?.rawValue)
    }
    return active
  }

  static func changes(_ active: [UInt32?]) -> Int {
    var count = 0
    for index in active.indices.dropFirst() where active[index] != active[index - 1] { count += 1 }
    return count
  }

  @Test func `who speaks becomes active, and stays when all are silent`() {
    let active = Self.active(700, 3) { tick, person in
      switch (person, tick) {
      case (1, 50..<250), (2, 300..<500): 25
      default: 80
      }
    }
    #expect(active[49] == nil && active[75] == 1 && active[299] == 1)
    #expect(active[350] == 2 && active[699] == 2)
    #expect(Self.changes(active) == 2)
  }

  @Test func `steady noise and short noises change nothing`() {
    var random = SeededGenerator(seed: 5)
    let active = Self.active(3_000, 3) { tick, person in
      switch person {
      // Speech with words and pauses.
      case 0: tick % 60 < 45 ? 28 : 75
      // A fan, louder than most.
      case 1: 42 + Int.random(in: -1...1, using: &random)
      // A key or a cough a second, louder than the speech.
      default: tick % 50 < 3 ? 15 : 70
      }
    }
    #expect(active[100] == 0)
    #expect(Self.changes(active) == 1, "\(Self.changes(active))")
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `two who talk at once do not alternate`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let active = Self.active(3_000, 2) { _, _ in
      random.chance(0.8) ? 28 + Int.random(in: -4...4, using: &random) : 70
    }
    #expect(Self.changes(active) <= 2, "\(Self.changes(active))")
  }

  @Test func `a quick exchange follows the speakers, not every yes`() {
    // Turns of 4 s with a “yes” of 300 ms from the other one in the middle.
    let active = Self.active(2_000, 2) { tick, person in
      let (turn, place) = (tick / 200, tick % 200)
      if turn % 2 == person { return place < 185 ? 30 : 80 }
      return (90..<105).contains(place) ? 26 : 80
    }
    #expect(Self.changes(active) == 10, "\(Self.changes(active))")
    for turn in 1..<10 { #expect(active[turn * 200 + 80] == UInt32(turn % 2)) }
  }

  @Test func `somebody clearly louder takes over in the end`() {
    let active = Self.active(1_000, 2) { tick, person in person == 0 ? 40 : tick > 300 ? 22 : 80 }
    #expect(active[300] == 0 && active[600] == 1)
  }

  @Test func `who leaves is active no longer`() {
    var speaker = ActiveSpeaker()
    for person in 0..<2 { speaker.add(Input(UInt32(person))) }
    for _ in 0..<100 {
      speaker.observe(AudioLevel(attenuation: 20, isVoice: true), of: Input(0))
      _ = speaker.decide()
    }
    #expect(speaker.active == Input(0))
    speaker.remove(Input(0))
    #expect(speaker.active == nil)
    let hasChanged = speaker.decide()
    #expect(!hasChanged)
  }
}
