import MediaCore

/// What one participant heard of another, summed up.
struct SoundSummary {
  /// What became of the sound in the room; nothing, where it only passes.
  var up = AudioReceptionStatistics()
  var outages: [MediaTime] = []
  private let watch: SoundWatch
  private let down: AudioReceptionStatistics
  private let spoken: Int64
  private let others: Int64
  private let codec: CodecImpairment

  /// - Parameters:
  ///   - down: what became of the sound at the listener.
  ///   - spoken: samples in which the speaker said something.
  ///   - others: the same of all whom the listener hears.
  ///   - bitrate: of Opus, bits a second.
  init(
    _ watch: SoundWatch, heard down: AudioReceptionStatistics, spoken: Int64, others: Int64,
    bitrate: Int32
  ) {
    self.watch = watch
    self.down = down
    self.spoken = spoken
    self.others = others
    codec = CodecImpairment.opus(bitrate: Double(bitrate))
  }

  /// - Parameters:
  ///   - there: the share of packets that the link to the room lost; nil when nobody knows.
  ///   - back: the same of the link from the room.
  func report(lost there: Double?, _ back: Double?) -> CallTestReport.Sound {
    var sound = CallTestReport.Sound()
    sound.lossBefore = there.flatMap { there in back.map { 1 - (1 - there) * (1 - $0) } }
    sound.lossAfter =
      1 - (1 - Self.share(up.concealed, up.samples))
      * (1 - Self.share(down.concealed, down.samples))
    sound.audiblyConcealed = min(
      Self.share(up.audiblyConcealed, spoken) + Self.share(down.audiblyConcealed, others), 1)
    sound.burstRatio = max(Self.burstRatio(up), Self.burstRatio(down))
    sound.codecImpairment = codec.impairment
    sound.codecRobustness = codec.robustness
    sound.spoken = watch.spoken
    sound.heard = watch.heard
    sound.intelligibility = watch.score
    sound.delay = watch.delay(percentile: 50)?.milliseconds
    sound.delay95 = watch.delay(percentile: 95)?.milliseconds
    for block in watch.blocks {
      guard let delay = block.delay else { continue }
      sound.delays.append(.init(block.said.seconds, delay.milliseconds))
    }
    if let delay = sound.delay {
      sound.mos =
        WidebandEModel(
          .init(
            delay: delay / 1_000, loss: sound.lossAfter, burstRatio: sound.burstRatio,
            codec: codec)
        ).meanOpinionScore
    }
    sound.recovery = outages.compactMap { watch.recovery(after: $0)?.milliseconds }.max()
    return sound
  }

  private static func share(_ part: Int64, _ all: Int64) -> Double {
    all > 0 ? min(Double(part) / Double(all), 1) : 0
  }

  /// Packets of 20 ms.
  private static func burstRatio(_ statistics: AudioReceptionStatistics) -> Double {
    guard statistics.concealments > 0, statistics.samples > 0 else { return 1 }
    let packets = Double(statistics.concealed) / 960
    let share = min(Double(statistics.concealed) / Double(statistics.samples), 1)
    return max(packets / Double(statistics.concealments) * (1 - share), 1)
  }
}
