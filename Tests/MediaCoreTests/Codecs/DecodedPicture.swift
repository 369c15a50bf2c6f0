import MediaCore

/// A codec gave nothing where the test needs something.
struct NothingCoded: Error {}

extension VPXDecoder {
  /// The picture that a frame shows; an error when it shows none.
  mutating func picture(of frame: EncodedFrame) throws -> I420Picture {
    if let picture = try decode(frame.bytes) { return picture }
    throw NothingCoded()
  }
}

extension VPXEncoder {
  /// The frame that was asked for; an error when none was made.
  mutating func frame(
    _ picture: borrowing I420Picture, _ request: EncodeRequest
  ) throws -> EncodedFrame {
    if let frame = try encode(picture, request) { return frame }
    throw NothingCoded()
  }
}
