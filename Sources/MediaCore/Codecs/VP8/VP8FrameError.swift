/// Why a frame cannot be written.
enum VP8FrameError: Error, Equatable, Sendable {
  /// Modes of over 512 KiB, or tokens of over 16 MiB in another partition than the last: the
  /// format's fields end there (RFC 6386, 9.1 and 9.5). Only pictures of many millions of pixels
  /// come near.
  case partitionTooLarge(bytes: Int)
  /// A vector more than 255.75 samples from the best candidate (17.1).
  case vectorOutOfReach(VP8MotionVector)
  case interPredictionInKeyFrame
}
