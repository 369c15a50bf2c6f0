package import MediaCore
package import Strokes

/// A screen, a window or a picture that is shared for a while.
extension CallClient {
  struct ScreenShare: Sendable {
    /// The room's number of it; nil when nothing is shared.
    var track: UInt32?
    var wantsKeyFrame = true
    var shares = CameraShares()
    /// Bits a second that it is to take now.
    var bitrate: Int64 = 0
    /// What the slowest who watch receive of it.
    var limit = Int64.max
  }

  /// Whether the room has our screen.
  package var isSharing: Bool { screen.track != nil }

  /// Asks the room to take our screen. It answers by an event of its log, or with `refused`: without the
  /// right to share, or while somebody else does.
  package mutating func startShare(
    name: String, at now: MediaTime, into outputs: inout CallClientOutputs
  ) throws(BoardSchemaError) {
    precondition(configuration.canShare, "a client that has a stream for its screen")
    try command(.publish(.screen, name: name), at: now, into: &outputs)
  }

  /// Takes it away from everybody.
  package mutating func stopShare(
    at now: MediaTime, into outputs: inout CallClientOutputs
  ) throws(BoardSchemaError) {
    guard let track = screen.track else { return }
    try command(.unpublish(track), at: now, into: &outputs)
  }

  /// What the log says of our own tracks.
  mutating func noteShare(_ event: BoardEvent) {
    switch event.action {
    case .trackStarted(let track) where track.kind == .screen:
      screen = ScreenShare(track: track.track)
    case .trackStopped(let track) where track == screen.track: screen = ScreenShare()
    default: return
    }
    let need = need
    transport.withSession(into: &peerOutputs) { session, _ in session.announce(need: need) }
  }

  /// Whether and how the screen's next picture is to be coded; nil when nothing is shared, or the path has
  /// no room for it.
  package mutating func screenRequest(at now: MediaTime) -> CameraRequest? {
    guard screen.track != nil else { return nil }
    let least = configuration.screenBitrates.lowerBound
    let most = max(min(configuration.screenBitrates.upperBound, screen.limit), least)
    let available = CameraShares.forScreens(
      of: leftForPictures, screens: (1, least),
      cameras: (configuration.hasCamera ? 1 : 0, configuration.cameraBitrates.lowerBound))
    let bitrate = screen.shares.update(
      available: available, wanted: 1, bitrates: least...most, at: now)
    let isAllowed = screen.shares.count == 1
    screen.bitrate = isAllowed ? max(bitrate / CameraDemand.step * CameraDemand.step, least) : 0
    guard isAllowed, !transport.session.isCongested else { return nil }
    defer { screen.wantsKeyFrame = false }
    return CameraRequest(bitrate: screen.bitrate, wantsKeyFrame: screen.wantsKeyFrame)
  }

  /// A key frame of the screen that was asked for was not made.
  package mutating func missedScreenKeyFrame() { screen.wantsKeyFrame = true }

  /// Sends a picture of the screen, coded as `screenRequest` said. Its size may change with a key frame.
  ///
  /// - Parameter captured: when it was taken, by the clock of the machine.
  package mutating func sendScreen(
    _ frame: [UInt8], captured: MediaTime, at now: MediaTime, into outputs: inout CallClientOutputs
  ) {
    guard screen.track != nil else { return }
    let source = CallStreams.source(.screen, of: configuration.participant)
    transport.withSession(into: &peerOutputs) { session, streams in
      session.sendFrame(frame, source: source, capturedAt: captured, at: now, into: &streams)
    }
    drain(at: now, into: &outputs)
  }

  func isScreen(_ source: SSRC) -> Bool {
    source == CallStreams.source(.screen, of: configuration.participant)
  }
}
