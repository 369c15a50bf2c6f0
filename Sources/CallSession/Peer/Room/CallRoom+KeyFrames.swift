import MediaCore
import Strokes

/// Key frames of cameras and screens: asked of who sends them, for those who lack one.
extension CallRoom {
  /// Somebody who receives a camera or a screen cannot go on.
  mutating func passRequest(for source: SSRC, at now: MediaTime) {
    guard let (kind, participant) = CallStreams.kind(of: source),
      CallStreams.Kind.pictures.contains(kind), let owner = leg(of: AuthorID(participant))
    else { return }
    wantKeyFrame(of: owner, kind, at: now)
  }

  mutating func wantKeyFrame(of owner: CallRoomLeg, _ kind: CallStreams.Kind, at now: MediaTime) {
    owner[kind].wantsKeyFrame = true
    askForKeyFrame(of: owner, kind, at: now)
  }

  /// Those that had to wait, or whose request or answer was lost.
  mutating func repeatKeyFrameRequests(at now: MediaTime) {
    for case let leg? in legs {
      for kind in CallStreams.Kind.pictures where leg[kind].track != nil {
        if lacksCue(leg[kind], at: now) { leg[kind].wantsKeyFrame = true }
        if leg[kind].wantsKeyFrame { askForKeyFrame(of: leg, kind, at: now) }
      }
    }
  }

  /// A recording begins, or goes on: what comes next builds on nothing that is in it.
  mutating func beginRecording(at time: MediaTime, now: MediaTime) {
    recordedSince = time
    for case let leg? in legs {
      for kind in CallStreams.Kind.pictures where leg[kind].track != nil {
        wantKeyFrame(of: leg, kind, at: now)
      }
    }
  }

  /// In a recording a player goes to key frames.
  private func lacksCue(_ pictures: CallRoomLeg.Camera, at now: MediaTime) -> Bool {
    guard recordedSince != nil, pictures.affordsCues, let last = pictures.lastKeyFrame else {
      return false
    }
    return now - last >= Self.cueInterval
  }

  /// Between two key frames of a camera that is recorded.
  static let cueInterval = MediaTime(milliseconds: 10_000)

  private mutating func askForKeyFrame(
    of owner: CallRoomLeg, _ kind: CallStreams.Kind, at now: MediaTime
  ) {
    guard owner[kind].track != nil, !owner[kind].isMuted,
      owner[kind].lastRequest.map({ now - $0 >= Self.requestInterval }) ?? true
    else { return }
    owner[kind].lastRequest = now
    let source = owner.source(kind)
    withSession(of: owner) { session, streams in
      session.requestKeyFrame(source, into: &streams)
    }
  }

  private static let requestInterval = MediaTime(milliseconds: 300)
}
