package import CallSession
package import MediaCore
package import Strokes

/// Publishes a live stream to a server by WHIP (RFC 9725).
///
/// The first call has to succeed. When a connection is lost later, the stream goes on and the server is
/// called again, after pauses that grow.
package final class WHIPLiveSender: LiveSender {
  package struct Options: Sendable {
    package var endpoint: WebURL
    package var token: BearerToken?
    /// Servers of STUN, which tell how this machine looks from outside.
    package var stun: [SocketAddress] = []
    /// Of a board without ink.
    package var ground = Colour.white
    /// Pictures a second of what moves as a whole; nil for a board.
    package var filmRate: FrameRate?

    package init(_ endpoint: WebURL, token: BearerToken?) {
      self.endpoint = endpoint
      self.token = token
    }
  }

  private let options: Options
  private var caller: WebRTCCaller?
  private var video: LiveBoardVideo?
  private var notes: [String] = []
  private var isConnected = false
  private var wasConnected = false
  /// When the server is called again.
  private var nextCall: MediaTime?
  /// Calls in a row that failed.
  private var failures = 0

  private static let longestPause: Int64 = 30

  package init(_ options: Options) {
    self.options = options
  }

  package func begin(
    in loop: EventLoop, identifiers: Range<Int>, stream: LiveStreamShape
  ) throws(MediaError) {
    let video = try stream.video(filmRate: options.filmRate, ground: options.ground)
    self.video = consume video
    let caller = try WebRTCCaller(
      WebRTCCaller.Settings(
        kind: .whip, endpoint: options.endpoint, token: options.token,
        way: .sending(channels: stream.channels), stun: options.stun,
        wallClockOrigin: stream.wallClockOrigin),
      in: loop, identifiers: identifiers)
    self.caller = caller
    try caller.start(at: loop.clock.now)
  }

  package func show(_ picture: borrowing I420Picture, _ change: LiveChange) throws(MediaError) {
    video?.update(change.blocks, at: change.time)
  }

  package func hear(_ packet: LiveSoundEncoder.Packet, at now: MediaTime) throws(MediaError) {
    caller?.hear(packet, at: now)
  }

  package func handle(_ ready: EventLoop.Ready, at now: MediaTime) throws(MediaError) {
    try caller?.handle(ready, at: now)
  }

  package func advance(
    _ picture: borrowing I420Picture, to now: MediaTime
  ) throws(MediaError) {
    if let due = nextCall, due <= now {
      nextCall = nil
      do throws(MediaError) { try caller?.start(at: now) } catch {
        // This machine may have no network for a while.
        callAgain(error.message, at: now)
      }
    }
    try caller?.advance(to: now)
    if let caller { try video?.show(picture, by: caller, at: now) }
    for event in caller?.takeEvents() ?? [] { try take(event, at: now) }
  }

  private func take(
    _ event: WebRTCClientOutputs.Event, at now: MediaTime
  ) throws(MediaError) {
    switch event {
    case .connected:
      if wasConnected { notes.append("the server is reached again") }
      (isConnected, wasConnected, failures) = (true, true, 0)
    case .restarting: notes.append("nothing comes from the server: another way to it is tried")
    case .ended(let reason):
      isConnected = false
      guard wasConnected, reason.isPassing else {
        throw MediaError(.networkFailed, "\(options.endpoint): \(reason.message)")
      }
      callAgain(reason.message, at: now)
    case .over: break
    }
  }

  private func callAgain(_ reason: String, at now: MediaTime) {
    let pause = min(Int64(1) << min(failures, 5), Self.longestPause)
    failures += 1
    nextCall = now + MediaTime(milliseconds: pause * 1_000)
    notes.append("\(reason); the stream goes on, the server is called again in \(pause) s")
  }

  package var deadline: MediaTime? {
    var deadline = MediaTime.earliest(caller?.deadline, nextCall)
    switch video {
    case .none: break
    case .some(let video):
      deadline = MediaTime.earliest(deadline, caller?.showDeadline(video))
    }
    return deadline
  }

  package var isBusy: Bool { false }

  package func finish(at now: MediaTime, after failure: MediaError?) throws(MediaError) {
    try caller?.close(at: now)
  }

  package var status: LiveStatus {
    var status = LiveStatus()
    switch video {
    case .none: break
    case .some(let video): (status.frames, status.keyFrames) = (video.frames, video.keyFrames)
    }
    (status.packets, status.bytes) = caller?.sent ?? (0, 0)
    guard isConnected, let peer = caller?.peer else { return status }
    status.receivers = 1
    if let roundTrip = peer.roundTrip {
      (status.loss, status.roundTrip) = (peer.loss, roundTrip)
    }
    return status
  }

  package func takeNotes() -> [String] {
    defer { notes.removeAll() }
    return notes
  }
}

extension WebRTCClientEnd {
  /// Whether another call may succeed.
  fileprivate var isPassing: Bool {
    guard case .refused(let failure) = self else { return true }
    return failure.code != .token && failure.code != .offer
  }
}

extension LiveBoardVideo {
  /// Brings the server to where the picture is.
  fileprivate mutating func show(
    _ picture: borrowing I420Picture, by caller: WebRTCCaller, at now: MediaTime
  ) throws(MediaError) {
    try caller.show(picture, by: &self, at: now)
  }
}
