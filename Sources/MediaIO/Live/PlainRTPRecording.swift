package import CallSession
package import MediaCore

/// Receives plain RTP and records it, in real time, on one thread.
package struct PlainRTPRecording: ~Copyable {
  package struct Progress: Sendable {
    /// Since it began to listen.
    package var time: MediaTime
    /// Since the first packet; nil before it.
    package var received: MediaTime?
    package var statistics: PlainRTPReceiver.Statistics
  }

  private let listener: PlainRTPListener
  private let recording: StreamRecording
  private let loop: EventLoop
  private var receiver: PlainRTPReceiver
  private var random = SystemRandomNumberGenerator()
  private var outputs = PlainRTPReceiverOutputs()
  private var began: MediaTime?
  private var nextKeyFrameRequest = MediaTime.zero

  /// A picture is mixed so often, and sound twice as often at least.
  private static let step = MediaTime(milliseconds: 20)
  private static let idleStep = MediaTime(milliseconds: 200)
  private static let keyFrameInterval = MediaTime(milliseconds: 1_000)

  package init(
    _ streams: [PlainRTPListener.Stream], to folder: any RecordingFolder, title: String
  ) throws(MediaError) {
    let loop = try EventLoop()
    let listener = try PlainRTPListener(streams)
    try listener.add(to: loop)
    let recording = try StreamRecording(
      to: folder, title: title,
      wallClockOrigin: SystemClock.wall - loop.clock.now.nanoseconds, lanes: streams.map(\.lane))
    self.loop = loop
    self.listener = listener
    self.recording = recording
    var random = SystemRandomNumberGenerator()
    let name = String(UInt64.random(in: .min ... .max, using: &random), radix: 36)
    receiver = PlainRTPReceiver(
      streams.map { ($0.lane, $0.payloadType) }, canonicalName: name, using: &random)
  }

  /// Records until the sender says goodbye, so much has been received, a signal to stop comes or `progress`
  /// answers false.
  ///
  /// - Parameter duration: nil for no end.
  /// - Returns: nil when nothing came.
  package mutating func run(
    for duration: MediaTime?, _ progress: (Progress) -> Bool
  ) throws(MediaError) -> SessionRecordingReport? {
    while true {
      let now = loop.clock.now
      receiver.handleTimeout(at: now, using: &random, into: &outputs)
      try drain(at: now)
      recording.advance(to: now)
      askForKeyFrame(at: now)
      let received = began.map { now - $0 }
      let state = Progress(time: now, received: received, statistics: receiver.statistics)
      if !progress(state) || receiver.hasEnded { break }
      if let duration, let received, received >= duration { break }
      var deadline = now + (began == nil ? Self.idleStep : Self.step)
      if let due = receiver.deadline { deadline = min(deadline, due) }
      let wakening = try loop.wait(until: deadline)
      for ready in wakening.ready { try receive(ready) }
      if wakening.isStopping { break }
    }
    let now = loop.clock.now
    receiver.close(at: now, into: &outputs)
    try drain(at: now)
    return recording.finish(at: now)
  }

  private mutating func receive(_ ready: EventLoop.Ready) throws(MediaError) {
    let now = loop.clock.now
    try listener.receive(ready) { lane, bytes in
      receiver.receive(bytes, lane: lane, at: now, into: &outputs)
    }
    if receiver.statistics.packets > 0 { began = began ?? now }
    try drain(at: now)
  }

  private mutating func drain(at now: MediaTime) throws(MediaError) {
    for event in outputs.events { recording.take(event, at: now) }
    for datagram in outputs.datagrams { try listener.send(datagram) }
    outputs.removeAll()
  }

  private mutating func askForKeyFrame(at now: MediaTime) {
    guard recording.needsKeyFrame, nextKeyFrameRequest <= now else { return }
    nextKeyFrameRequest = now + Self.keyFrameInterval
    receiver.requestKeyFrame(into: &outputs)
  }
}
