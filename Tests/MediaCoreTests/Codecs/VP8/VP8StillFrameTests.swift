import Strokes
import Testing

@testable import MediaCore

@Suite struct VP8StillFrameTests {
  @Test(arguments: [(160, 96), (17, 33), (640, 361)] as [(Int32, Int32)])
  func `behind any frame of any encoder it changes nothing`(width: Int32, height: Int32) throws {
    var encoder = try VPXEncoder(width: width, height: height)
    var decoder = try VPXDecoder()
    var all = BlockMap(width: width, height: height)
    all.insertAll()
    for index in 0..<6 {
      let picture = VideoCompositorTests.noise(width, height, seed: UInt64(index / 2))
      let time = MediaTime(milliseconds: Int64(index) * 40)
      guard let frame = try encoder.encode(picture, EncodeRequest(time: time, blocks: all)) else {
        continue
      }
      let shown = try decoder.picture(of: frame)
      let still = EncodedFrame(
        bytes: VP8StillFrame.bytes(width: width, height: height), time: time, isKeyFrame: false)
      #expect(still.bytes.count > 3)
      let after = try decoder.picture(of: still)
      #expect(VideoCompositorTests.samples(after) == VideoCompositorTests.samples(shown))
    }
  }
}
