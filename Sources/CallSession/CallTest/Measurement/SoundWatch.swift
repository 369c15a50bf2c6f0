import MediaCore

/// How one participant's speech comes to another, turn by turn.
struct SoundWatch {
  /// A block of speech that was said, about 0.4 s long.
  struct Block {
    /// Session time of its middle, as it was said.
    var said: MediaTime
    /// Until it was heard; nil when nothing like it was.
    var delay: MediaTime?
  }

  private(set) var blocks: [Block] = []
  /// Sum over turns of intelligibility times blocks of speech, and of those blocks.
  private var intelligibility = 0.0
  private var weight = 0.0

  /// How late speech may be, in seconds.
  static let longest = 2.4
  private static let rate = 48_000
  /// As `SpeechAlignment` has it: a block this much under the loudest is a pause.
  private static let pause: Float = 3.2e-4
  private static let halfBlock = 0.2048
  /// Each block stands for so much speech, in seconds.
  static let blockHop = 0.2048

  /// - Parameters:
  ///   - mouth: the clock of the speaker's sound card, and `ear` that of the listener's.
  ///   - held: for how long what is said stays somewhere on purpose, which is no delay.
  mutating func compare(
    _ turn: TurnScript.Turn, of speech: TurnScript, by mouth: ParticipantClock,
    to recording: EarRecording, by ear: ParticipantClock, held: MediaTime = .zero
  ) {
    let count = Int(turn.samples.upperBound - turn.samples.lowerBound)
    let sent = speech.samples(
      of: turn.participant, from: turn.samples.lowerBound, count: count)
    let begin = mouth.time(ofSample: turn.samples.lowerBound, rate: TurnScript.rate) + held
    let first = ear.reading(at: begin).ticks(of: TurnScript.rate)
    let heard = recording.stretch(
      from: first, count: count + Int(Self.longest * Double(Self.rate)))
    let alignment = SpeechAlignment(
      sent: sent, heard: heard, rate: Self.rate, longest: Self.longest)
    var spoken = 0.0
    for (block, isSpeech) in zip(alignment.blocks, Self.speech(in: sent, alignment.blocks))
    where isSpeech {
      spoken += 1
      let place = turn.samples.lowerBound + Int64(block.time * Double(Self.rate))
      let said = mouth.time(ofSample: place, rate: TurnScript.rate)
      var delay: MediaTime?
      if let found = block.delay {
        let heardAt = first + Int64((block.time + found) * Double(Self.rate))
        delay = ear.time(ofSample: heardAt, rate: TurnScript.rate) - said - held
      }
      blocks.append(Block(said: said, delay: delay))
    }
    if spoken > 0,
      let score = SpeechIntelligibility.score(
        sent: sent, heard: alignment.aligned(heard, count: count), rate: Self.rate)
    {
      intelligibility += score * spoken
      weight += spoken
    }
  }

  private static func speech(
    in sent: [Float], _ blocks: [SpeechAlignment.Block]
  ) -> [Bool] {
    let energies = blocks.map { block in
      let start = max(Int((block.time - halfBlock) * Double(rate)), 0)
      var energy: Float = 0
      for sample in sent[start..<min(start + Int(2 * halfBlock * Double(rate)), sent.count)] {
        energy += sample * sample
      }
      return energy
    }
    let least = (energies.max() ?? 0) * pause
    return energies.map { $0 > least && $0 > 0 }
  }

  // MARK: What it comes to

  var spoken: Double { Double(blocks.count) * Self.blockHop }
  var heard: Double {
    var count = 0
    for block in blocks where block.delay != nil { count += 1 }
    return Double(count) * Self.blockHop
  }

  var score: Double? { weight > 0 ? intelligibility / weight : nil }

  /// The delay of which so many blocks in a hundred have no more; nil when nothing was heard.
  func delay(percentile: Int) -> MediaTime? {
    let delays = blocks.compactMap(\.delay).sorted()
    guard !delays.isEmpty else { return nil }
    return delays[min(delays.count * percentile / 100, delays.count - 1)]
  }

  /// The median of the blocks that were said about that time.
  func delay(around time: MediaTime, within span: MediaTime) -> MediaTime? {
    var near: [MediaTime] = []
    for block in blocks {
      guard let delay = block.delay, block.said >= time - span, block.said <= time + span else {
        continue
      }
      near.append(delay)
    }
    near.sort()
    return near.isEmpty ? nil : near[near.count / 2]
  }

  /// From an outage's end until what is said is heard, beyond the usual delay; nil when nothing was
  /// said soon after it, or nothing was heard any more.
  func recovery(after end: MediaTime) -> MediaTime? {
    guard let usual = delay(percentile: 50),
      let said = blocks.first(where: { $0.said >= end }),
      said.said - end < MediaTime(milliseconds: 2_000),
      let heard = blocks.first(where: { $0.said >= end && $0.delay != nil }),
      let delay = heard.delay
    else { return nil }
    return max(heard.said - said.said + delay - usual, .zero)
  }
}
