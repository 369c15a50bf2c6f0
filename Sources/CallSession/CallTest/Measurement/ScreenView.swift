import MediaCore

/// What a participant sees of the screen that somebody shares.
final class ScreenView {
  let participant: Int
  /// Frames that were shown.
  private(set) var shown = 0
  /// Of the newest.
  private(set) var size: (width: Int32, height: Int32) = (0, 0)
  private var decoder: VPXDecoder

  init(of participant: Int) throws(MediaError) {
    self.participant = participant
    do throws(VideoDecoderError) {
      decoder = try VPXDecoder()
    } catch {
      throw MediaError(.codecFailed, "libvpx's decoder does not start: \(error)")
    }
  }

  /// A frame is decoded and shown; false when the decoder cannot go on.
  func show(_ bytes: [UInt8]) -> Bool {
    guard let picture = try? decoder.decode(bytes) else { return false }
    shown += 1
    size = (picture.width, picture.height)
    return true
  }
}
