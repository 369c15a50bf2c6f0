import MediaCore

/// A participant's camera with its encoder.
struct SeatCamera: ~Copyable {
  private let source: CameraPicture
  private var picture: I420Picture
  private var encoder: CameraEncoder

  init(_ camera: CameraFormat, participant: Int) throws(MediaError) {
    source = CameraPicture(
      participant: UInt32(participant + 1), width: camera.width, height: camera.height)
    picture = I420Picture(width: camera.width, height: camera.height)
    do throws(VideoEncoderError) {
      encoder = try CameraEncoder(
        width: camera.width, height: camera.height,
        bitrate: Int(CallClient.Configuration.cameraBitrates.upperBound),
        frameRate: Int(camera.rate))
    } catch {
      throw Self.failure(error)
    }
  }

  /// A picture as it was asked for; nil when the encoder leaves it out.
  mutating func encode(
    _ number: Int64, _ captured: MediaTime, _ request: CallClient.CameraRequest
  ) throws(MediaError) -> [UInt8]? {
    source.draw(Int(number), into: &picture)
    do throws(VideoEncoderError) {
      try encoder.setBitrate(Int(request.bitrate))
      return try encoder.encode(
        picture, at: captured, wantsKeyFrame: request.wantsKeyFrame)?.bytes
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: VideoEncoderError) -> MediaError {
    MediaError(.codecFailed, "the camera's encoder refuses", cause: "\(error)")
  }
}
