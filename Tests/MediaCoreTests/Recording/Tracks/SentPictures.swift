import Strokes

@testable import MediaCore

/// A camera: a plain picture whose brightness says the number of the frame, coded by libvpx.
struct SentPictures {
  private(set) var frames: [EncodedFrame] = []

  /// Frames that are 1/15 s apart, the first at `start` seconds.
  mutating func send(
    _ count: Int, from start: Double, width: Int32 = 160, height: Int32 = 96, keyEvery: Int = 1_000,
    isNoise: Bool = false
  ) throws {
    var encoder = try VPXEncoder(width: width, height: height)
    var all = BlockMap(width: width, height: height)
    all.insertAll()
    for index in 0..<count {
      let colour = VP8Colour(luma: Self.brightness(index), blue: 90, red: 190)
      let picture =
        isNoise
        ? VideoCompositorTests.noise(width, height, seed: UInt64(index))
        : VideoCompositorTests.plain(width, height, colour)
      let request = EncodeRequest(
        time: time(start + Double(index) / 15), blocks: all, pass: .final,
        wantsKeyFrame: index % keyEvery == 0)
      if let frame = try encoder.encode(picture, request) { frames.append(frame) }
    }
  }

  static func brightness(_ index: Int) -> UInt8 { UInt8(60 + index % 30 * 5) }
}
