package import MediaCore

extension CallClient {
  /// How a picture of the camera is to be coded.
  package struct CameraRequest: Equatable, Sendable {
    /// Bits a second.
    package var bitrate: Int64
    package var wantsKeyFrame: Bool
  }

  /// For what is drawn, in bits a second.
  static let messageBitrate: Int64 = 30_000

  /// What the path has for the camera and the screen, in bits a second.
  var leftForPictures: Int64 {
    let session = transport.session
    let sound = Self.soundBitrate * Int64(1 + session.soundCopies)
    return CameraShares.left(of: session.target, loss: session.loss) - sound - Self.messageBitrate
  }

  /// Whether and how the camera's next picture is to be coded; nil when the path has no room for it.
  package mutating func cameraRequest(at now: MediaTime) -> CameraRequest? {
    demand.next(
      of: leftForPictures - screen.bitrate, configuration.cameraBitrates,
      isOpen: configuration.hasCamera && !transport.session.isCongested, at: now)
  }

  /// A key frame that was asked for was not made.
  package mutating func missedKeyFrame() { demand.wantsKeyFrame = true }

  /// Sends a picture of the camera, coded as `cameraRequest` said.
  ///
  /// - Parameter captured: when it was taken, by the clock of the machine.
  package mutating func sendCamera(
    _ frame: [UInt8], captured: MediaTime, at now: MediaTime, into outputs: inout CallClientOutputs
  ) {
    let source = CallStreams.source(.camera, of: configuration.participant)
    transport.withSession(into: &peerOutputs) { session, streams in
      session.sendFrame(frame, source: source, capturedAt: captured, at: now, into: &streams)
    }
    drain(at: now, into: &outputs)
  }

  mutating func receive(
    _ frame: VP8FrameAssembler.Frame, of source: SSRC, at now: MediaTime,
    into outputs: inout CallClientOutputs
  ) {
    if let (kind, participant) = CallStreams.kind(of: source), kind == .screen {
      outputs.events.append(.screenFrame(participant: participant, frame))
      return
    }
    guard let index = cameras.firstIndex(where: { $0.source == source }) else {
      outputs.events.append(.boardFrame(frame))
      return
    }
    cameras[index].playout.receive(frame, timestamp: frame.timestamp, at: now)
    showPictures(at: now, into: &outputs)
  }

  /// Gives out the pictures whose time has come.
  mutating func showPictures(at now: MediaTime, into outputs: inout CallClientOutputs) {
    for index in cameras.indices {
      while let due = cameras[index].deadline, due <= now,
        let frame = cameras[index].playout.next(at: now)
      {
        outputs.events.append(.cameraFrame(participant: cameras[index].participant, frame))
      }
    }
  }

  mutating func note(_ report: SenderReport) {
    if report.sender == CallStreams.source(.mix, of: configuration.participant) {
      guard let newest = receiver.playoutTimestamp else { return }
      mixClock.receive(report, newest: newest)
    } else if let index = cameras.firstIndex(where: { $0.source == report.sender }) {
      cameras[index].playout.receive(report)
    }
  }

  /// A frame of a video could not be decoded: a key frame or a bootstrap is asked for.
  package mutating func decoderFailed(
    _ source: SSRC, at now: MediaTime, into outputs: inout CallClientOutputs
  ) {
    transport.withSession(into: &peerOutputs) { session, _ in
      session.decoderFailed(source, at: now)
    }
    drain(at: now, into: &outputs)
  }
}
