import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct VideoTrackEncoderTests {
  private func record(
    width: Int, height: Int, frames: Int, stillFrames: Int, seed: UInt64 = 1
  ) throws -> (frames: [EncodedFrame], canvas: ScribbledCanvas, inked: BlockMap) {
    var video = VideoTrackEncoder(
      encoder: try VPXEncoder(width: Int32(width), height: Int32(height)), width: Int32(width),
      height: Int32(height))
    var canvas = ScribbledCanvas(width: width, height: height, seed: seed)
    var inked = BlockMap(width: Int32(width), height: Int32(height))
    var all = inked
    all.insertAll()
    video.update(
      from: canvas.pixels.span, stride: 4 * width, damage: Damage(blocks: all), at: .zero)
    var result: [EncodedFrame] = []
    for index in 0..<frames {
      let time = MediaTime(count: Int64(index), rate: 30)
      while let frame = try video.nextFrame(before: time) { result.append(frame) }
      let blocks = canvas.write()
      inked.formUnion(blocks)
      video.update(
        from: canvas.pixels.span, stride: 4 * width, damage: Damage(blocks: blocks), at: time)
    }
    let end = MediaTime(count: Int64(frames + stillFrames), rate: 30)
    while let frame = try video.nextFrame(ending: end) { result.append(frame) }
    return (result, canvas, inked)
  }

  private func inkedPSNR(
    _ recording: (frames: [EncodedFrame], canvas: ScribbledCanvas, inked: BlockMap)
  ) throws -> Double {
    var decoder = try VPXDecoder()
    let (width, height) = (Int32(recording.canvas.width), Int32(recording.canvas.height))
    var source = I420Picture(width: width, height: height)
    var all = recording.inked
    all.insertAll()
    ColourConverter.convert(
      all, of: recording.canvas.pixels.span, stride: 4 * Int(width), into: &source)
    var last = I420Picture(width: width, height: height)
    for frame in recording.frames {
      last = try decoder.picture(of: frame)
    }
    return lumaPSNR(source, last, in: recording.inked) ?? 99
  }

  @Test func afterMotionThePictureBecomesSharp() throws {
    let recording = try record(width: 640, height: 360, frames: 150, stillFrames: 60)
    #expect(try inkedPSNR(recording) > 44)
  }

  @Test func theLastFrameIsSharpEvenWhenTheSessionEndsInMotion() throws {
    let recording = try record(width: 640, height: 360, frames: 150, stillFrames: 0)
    #expect(try inkedPSNR(recording) > 44)
    #expect(recording.frames.last?.time == MediaTime(count: 149, rate: 30))
  }

  @Test func aStillMinuteAfterWritingTakesUnder50kB() throws {
    let written = try record(width: 1_920, height: 1_080, frames: 60, stillFrames: 30)
    let still = try record(width: 1_920, height: 1_080, frames: 60, stillFrames: 30 + 1_800)
    var bytes = [0, 0]
    for frame in written.frames { bytes[0] += frame.bytes.count }
    for frame in still.frames { bytes[1] += frame.bytes.count }
    #expect(bytes[1] - bytes[0] < 20_000)
    #expect(still.frames.count - written.frames.count <= 13)
    let blank = try record(width: 1_920, height: 1_080, frames: 0, stillFrames: 1_800)
    var blankBytes = 0
    for frame in blank.frames { blankBytes += frame.bytes.count }
    #expect(blankBytes < 25_000)
  }

  @Test func equalInputGivesEqualBytes() throws {
    let first = try record(width: 320, height: 240, frames: 90, stillFrames: 40)
    let second = try record(width: 320, height: 240, frames: 90, stillFrames: 40)
    #expect(first.frames == second.frames)
  }
}
