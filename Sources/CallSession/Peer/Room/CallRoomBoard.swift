import MediaCore

/// How far the board's video is.
struct CallRoomBoard: Sendable {
  var gate: BoardFrameGate
  /// When there is something to show; nil while everybody has all.
  var due: MediaTime?
  /// Asked of the worker and not answered.
  var isFrameUnderway = false
  var isKeyFrameUnderway = false
  var lastKeyFrame: MediaTime?
  /// Somebody can go on only with a key frame for everybody.
  var wantsKeyFrame = false
  /// There is no picture any more.
  var hasFailed = false

  init(bitrate: Int64) { gate = BoardFrameGate(bitrate: bitrate) }
}
