/// What a participant has heard, as far back as it is still to be compared.
struct EarRecording {
  /// Mono, 48 kHz, by the listener's own sound card.
  var samples: [Float] = []
  /// The number of the first of them; nil before anything was played.
  private(set) var first: Int64?

  var end: Int64? { first.map { $0 + Int64(samples.count) } }

  /// What was appended first has this number.
  mutating func note(first number: Int64, isFirst: Bool) {
    if isFirst { first = number }
  }

  /// Whether a turn has been heard to its end, by any clock of a sound card.
  func reaches(_ turn: TurnScript.Turn) -> Bool {
    end.map { $0 > turn.samples.upperBound * 1_001 / 1_000 } ?? false
  }

  /// A stretch; silence where nothing is kept.
  func stretch(from start: Int64, count: Int) -> [Float] {
    var stretch = [Float](repeating: 0, count: count)
    guard let first else { return stretch }
    for index in 0..<count {
      let place = start + Int64(index) - first
      if place >= 0, place < Int64(samples.count) { stretch[index] = samples[Int(place)] }
    }
    return stretch
  }

  /// Nothing before a number is needed any more.
  mutating func forget(before number: Int64) {
    guard let first, number > first else { return }
    let count = Int(min(number - first, Int64(samples.count)))
    samples.removeFirst(count)
    self.first = first + Int64(count)
  }
}
