package import MediaCore

/// A board for all who watch: coded once, and what each of them lacks besides.
extension WebRTCPort {
  /// Brings everybody to where the picture is. As long as nobody watches nothing is coded.
  package mutating func show(
    _ picture: borrowing I420Picture, by video: inout LiveBoardVideo, at now: MediaTime,
    into outputs: inout WebRTCPortOutputs
  ) throws(MediaError) {
    guard !connected.isEmpty else { return }
    while let frame = try video.next(of: picture, at: now) {
      forEachConnected(into: &outputs) { peer, datagrams in
        if frame.isKeyFrame, peer.boardNeed != nil {
          peer.answerBoard([frame.shared], blocks: frame.blocks, at: now, into: &datagrams)
        } else {
          peer.shareBoard(frame.shared, blocks: frame.blocks, at: now, into: &datagrams)
        }
      }
    }
    // Coded once for all who join at this moment.
    var bootstrap: [SharedFrame]?
    for id in connected {
      guard let peer = self[id], let need = peer.boardNeed else { continue }
      let frames: [SharedFrame]?
      switch need {
      case .bootstrap:
        if bootstrap == nil { bootstrap = try video.bootstrap(of: picture, at: now) }
        frames = bootstrap
      case .blocks(let blocks):
        frames = try video.recode(blocks, of: picture, at: now).map { [$0] }
      }
      guard let frames else {
        // A picture that is hardly a board: only a key frame for everybody helps.
        video.wantKeyFrame()
        continue
      }
      let blocks = if case .blocks(let blocks) = need { blocks } else { video.all }
      change(id, into: &outputs) {
        peer.answerBoard(frames, blocks: blocks, at: now, into: &$0)
      }
    }
  }

  /// When `show` is to be called although the picture stands still; nil when nobody watches.
  package func showDeadline(_ video: borrowing LiveBoardVideo) -> MediaTime? {
    let watching = connected
    for id in watching where self[id]?.boardNeed != nil { return video.earliest }
    return watching.isEmpty ? nil : video.nextHeartbeat
  }
}
