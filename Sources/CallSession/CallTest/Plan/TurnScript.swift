package import MediaCore

/// Who speaks when: one after the other, so that each voice can be compared with what the others heard.
package struct TurnScript: Sendable {
  package struct Turn: Equatable, Sendable {
    package var participant: Int
    /// Samples of the speaker's own clock.
    package var samples: Range<Int64>
  }

  private let speech: [[Float]]
  private let participants: Int
  private let turnLength: Int64

  static let rate: Int64 = 48_000
  /// Everybody is there and the way is known before the first word.
  private static let start: Int64 = 2 * rate
  /// Of a turn; it is shorter in a call in which not everybody could speak otherwise.
  private static let longestTurn: Int64 = 5 * rate
  private static let shortestTurn: Int64 = rate * 3 / 2
  private static let pause: Int64 = rate / 2
  private static let fade: Int64 = 480

  /// - Parameters:
  ///   - speech: what each participant says.
  ///   - end: by which everybody has spoken, if that can be.
  package init(_ speech: [[Float]], until end: MediaTime) {
    self.speech = speech
    participants = speech.count
    let available = (end.ticks(of: Self.rate) - Self.start) / Int64(max(participants, 1))
    turnLength = min(max(available - Self.pause, Self.shortestTurn), Self.longestTurn)
  }

  /// The turn in which a sample lies; nil in pauses.
  private func turn(at sample: Int64) -> (number: Int64, place: Int64)? {
    let (number, place) = (sample - Self.start).quotientAndRemainder(
      dividingBy: turnLength + Self.pause)
    guard sample >= Self.start, place < turnLength else { return nil }
    return (number, place)
  }

  /// All turns that end by a time, by every clock.
  package func turns(until end: MediaTime) -> [Turn] {
    var turns: [Turn] = []
    var start = Self.start
    let last = end.ticks(of: Self.rate)
    while start + turnLength <= last {
      turns.append(
        Turn(
          participant: turns.count % participants, samples: start..<start + turnLength))
      start += turnLength + Self.pause
    }
    return turns
  }

  /// What a participant's microphone takes.
  package func samples(of participant: Int, from first: Int64, count: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: count)
    let material = speech[participant]
    guard !material.isEmpty else { return samples }
    for index in 0..<count {
      guard let (number, place) = turn(at: first + Int64(index)),
        Int(number % Int64(participants)) == participant
      else { continue }
      let said = number / Int64(participants) * turnLength + place
      let edge = min(place, turnLength - 1 - place, Self.fade)
      samples[index] =
        material[Int(said % Int64(material.count))] * Float(edge) / Float(Self.fade)
    }
    return samples
  }
}
