package import MediaCore

extension CallClient {
  /// Takes 20 ms of the microphone.
  ///
  /// - Parameters:
  ///   - first: number of the first sample, of 48 000 a second by the sound card.
  ///   - captured: when that was, by the clock of the machine.
  package mutating func capture(
    _ samples: [Float], first: Int64, captured: MediaTime, at now: MediaTime,
    into outputs: inout CallClientOutputs
  ) throws(MediaError) {
    let (payload, level) = try voice.encode(
      samples, loss: transport.session.estimator.inherentLoss)
    let source = CallStreams.source(.microphone, of: configuration.participant)
    transport.withSession(into: &peerOutputs) { session, streams in
      session.sendAudio(
        payload, source: source, ticks: first, level: level, capturedAt: captured, at: now,
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
