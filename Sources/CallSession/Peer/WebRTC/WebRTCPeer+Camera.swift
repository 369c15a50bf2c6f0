import MediaCore

/// A camera of ours, for a peer that takes pictures and sends some.
extension WebRTCPeer {
  /// Whether sound goes both ways.
  package var isEchoed: Bool { streams.sound != nil && reception.lanes.contains(.sound) }

  /// Whether and how the camera's next picture is to be coded; nil when the path has no room for it, or the
  /// peer takes none.
  ///
  /// - Parameter bitrates: of pictures that are worth sending, bits a second.
  func cameraRequest(
    _ bitrates: ClosedRange<Int64>, at now: MediaTime
  ) -> CallClient.CameraRequest? {
    guard state == .connected, streams.camera != nil else { return nil }
    let left = CameraShares.left(of: session.target, loss: session.loss)
    return demand.next(
      of: left - CallClient.soundBitrate, bitrates, isOpen: !session.isCongested, at: now)
  }

  /// A key frame that was asked for was not made.
  func missedKeyFrame() { demand.wantsKeyFrame = true }

  /// Sends a picture of the camera, coded as `cameraRequest` said.
  func sendCamera(
    _ frame: [UInt8], captured: MediaTime, at now: MediaTime, into datagrams: inout [[UInt8]]
  ) {
    guard state == .connected, let camera = streams.camera else { return }
    session.sendFrame(frame, source: camera, capturedAt: captured, at: now, into: &answers)
    drain(at: now, into: &datagrams)
  }

  /// What comes of pictures could not be decoded.
  func decoderFailed(at now: MediaTime) {
    guard let source = reception.videoSource else { return }
    session.decoderFailed(source, at: now)
  }
}
