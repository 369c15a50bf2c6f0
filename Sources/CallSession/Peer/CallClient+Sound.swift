package import MediaCore

extension CallClient {
  /// Softer is no voice: dB below full scale.
  private static let softestVoice: UInt8 = 50
  /// Losses up to which redundancy is asked of the encoder, in percent.
  private static let mostExpectedLoss = 30.0

  /// Takes 20 ms of the microphone.
  ///
  /// - Parameters:
  ///   - first: number of the first sample, of 48 000 a second by the sound card.
  ///   - captured: when that was, by the clock of the machine.
  package mutating func capture(
    _ samples: [Float], first: Int64, captured: MediaTime, at now: MediaTime,
    into outputs: inout CallClientOutputs
  ) throws(MediaError) {
    let loss = Int32(
      min(transport.session.estimator.inherentLoss * 100, Self.mostExpectedLoss).rounded(.up))
    if loss != expectedLoss {
      expectedLoss = loss
      encoder.expectLoss(loss)
    }
    let payload = try encoder.encode(samples)
    let loudness = AudioLevel(measuring: samples[...], isVoice: false)
    let level = AudioLevel(
      attenuation: loudness.attenuation, isVoice: loudness.attenuation < Self.softestVoice)
    let source = CallStreams.source(.microphone, of: configuration.participant)
    transport.withSession(into: &peerOutputs) { session, streams in
      session.sendAudio(
        payload, source: source, ticks: first, level: level.byte, capturedAt: captured, at: now,
        into: &streams)
    }
    drain(at: now, into: &outputs)
  }

  /// What the sound card plays next, from now on: appends `count` samples, mono.
  package mutating func play(
    _ count: Int, at now: MediaTime, into samples: inout [Float]
  ) {
    // A report may come before the first sample plays.
    let captured = receiver.playoutTimestamp.flatMap { mixClock.time(of: $0) }
    var delay = MediaTime.zero
    for index in cameras.indices {
      cameras[index].playout.hear(captured: captured, delay: receiver.report.delay, at: now)
      delay = max(delay, cameras[index].playout.wantedSoundDelay)
    }
    receiver.minimumDelay = delay
    receiver.pull(count, at: now, into: &samples)
  }
}
