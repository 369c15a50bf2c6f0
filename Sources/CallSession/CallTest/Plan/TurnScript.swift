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
  /// Of the first turn.
  private let start: Int64

  static let rate: Int64 = 48_000
  /// Everybody is there and the way is known before the first word.
  static let usualStart = MediaTime(milliseconds: 2_000)
  /// Of a turn; it is shorter in a call in which not everybody could speak otherwise.
  private static let longestTurn: Int64 = 5 * rate
  private static let shortestTurn: Int64 = rate * 3 / 2
  private static let pause: Int64 = rate / 2
  private static let fade: Int64 = 480

  /// - Parameters:
  ///   - speech: what each participant says.
  ///   - start: of the first word: 2 s unless given.
  ///   - end: by which everybody has spoken, if that can be.
  package init(_ speech: [[Float]], from start: MediaTime? = nil, until end: MediaTime) {
    let start = (start ?? Self.usualStart).ticks(of: Self.rate)
    self.speech = speech
    self.start = start
    participants = speech.count
    let available = (end.ticks(of: Self.rate) - start) / Int64(max(participants, 1))
    turnLength = min(max(available - Self.pause, Self.shortestTurn), Self.longestTurn)
  }

  /// Whether a block of a microphone's is anything but silence.
  static func isSpeech(_ samples: [Float]) -> Bool { samples.contains { abs($0) > 1e-4 } }

  /// All turns that end by a time, by every clock.
  package func turns(until end: MediaTime) -> [Turn] {
    var turns: [Turn] = []
    var start = self.start
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
    let end = first + Int64(count)
    guard !speech[participant].isEmpty, end > start else { return samples }
    // Turn by turn, since most blocks lie within one and most of those are silent.
    let length = turnLength + Self.pause
    var number = max(first - start, 0) / length
    while start + number * length < end {
      if Int(number % Int64(participants)) == participant {
        say(number, from: first, into: &samples)
      }
      number += 1
    }
    return samples
  }

  /// Puts what is said in a turn into a block that begins with sample `first`.
  private func say(_ number: Int64, from first: Int64, into samples: inout [Float]) {
    let begin = self.start + number * (turnLength + Self.pause)
    let start = max(first, begin)
    let end = min(first + Int64(samples.count), begin + turnLength)
    guard start < end else { return }
    let material = speech[Int(number % Int64(participants))]
    let said = number / Int64(participants) * turnLength + start - begin
    var next = Int(said % Int64(material.count))
    var sample = start
    while sample < end {
      let place = sample - begin
      let edge = min(place, turnLength - 1 - place)
      guard edge >= Self.fade else {
        samples[Int(sample - first)] = material[next] * Float(edge) / Float(Self.fade)
        sample += 1
        next = (next + 1) % material.count
        continue
      }
      // As it is, as far as the soft end, the block and the material go.
      let steady = min(begin + turnLength - Self.fade, end) - sample
      let count = min(Int(steady), material.count - next)
      let target = Int(sample - first)
      samples.replaceSubrange(target..<target + count, with: material[next..<next + count])
      sample += Int64(count)
      next = (next + count) % material.count
    }
  }
}
