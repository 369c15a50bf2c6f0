package import CallSession
package import MediaCore

/// Receives plain RTP and records it, in real time.
package struct PlainRTPRecording: ~Copyable {
  private let listener: PlainRTPListener
  private let recording: RunningRecording
  private let loop: EventLoop
  private var receiver: PlainRTPReceiver
  private var random = SystemRandomNumberGenerator()
  private var outputs = PlainRTPReceiverOutputs()

  package init(
    _ streams: [PlainRTPListener.Stream], to folder: FolderOfSinks, title: String
  ) throws(MediaError) {
    let loop = try EventLoop()
    let listener = try PlainRTPListener(streams)
    try listener.add(to: loop)
    recording = try RunningRecording(
      title: title, wallClockOrigin: SystemClock.wall - loop.clock.now.nanoseconds,
      lanes: streams.map(\.lane)
    ) { folder }
    self.loop = loop
    self.listener = listener
    var random = SystemRandomNumberGenerator()
    let name = SourceDescription.newName(using: &random)
    receiver = PlainRTPReceiver(
      streams.map { ($0.lane, $0.payloadType) }, canonicalName: name, using: &random)
  }

  /// Records until the sender says goodbye, so much has been received, a signal to stop comes or `progress`
  /// answers false.
  ///
  /// - Parameter duration: nil for no end.
  /// - Returns: nil when nothing came.
  package mutating func run(
    for duration: MediaTime?, _ progress: (ReceptionProgress) -> Bool
  ) throws(MediaError) -> SessionRecordingReport? {
    while true {
      let now = loop.clock.now
      receiver.handleTimeout(at: now, using: &random, into: &outputs)
      if recording.advance(to: now) { receiver.requestKeyFrame(at: now, into: &outputs) }
      try drain(at: now)
      let received = recording.began.map { now - $0 }
      let state = ReceptionProgress(time: now, received: received, statistics: receiver.statistics)
      if !progress(state) || receiver.hasEnded { break }
      if let duration, let received, received >= duration { break }
      var deadline =
        now + (received == nil ? RunningRecording.idleStep : RunningRecording.step)
      if let due = receiver.deadline { deadline = min(deadline, due) }
      let wakening = try loop.wait(until: deadline)
      for ready in wakening.ready { try receive(ready) }
      if wakening.isStopping { break }
    }
    let now = loop.clock.now
    receiver.close(at: now, into: &outputs)
    try drain(at: now)
    recording.end(at: now)
    return recording.takeReport()
  }

  private mutating func receive(_ ready: EventLoop.Ready) throws(MediaError) {
    let now = loop.clock.now
    try listener.receive(ready) { lane, bytes in
      receiver.receive(bytes, lane: lane, at: now, into: &outputs)
    }
    try drain(at: now)
  }

  private mutating func drain(at now: MediaTime) throws(MediaError) {
    recording.take(outputs.events, packets: receiver.statistics.packets, at: now)
    for datagram in outputs.datagrams { try listener.send(datagram) }
    outputs.removeAll()
  }
}
