import MediaCore

/// What a participant sees of somebody else's camera.
final class CameraView {
  struct Sight: Sendable {
    var time: MediaTime
    /// Nil when the picture is too blurred to tell.
    var number: Int?
  }

  let participant: Int
  private(set) var sights: [Sight] = []
  private(set) var similarity = 0.0
  private(set) var compared = 0

  private let source: CameraPicture
  private let sampling: Int
  private var decoder: VPXDecoder
  private var expected: I420Picture

  /// Every fourth picture is compared.
  private static let comparisons = 4

  /// - Parameter sampling: how many of the pictures that could be compared stand for one that is.
  init(of participant: Int, _ camera: CameraFormat, sampling: Int = 1) throws(MediaError) {
    self.participant = participant
    self.sampling = Self.comparisons * sampling
    source = CameraPicture(
      participant: UInt32(participant + 1), width: camera.width, height: camera.height)
    expected = I420Picture(width: camera.width, height: camera.height)
    do throws(VideoDecoderError) {
      decoder = try VPXDecoder()
    } catch {
      throw MediaError(.codecFailed, "libvpx's decoder does not start: \(error)")
    }
  }

  /// A frame is decoded and shown; false when the decoder cannot go on.
  func show(_ bytes: [UInt8], at now: MediaTime) -> Bool {
    guard let picture = try? decoder.decode(bytes) else { return false }
    let number = CameraPicture.number(in: picture)
    sights.append(Sight(time: now, number: number))
    if let number, sights.count % sampling == 0, picture.width == expected.width,
      picture.height == expected.height
    {
      source.draw(number, into: &expected)
      similarity += PictureLikeness(expected, picture).ssim
      compared += 1
    }
    return true
  }
}
