/// Packets of a remote voice in, as they come; samples at 48 kHz out, as a mixer pulls them.
///
/// Inside is one line of time, counted in samples: the sender's timestamps, shifted where it begins
/// anew. The playout stands somewhere on it and moves with what is handed out. How far it is behind
/// the quickest packet is the delay; `AudioDelayTarget` says what that should be. The way there is by
/// leaving out or repeating a period of the sound, the small rest by resampling, which also keeps
/// the sender's clock and ours together.
///
/// Whatever is missing is made up: by the next packet's redundancy, by the decoder's concealment
/// fading to silence, in a pause by the decoder's noise. Time then stands still on the line as long
/// as nothing newer has come, since what is missing may only be late.
package struct AudioReceiver: ~Copyable {
  static let rate: Int64 = 48_000

  package let channels: Int
  var statistics = AudioReceptionStatistics()
  /// Whether somebody spoke in what was decoded last.
  var speech = SpeechDetector()

  // What comes in.
  var tracker = RTPSourceTracker(clockRate: rate)
  var source: SSRC?
  var formerSource: SSRC?
  var isNewSource = true
  var held: [HeldPacket] = []
  /// What is added to the source's numbers and timestamps to come to our line.
  var sequenceOffset: Int64 = 0
  var timestampOffset: Int64 = 0
  var newestSequence = Int64.min
  var newestTimestamp = RTPTimestamp(0)
  var newestEnd = RTPTimestamp(0)
  var buffer = AudioPacketBuffer()
  var delayTarget = AudioDelayTarget()
  var losses = AudioLossPattern()
  var senderClock = ClockDrift(rate: rate)

  // What goes out.
  var decoder: OpusDecoder
  var resampler: DriftResampler
  var splice: PeriodSplice
  /// Decoded and not handed out, interleaved.
  var queue: [Float] = []
  /// The samples that were handed out last, one a channel.
  var lastSamples: [Float]
  /// Whether what comes next does not continue what is in the queue.
  var isCut = false
  /// Where on the line the end of the queue stands; nil before anything plays.
  var cursor: RTPTimestamp?
  var ownClock = ClockDrift(rate: rate)
  var pulled: Int64 = 0
  var pullLength: Int64 = 960
  var isCorrecting = false
  /// By how much the clocks have come apart since the last whole sample: −1…1.
  var dueSamples = 0.0
  /// Samples until the sound may be spliced again.
  var spliceRest = 0
  /// Of the packet decoded last.
  var lastSequence: Int64?
  var lastLength: Int64 = 960
  var isPaused = false
  /// Samples of the run of concealment, and whether it began in speech.
  var run: Int64 = 0
  var runIsInSpeech = false
  /// Of `run`, samples during which nothing newer had come.
  var standstill: Int64 = 0
  var fade = GainRamp(1, step: Float(1) / 240)

  /// The least delay, for a picture that comes later than the sound. At most a second.
  package var minimumDelay = MediaTime.zero

  struct HeldPacket {
    var header: RTPHeader
    var bytes: [UInt8]
    var level: AudioLevel?
    var isRetransmission: Bool
    var arrival: MediaTime
  }

  /// - Parameter channels: 1 or 2, of what is handed out.
  package init(channels: Int32) throws(MediaError) {
    decoder = try OpusDecoder(channels: channels)
    self.channels = Int(channels)
    resampler = DriftResampler(channels: Int(channels))
    splice = PeriodSplice(channels: Int(channels))
    lastSamples = [Float](repeating: 0, count: Int(channels))
  }

  /// What was received of the source that speaks now, for reception reports.
  package var reception: RTPReception {
    get { tracker.statistics }
    set { tracker.statistics = newValue }
  }

  /// Whether anything is there to be heard.
  package var hasPackets: Bool { !buffer.isEmpty }

  /// The loudest of what is about to be heard, as the sender says; nil when it does not say.
  package var upcomingLevel: AudioLevel? { buffer.loudest }

  /// The source's timestamp of the sample that is handed out next; nil before anything plays.
  package var playoutTimestamp: RTPTimestamp? {
    position.map { $0.advanced(by: -timestampOffset) }
  }

  /// The same while nothing is pulled: what would be handed out at a time. Nil before a packet has come.
  package func playoutTimestamp(at now: MediaTime) -> RTPTimestamp? {
    guard cursor == nil, let base = delayTarget.base else { return playoutTimestamp }
    return RTPTimestamp(now.ticks(of: Self.rate) &- base &- target &- timestampOffset)
  }

  package var report: AudioReceptionStatistics {
    var report = statistics
    // The run that is not over.
    report.concealed += run - standstill
    report.target = MediaTime(count: target, rate: Self.rate)
    report.drift = senderClock.value
    return report
  }

  /// Samples the playout is to be behind the quickest packet.
  var target: Int64 {
    // All of what is pulled must be there, and half of the resampler's filter.
    var delay = delayTarget.lateness + pullLength + 120
    if losses.needsRedundancy { delay += lastLength }
    return max(delay, min(max(minimumDelay.ticks(of: Self.rate), 0), Self.rate))
  }

  /// Where on the line the sample stands that is handed out next.
  var position: RTPTimestamp? {
    cursor.map {
      $0.advanced(by: -Int64(queue.count / channels) - Int64(resampler.latency.rounded()))
    }
  }
}
