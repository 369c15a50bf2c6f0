/// What the first bytes of a VP8 frame tell without decoding it (RFC 6386, 9.1).
package struct VP8FrameStart: Equatable, Sendable {
  package var isKeyFrame: Bool
  package var isShown: Bool
  /// Of key frames.
  package var width: Int32 = 0
  package var height: Int32 = 0

  /// Nil when the bytes begin no frame.
  package init?(_ frame: Span<UInt8>) {
    guard frame.count >= 3 else { return nil }
    isKeyFrame = frame[0] & 1 == 0
    isShown = frame[0] & 16 != 0
    guard isKeyFrame else { return }
    guard frame.count >= 10, frame[3] == 0x9D, frame[4] == 0x01, frame[5] == 0x2A else {
      return nil
    }
    // Behind 14 bits stand two that only ask for scaling.
    width = Int32(UInt16(frame[7]) << 8 | UInt16(frame[6])) & 0x3FFF
    height = Int32(UInt16(frame[9]) << 8 | UInt16(frame[8])) & 0x3FFF
    guard width > 0, height > 0 else { return nil }
  }
}
