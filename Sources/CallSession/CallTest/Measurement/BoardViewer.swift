import MediaCore
import Strokes

/// What a participant sees of the board: drawn from events as a page does, and as video.
final class BoardViewer {
  private let reference: InkReference
  var byEvents = StrokeWatch()
  var byVideo = StrokeWatch()

  private var renderer: BoardRenderer?
  private var picture: I420Picture
  private var hasNews = false
  private var decoder: VPXDecoder

  init(_ header: BoardHeader, _ reference: InkReference) throws(MediaError) {
    self.reference = reference
    picture = I420Picture(width: reference.width, height: reference.height)
    do throws(VideoDecoderError) {
      decoder = try VPXDecoder()
    } catch {
      throw MediaError(.codecFailed, "libvpx's decoder does not start: \(error)")
    }
  }

  /// A step of the board's events.
  func take(_ step: RoomClientOutputs.BoardStep) {
    hasNews = true
    switch step {
    case .restart(let header):
      renderer = BoardRenderer.whole(header, width: reference.width, height: reference.height)
    case .event(let event):
      guard let renderer else { return }
      renderer.apply(event)
      if case .resource(let hash, let resource) = event.action,
        let decoded = PictureDecoder.picture(of: resource)
      {
        renderer.provide(decoded, for: hash)
      }
    }
  }

  /// Draws what came, and looks at it.
  func see(at now: MediaTime) {
    guard hasNews, let renderer else { return }
    hasNews = false
    let blocks = renderer.render().blocks
    guard !blocks.isEmpty else { return }
    picture.take(blocks, of: renderer.canvas)
    byEvents.see(picture, of: reference, at: now)
  }

  /// Shows a frame of the video; false when the decoder cannot go on.
  func decode(_ bytes: [UInt8], at now: MediaTime) -> Bool {
    do throws(VideoDecoderError) {
      // A frame that is not shown gives no picture.
      if let shown = try decoder.decode(bytes) { byVideo.see(shown, of: reference, at: now) }
      return true
    } catch {
      return false
    }
  }
}
