import MediaCore
import Testing

@testable import CallSession

@Suite struct TurnScriptTests {
  private func script(_ participants: Int, seconds: Int64) -> TurnScript {
    let voices = (0..<participants).map { voice in
      [Float](repeating: 0.1 * Float(voice + 1), count: 48_000)
    }
    return TurnScript(voices, until: MediaTime(milliseconds: seconds * 1_000))
  }

  @Test(arguments: [(2, 7), (3, 57), (8, 18)])
  func `everybody has a turn, and never two at a time`(participants: Int, seconds: Int64) {
    let script = script(participants, seconds: seconds)
    let turns = script.turns(until: MediaTime(milliseconds: seconds * 1_000))
    #expect(Set(turns.map(\.participant)).count == participants)
    for (one, next) in zip(turns, turns.dropFirst()) {
      #expect(one.samples.upperBound < next.samples.lowerBound)
    }
    for block in 0..<seconds * 50 {
      var speakers = 0
      for participant in 0..<participants {
        let samples = script.samples(of: participant, from: block * 960, count: 960)
        if samples.contains(where: { $0 != 0 }) { speakers += 1 }
      }
      #expect(speakers <= 1)
    }
  }

  @Test func `a turn says what is said, softly at its edges`() {
    let script = script(2, seconds: 57)
    let turn = script.turns(until: MediaTime(milliseconds: 57_000))[1]
    let samples = script.samples(of: 1, from: turn.samples.lowerBound, count: 48_000)
    #expect(samples[0] == 0 && samples[240] > 0.05 && samples[240] < 0.15)
    #expect(samples[24_000] == 0.2)
    #expect(script.samples(of: 0, from: turn.samples.lowerBound, count: 960).allSatisfy { $0 == 0 })
  }
}
