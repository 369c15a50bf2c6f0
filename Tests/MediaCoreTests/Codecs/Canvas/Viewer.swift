@testable import MediaCore

/// Somebody who decodes by libvpx, and what they see.
final class Viewer {
  private var decoder: VPXDecoder
  private var picture = I420Picture(width: 1, height: 1)

  init() throws {
    decoder = try VPXDecoder()
  }

  var shown: DecodedFrame { DecodedFrame(picture) }

  @discardableResult
  func take(_ frame: EncodedFrame) throws -> DecodedFrame {
    _ = try decoder.decode(frame.bytes, into: &picture)
    return shown
  }
}
