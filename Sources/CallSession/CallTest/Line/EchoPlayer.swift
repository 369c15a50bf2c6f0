import MediaCore

/// What comes back of a line that echoes: the sound as a sound card plays it, the pictures when they are shown.
struct EchoPlayer: ~Copyable {
  private var receiver: AudioReceiver
  private var numbering = EchoNumbering(packet: LineTest.blockLength)
  private var clock = SenderClock(clockRate: MediaLane.sound.clockRate)
  private var playout = VideoPlayout<VP8FrameAssembler.Frame>()

  init() throws(MediaError) {
    receiver = try AudioReceiver(channels: 1)
  }

  mutating func take(_ event: ReceivedEvent, at now: MediaTime) {
    switch event {
    case .sound(let sound, let timestamp, _):
      receiver.receive(
        numbering.numbered(sound.header, timestamp), payload: sound.payload.span, at: now)
    case .frame(let frame, _, _): playout.receive(frame, timestamp: frame.timestamp, at: now)
    case .alive(.video, let report): playout.receive(report)
    case .alive(.sound, let report):
      // Before the first sample plays there is nothing to lay beside it.
      guard let newest = receiver.playoutTimestamp else { return }
      clock.receive(report, newest: newest)
    case .clockSet, .ended: break
    }
  }

  /// What the sound card plays next, from now on: appends `count` samples.
  mutating func play(_ count: Int, at now: MediaTime, into samples: inout [Float]) {
    playout.hear(
      captured: receiver.playoutTimestamp.flatMap { clock.time(of: $0) },
      delay: receiver.report.delay, at: now)
    receiver.minimumDelay = playout.wantedSoundDelay
    receiver.pull(count, at: now, into: &samples)
  }

  /// When the next picture is to be shown.
  var deadline: MediaTime? { playout.deadline }

  mutating func nextPicture(at now: MediaTime) -> VP8FrameAssembler.Frame? {
    playout.next(at: now)
  }

  /// What became of the sound on both ways.
  var report: AudioReceptionStatistics { receiver.report }
}
