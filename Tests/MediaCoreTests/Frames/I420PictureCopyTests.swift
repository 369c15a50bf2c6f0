import Strokes
import Testing

@testable import MediaCore

@Suite struct I420PictureCopyTests {
  @Test func `only the blocks are taken over, and their padding with them`() {
    let source = VideoCompositorTests.noise(45, 37, seed: 1)
    var picture = VideoCompositorTests.noise(45, 37, seed: 2)
    let before = VideoCompositorTests.samples(picture)
    var blocks = BlockMap(width: 45, height: 37)
    blocks.insert(column: 0, row: 0)
    blocks.insert(column: 2, row: 2)
    picture.copy(blocks, of: source)
    let (from, to) = (VideoCompositorTests.samples(source), VideoCompositorTests.samples(picture))
    for index in 0..<45 * 37 {
      let (x, y) = (index % 45, index / 45)
      let isTaken = x < 16 && y < 16 || x >= 32 && y >= 32
      #expect(to[index] == (isTaken ? from[index] : before[index]))
    }
    picture.withPlane(.luma) { bytes, stride in
      #expect(bytes[47 * stride + 47] == bytes[36 * stride + 44])
    }
    var all = blocks
    all.insertAll()
    picture.copy(all, of: source)
    #expect(VideoCompositorTests.samples(picture) == from)
  }
}
