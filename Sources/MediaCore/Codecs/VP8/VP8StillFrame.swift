/// A VP8 frame in which nothing changes: the picture before it stands, whoever coded that.
enum VP8StillFrame {
  /// - Parameters: of the key frame that the stream goes on from, 1…16383 pixels.
  static func bytes(width: Int32, height: Int32) -> [UInt8] {
    var writer = VP8FrameWriter(width: width, height: height)
    let header = VP8FrameHeader(
      isKeyFrame: false, width: width, height: height, quantiser: 0, refreshesLast: false)
    // Frames without macroblocks of their own are as small as the largest partition allows.
    return (try? writer.write(header, [], VP8Levels())) ?? []
  }
}
