package import CallSession
package import MediaCore

/// Watches what a server sends by WHEP, and records it, in real time.
package struct WHEPRecording: ~Copyable {
  private let endpoint: WebURL
  private let loop: EventLoop
  private let caller: WebRTCCaller
  private let folder: FolderOfSinks
  private let wallClockOrigin: Int64
  private var recording: RunningRecording?
  private var statistics = ReceivedStatistics()
  private var notes: [String] = []
  private var hasEnded = false

  /// - Parameter stun: servers of STUN, which tell how this machine looks from outside.
  package init(
    _ endpoint: WebURL, token: BearerToken?, stun: [SocketAddress] = [], to folder: FolderOfSinks
  ) throws(MediaError) {
    let loop = try EventLoop()
    let wallClockOrigin = SystemClock.wall - loop.clock.now.nanoseconds
    caller = try WebRTCCaller(
      WebRTCCaller.Settings(
        kind: .whep, endpoint: endpoint, token: token, way: .receiving, stun: stun,
        wallClockOrigin: wallClockOrigin), in: loop, identifiers: 0..<1_000)
    self.loop = loop
    self.endpoint = endpoint
    self.folder = folder
    self.wallClockOrigin = wallClockOrigin
  }

  /// Records until the server says goodbye or is lost, so much has been received, a signal to stop comes or
  /// `progress` answers false.
  ///
  /// - Parameter duration: nil for no end.
  /// - Returns: nil when nothing came.
  /// - Throws: `.networkFailed` when the server cannot be watched.
  package mutating func run(
    for duration: MediaTime?, _ progress: (ReceptionProgress) -> Bool
  ) throws(MediaError) -> SessionRecordingReport? {
    try caller.start(at: loop.clock.now)
    while true {
      let now = loop.clock.now
      try caller.advance(to: now)
      try follow(at: now)
      if recording?.advance(to: now) == true { caller.requestKeyFrame(at: now) }
      let received = recording?.began.map { now - $0 }
      var state = ReceptionProgress(time: now, received: received, statistics: statistics)
      swap(&state.notes, &notes)
      if !progress(state) || hasEnded { break }
      if let duration, let received, received >= duration { break }
      var deadline =
        now + (received == nil ? RunningRecording.idleStep : RunningRecording.step)
      if let due = caller.deadline { deadline = min(deadline, due) }
      let wakening = try loop.wait(until: deadline)
      let arrival = loop.clock.now
      for ready in wakening.ready { try caller.handle(ready, at: arrival) }
      take(at: arrival)
      if wakening.isStopping { break }
    }
    let now = loop.clock.now
    try caller.close(at: now)
    recording?.end(at: now)
    return recording?.takeReport()
  }

  private mutating func follow(at now: MediaTime) throws(MediaError) {
    for event in caller.takeEvents() {
      switch event {
      case .connected: try begin()
      case .restarting:
        notes.append("nothing comes from the server: another way to it is tried")
      case .ended(let reason):
        guard recording != nil else {
          try caller.close(at: now)
          throw MediaError(.networkFailed, "\(endpoint): \(reason.message)")
        }
        if reason != .peer(.closedByPeer) { notes.append(reason.message) }
        hasEnded = true
      case .over: break
      }
    }
    take(at: now)
  }

  private mutating func begin() throws(MediaError) {
    guard recording == nil, let peer = caller.peer else { return }
    let folder = folder
    recording = try RunningRecording(
      title: endpoint.host, wallClockOrigin: wallClockOrigin, lanes: peer.lanes
    ) { folder }
  }

  private mutating func take(at now: MediaTime) {
    guard recording != nil, let peer = caller.peer else { return }
    statistics = peer.received
    recording?.take(peer.takeReceived(), packets: statistics.packets, at: now)
    if peer.hasEnded { hasEnded = true }
  }
}
