internal import MediaCore
internal import MediaIO
internal import Strokes

/// How well a recording shows a session, frame by frame.
struct RecordingLikeness {
  private(set) var likeness = PictureLikeness()
  private(set) var frames = 0

  /// - Parameter every: of the frames of the session, one in so many is compared.
  init(
    of file: String, to session: MeasuredSession, seconds: Double, every: Int64 = 5
  ) throws(MediaError) {
    let source = try FileSource(FileName(file))
    var demuxer = try Demuxer(source)
    let video = demuxer.streams.firstIndex { $0.kind == .video } ?? 0
    var decoder: VPXDecoder
    do throws(VideoDecoderError) {
      decoder = try VPXDecoder()
    } catch {
      throw MediaError(.codecFailed, "libvpx's decoder does not start")
    }
    var shown = I420Picture(width: MeasuredSession.width, height: MeasuredSession.height)
    var waiting = try Self.next(&demuxer, video)
    var expected = I420Picture(width: MeasuredSession.width, height: MeasuredSession.height)
    var all = BlockMap(width: MeasuredSession.width, height: MeasuredSession.height)
    all.insertAll()
    var (sum, compared) = (PictureLikeness(), 0)
    try session.forEachFrame(seconds: seconds) { frame, canvas, _ throws(MediaError) in
      // Half a frame's grace: containers round times to milliseconds.
      let instant = MediaTime(count: 2 * frame + 1, rate: 2 * MeasuredSession.rate)
      while let packet = waiting, packet.time ?? .zero <= instant {
        do throws(VideoDecoderError) {
          if let picture = try decoder.decode(packet.bytes) { shown = picture }
        } catch {
          throw MediaError(.inputDamaged, "\(file): a frame does not decode")
        }
        waiting = try Self.next(&demuxer, video)
      }
      guard frame % every == 0 else { return }
      ColourConverter.convert(
        all, of: canvas.pixels.span, stride: Int(canvas.width) * 4, into: &expected)
      sum += PictureLikeness(expected, shown)
      compared += 1
    }
    likeness = sum
    frames = compared
  }

  private static func next(
    _ demuxer: inout Demuxer, _ stream: Int
  ) throws(MediaError) -> Demuxer.Packet? {
    while let packet = try demuxer.next() {
      if packet.stream == stream { return packet }
    }
    return nil
  }
}
