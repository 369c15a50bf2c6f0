import MediaCore
import Strokes

/// Cameras and shared screens, passed on as they come.
extension CallRoom {
  /// A participant begins to receive somebody's camera or screen.
  mutating func watch(
    _ track: UInt32, _ leg: CallRoomLeg, at now: MediaTime,
    using random: inout some RandomNumberGenerator
  ) {
    for case let owner? in legs {
      for kind in CallStreams.Kind.pictures where owner[kind].track == track {
        watch(owner, kind, track, leg, using: &random)
        wantKeyFrame(of: owner, kind, at: now)
        nextRates = now
      }
    }
  }

  private mutating func watch(
    _ owner: CallRoomLeg, _ kind: CallStreams.Kind, _ track: UInt32, _ leg: CallRoomLeg,
    using random: inout some RandomNumberGenerator
  ) {
    let camera = CallRoomLeg.ForwardedCamera(owner: owner.participant, kind: kind, track: track)
    if let index = leg.cameras.firstIndex(where: {
      $0.owner == owner.participant && $0.kind == kind
    }) {
      leg.cameras[index] = camera
      return
    }
    leg.cameras.append(camera)
    let source = owner.source(kind)
    withSession(of: leg) { session, _ in
      session.addCamera(
        RTPSendStream(
          source: source, payloadType: CallStreams.vp8, clockRate: 90_000, using: &random),
        retransmission: CallStreams.retransmissionFormat(of: source, isAudio: false),
        using: &random)
    }
  }

  /// A frame of somebody's camera or screen. A camera goes on in the time of the mix; a screen, which is
  /// shown when it comes, in that of its capture.
  mutating func pass(
    _ frame: VP8FrameAssembler.Frame, _ kind: CallStreams.Kind, of owner: CallRoomLeg,
    at now: MediaTime, into outputs: inout CallRoomOutputs
  ) {
    let timestamp = RTPTimestamp(
      frame.timestamp, nearest: owner[kind].newest ?? RTPTimestamp(Int64(frame.timestamp)))
    owner[kind].newest = timestamp
    guard let track = owner[kind].track, !owner[kind].isMuted else { return }
    let captured = noteCapture(of: timestamp, kind, from: owner, at: now)
    let shown =
      kind == .screen
      ? captured
      : owner.camera.timeline.time(
        of: timestamp, captured: owner.camera.clock.time(of: timestamp), arrival: now)
    if frame.isKeyFrame {
      owner[kind].lastKeyFrame = now
      // One from before the recording is not in it.
      owner[kind].wantsKeyFrame = recordedSince.map { captured < $0 } ?? false
    }
    record(frame, kind, of: owner, captured: captured, at: now, into: &outputs)
    var lacksKeyFrame = false
    for case let leg? in legs where leg.isPresent {
      for index in leg.cameras.indices where leg.cameras[index].track == track {
        guard canTake(frame, index, leg, &lacksKeyFrame) else { continue }
        let source = owner.source(kind)
        withSession(of: leg) { session, streams in
          session.sendFrame(
            frame.bytes, source: source, capturedAt: shown, at: now, into: &streams)
        }
      }
    }
    if lacksKeyFrame { wantKeyFrame(of: owner, kind, at: now) }
  }

  private func record(
    _ frame: VP8FrameAssembler.Frame, _ kind: CallStreams.Kind, of owner: CallRoomLeg,
    captured: MediaTime, at now: MediaTime, into outputs: inout CallRoomOutputs
  ) {
    let participant = owner.participant.rawValue
    outputs.records.append(
      kind == .screen
        ? .screen(
          participant: participant, frame: frame.bytes, isKeyFrame: frame.isKeyFrame,
          captured: captured, at: now)
        : .camera(
          participant: participant, frame: frame.bytes, isKeyFrame: frame.isKeyFrame,
          captured: captured, at: now))
  }

  /// Whether the frame goes to that leg. What was left out once goes on with a key frame, which is asked for
  /// when there is room for it.
  private func canTake(
    _ frame: VP8FrameAssembler.Frame, _ index: Int, _ leg: CallRoomLeg, _ lacksKeyFrame: inout Bool
  ) -> Bool {
    guard leg.cameras[index].isSubscribed else { return false }
    guard leg.cameras[index].isAllowed, !leg.transport.session.isCongested else {
      leg.cameras[index].needsKeyFrame = true
      return false
    }
    if frame.isKeyFrame { leg.cameras[index].needsKeyFrame = false }
    if leg.cameras[index].needsKeyFrame { lacksKeyFrame = true }
    return !leg.cameras[index].needsKeyFrame
  }
}
