package import MediaCore

/// A board for all who watch: coded once, and what each of them lacks besides.
extension WebRTCPort {
  /// Brings everybody to where the picture is. As long as nobody watches nothing is coded.
  package mutating func show(
    _ picture: borrowing I420Picture, by video: inout LiveBoardVideo, at now: MediaTime,
    into outputs: inout WebRTCPortOutputs
  ) throws(MediaError) {
    guard !watching.isEmpty else { return }
    if video.isFilm { try video.setRate(watching.compactMap { self[$0]?.target }.min() ?? 0) }
    while let frame = try video.next(of: picture, at: now) {
      forEachViewer(into: &outputs) { $0.take(frame, at: now, into: &$1) }
    }
    // Coded once for all who join at this moment.
    var bootstrap: [SharedFrame]?
    for id in needing {
      guard let peer = self[id],
        let lacking = try peer.lacking(of: picture, by: &video, &bootstrap, at: now)
      else { continue }
      change(id, into: &outputs) {
        peer.answerBoard(lacking.frames, blocks: lacking.blocks, at: now, into: &$0)
      }
    }
  }

  /// When `show` is to be called although the picture stands still; nil when nobody watches.
  package func showDeadline(_ video: borrowing LiveBoardVideo) -> MediaTime? {
    if !needing.isEmpty { return video.earliest }
    return watching.isEmpty ? nil : video.nextHeartbeat
  }
}
