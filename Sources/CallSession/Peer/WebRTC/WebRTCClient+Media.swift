package import MediaCore

/// What a client sends and receives, once it is connected.
extension WebRTCClient {
  /// Brings the server to where the picture is. Before it is connected nothing is coded.
  package mutating func show(
    _ picture: borrowing I420Picture, by video: inout LiveBoardVideo, at now: MediaTime,
    into outputs: inout WebRTCClientOutputs
  ) throws(MediaError) {
    guard end == nil, let peer, peer.state == .connected else { return }
    if video.isFilm { try video.setRate(peer.target) }
    while let frame = try video.next(of: picture, at: now) {
      peer.take(frame, at: now, into: &flight)
    }
    var bootstrap: [SharedFrame]?
    if let lacking = try peer.lacking(of: picture, by: &video, &bootstrap, at: now) {
      peer.answerBoard(lacking.frames, blocks: lacking.blocks, at: now, into: &flight)
    }
    followPeer(at: now, into: &outputs)
  }

  /// When `show` is to be called although the picture stands still; nil when nobody gets it.
  package func showDeadline(_ video: borrowing LiveBoardVideo) -> MediaTime? {
    guard end == nil, let peer, peer.state == .connected else { return nil }
    return peer.boardNeed != nil ? video.earliest : video.nextHeartbeat
  }

  /// Sends a packet of the sound.
  package mutating func sendSound(
    _ packet: LiveSoundEncoder.Packet, at now: MediaTime,
    into outputs: inout WebRTCClientOutputs
  ) {
    withPeer(at: now, into: &outputs) { $0.sendSound(packet, at: now, into: &$1) }
  }

  /// Does something with the peer, and sends what comes of it.
  mutating func withPeer(
    at now: MediaTime, into outputs: inout WebRTCClientOutputs,
    _ body: (WebRTCPeer, inout [[UInt8]]) -> Void
  ) {
    guard end == nil, let peer else { return }
    body(peer, &flight)
    followPeer(at: now, into: &outputs)
  }

  /// What is done with the pictures cannot go on without a key frame.
  package mutating func requestKeyFrame(
    at now: MediaTime, into outputs: inout WebRTCClientOutputs
  ) {
    withPeer(at: now, into: &outputs) { $0.requestKeyFrame(at: now, into: &$1) }
  }
}
