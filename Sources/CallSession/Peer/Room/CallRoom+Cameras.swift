import MediaCore
import Strokes

/// Cameras, passed on as they come.
extension CallRoom {
  /// A participant begins to receive somebody's camera.
  mutating func watch(
    _ track: UInt32, _ leg: CallRoomLeg, at now: MediaTime,
    using random: inout some RandomNumberGenerator
  ) {
    for case let owner? in legs where owner.camera.track == track {
      let source = owner.source(.camera)
      if let index = leg.cameras.firstIndex(where: { $0.owner == owner.participant }) {
        leg.cameras[index] = CallRoomLeg.ForwardedCamera(owner: owner.participant, track: track)
      } else {
        leg.cameras.append(
          CallRoomLeg.ForwardedCamera(owner: owner.participant, track: track))
        withSession(of: leg) { session, _ in
          session.addCamera(
            RTPSendStream(
              source: source, payloadType: CallStreams.vp8, clockRate: 90_000, using: &random),
            retransmission: CallStreams.retransmissionFormat(of: source, isAudio: false),
            using: &random)
        }
      }
      wantKeyFrame(of: owner, at: now)
      nextRates = now
    }
  }

  /// A frame of somebody's camera, in the time of the mix.
  mutating func pass(
    _ frame: VP8FrameAssembler.Frame, of owner: CallRoomLeg, at now: MediaTime,
    into outputs: inout CallRoomOutputs
  ) {
    let timestamp = RTPTimestamp(
      frame.timestamp, nearest: owner.camera.newest ?? RTPTimestamp(Int64(frame.timestamp)))
    owner.camera.newest = timestamp
    guard let track = owner.camera.track, !owner.camera.isMuted else { return }
    let captured = owner.camera.timeline.time(
      of: timestamp, captured: owner.camera.clock.time(of: timestamp), arrival: now)
    if frame.isKeyFrame { owner.camera.wantsKeyFrame = false }
    outputs.records.append(
      .camera(
        participant: owner.participant.rawValue, frame: frame.bytes, isKeyFrame: frame.isKeyFrame,
        captured: captured, at: now))
    var lacksKeyFrame = false
    for case let leg? in legs where leg.isPresent {
      for index in leg.cameras.indices where leg.cameras[index].track == track {
        guard canTake(frame, index, leg, &lacksKeyFrame) else { continue }
        let source = owner.source(.camera)
        withSession(of: leg) { session, streams in
          session.sendFrame(
            frame.bytes, source: source, capturedAt: captured, at: now, into: &streams)
        }
      }
    }
    if lacksKeyFrame { wantKeyFrame(of: owner, at: now) }
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

  // MARK: Key frames

  /// Somebody who receives a camera cannot go on.
  mutating func passRequest(for source: SSRC, at now: MediaTime) {
    guard let (kind, participant) = CallStreams.kind(of: source), kind == .camera,
      let owner = leg(of: AuthorID(participant))
    else { return }
    wantKeyFrame(of: owner, at: now)
  }

  private mutating func wantKeyFrame(of owner: CallRoomLeg, at now: MediaTime) {
    owner.camera.wantsKeyFrame = true
    askForKeyFrame(of: owner, at: now)
  }

  /// Those that had to wait, or whose request or answer was lost.
  mutating func repeatKeyFrameRequests(at now: MediaTime) {
    for case let leg? in legs where leg.camera.wantsKeyFrame { askForKeyFrame(of: leg, at: now) }
  }

  private mutating func askForKeyFrame(of owner: CallRoomLeg, at now: MediaTime) {
    guard owner.camera.track != nil, !owner.camera.isMuted,
      owner.camera.lastRequest.map({ now - $0 >= Self.requestInterval }) ?? true
    else { return }
    owner.camera.lastRequest = now
    let source = owner.source(.camera)
    withSession(of: owner) { session, streams in
      session.requestKeyFrame(source, into: &streams)
    }
  }

  private static let requestInterval = MediaTime(milliseconds: 300)

  // MARK: Clocks

  mutating func note(
    _ report: SenderReport, from leg: CallRoomLeg, at now: MediaTime,
    into outputs: inout CallRoomOutputs
  ) {
    if report.sender == leg.source(.microphone), let newest = leg.microphone.newest {
      leg.microphone.clock.receive(report, newest: newest)
      outputs.records.append(
        .clock(
          participant: leg.participant.rawValue, drift: leg.receiver.report.drift, at: now))
    } else if report.sender == leg.source(.camera), let newest = leg.camera.newest {
      leg.camera.clock.receive(report, newest: newest)
    }
  }
}
