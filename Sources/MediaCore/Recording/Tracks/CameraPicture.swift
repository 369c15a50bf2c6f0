/// What a camera shows now.
final class CameraPicture {
  /// Of its last frame.
  private(set) var picture = I420Picture(width: 16, height: 16)
  /// Whether there is a picture that is not the one before the first.
  private(set) var isShown = false
  private var decoder: VPXDecoder
  private var needsKeyFrame = true

  /// Pixels of a frame; what says more asks for memory that no camera needs.
  private static let largest: Int64 = 4_096 * 2_304

  init() throws(MediaError) {
    do throws(VideoDecoderError) {
      decoder = try VPXDecoder()
    } catch {
      throw MediaError(.codecFailed, "no decoder for cameras", cause: "\(error)")
    }
  }

  /// Takes the next frame. False when it shows nothing new.
  func take(_ frame: [UInt8]) -> Bool {
    guard let start = VP8FrameStart(frame.span), start.isKeyFrame || !needsKeyFrame,
      !start.isKeyFrame || Int64(start.width) * Int64(start.height) <= Self.largest
    else {
      needsKeyFrame = true
      return false
    }
    do throws(VideoDecoderError) {
      let isNew = try decoder.decode(frame, into: &picture)
      needsKeyFrame = false
      isShown = isShown || isNew
      return isNew
    } catch {
      needsKeyFrame = true
      return false
    }
  }
}
