import MediaCore

/// A participant's screen with its encoder. The window becomes another size halfway.
final class SeatScreen {
  let share: CallTestPlan.Share
  private var screen: ScreenPicture
  private var picture: I420Picture
  private var encoder: CameraEncoder

  /// Pictures a second.
  static let rate: Int64 = 5
  private static let sizes: [(width: Int32, height: Int32)] = [(640, 360), (480, 360)]

  init(_ share: CallTestPlan.Share) throws(MediaError) {
    self.share = share
    let size = Self.sizes[0]
    screen = ScreenPicture(width: size.width, height: size.height)
    picture = I420Picture(width: size.width, height: size.height)
    encoder = try Self.encoder(size)
  }

  private static func encoder(
    _ size: (width: Int32, height: Int32)
  ) throws(MediaError) -> CameraEncoder {
    do throws(VideoEncoderError) {
      return try CameraEncoder(
        width: size.width, height: size.height,
        bitrate: Int(CallClient.Configuration.screenBitrates.upperBound), frameRate: Int(rate))
    } catch {
      throw failure(error)
    }
  }

  /// The session time of a picture.
  func time(of number: Int64) -> MediaTime {
    share.start + MediaTime(count: number, rate: Self.rate)
  }

  /// A picture as it was asked for; nil when the encoder leaves it out.
  func encode(
    _ number: Int64, _ captured: MediaTime, _ request: CallClient.CameraRequest
  ) throws(MediaError) -> [UInt8]? {
    let isLate = time(of: number) + time(of: number) >= share.start + share.end
    let size = Self.sizes[isLate ? 1 : 0]
    if size.width != picture.width {
      screen = ScreenPicture(width: size.width, height: size.height)
      picture = I420Picture(width: size.width, height: size.height)
      encoder = try Self.encoder(size)
    }
    screen.draw(number, into: &picture)
    do throws(VideoEncoderError) {
      try encoder.setBitrate(Int(request.bitrate))
      return try encoder.encode(
        picture, at: captured, wantsKeyFrame: request.wantsKeyFrame)?.bytes
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: VideoEncoderError) -> MediaError {
    MediaError(.codecFailed, "the screen's encoder refuses", cause: "\(error)")
  }
}
