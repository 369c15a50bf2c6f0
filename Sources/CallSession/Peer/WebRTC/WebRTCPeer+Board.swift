import MediaCore
import Strokes

/// A board that is coded for all who watch, and what one of them lacks.
extension WebRTCPeer {
  /// Sends a frame that everybody gets.
  func take(
    _ frame: LiveBoardVideo.Frame, at now: MediaTime, into datagrams: inout [[UInt8]]
  ) {
    if frame.isKeyFrame, boardNeed != nil {
      answerBoard([frame.shared], blocks: frame.blocks, at: now, into: &datagrams)
    } else {
      shareBoard(frame.shared, blocks: frame.blocks, at: now, into: &datagrams)
    }
  }

  /// The answer to `boardNeed`; nil when there is no need, or it has to wait for a key frame for all.
  ///
  /// - Parameter bootstrap: of this moment, once somebody has needed it.
  func lacking(
    of picture: borrowing I420Picture, by video: inout LiveBoardVideo,
    _ bootstrap: inout [SharedFrame]?, at now: MediaTime
  ) throws(MediaError) -> (frames: [SharedFrame], blocks: BlockMap)? {
    guard let need = boardNeed else { return nil }
    let frames: [SharedFrame]?
    let touched: BlockMap
    switch need {
    case .bootstrap:
      if bootstrap == nil { bootstrap = try video.bootstrap(of: picture, at: now) }
      (frames, touched) = (bootstrap, video.all)
    case .blocks(let blocks):
      frames = try video.recode(blocks, of: picture, at: now).map { [$0] }
      touched = blocks
    }
    guard let frames else {
      // A picture that is hardly a board: only a key frame for everybody helps.
      video.wantKeyFrame()
      return nil
    }
    return (frames, touched)
  }
}
