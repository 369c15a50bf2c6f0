import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct VPXEncoderTests {
  /// REC-09 and REC-10: VP8 carries any size from 1×1; nothing is cropped or tinted.
  @Test(arguments: [
    (1, 1, 30), (2, 2, 30), (3, 11, 30), (16, 1, 30), (17, 33, 30), (175, 143, 30), (101, 1, 30),
    (2_627, 1_629, 2),
  ])
  func anySizeKeepsItsColoursToTheLastColumnAndRow(_ size: (Int, Int, Int)) throws {
    let (width, height, count) = size
    let blue: UInt32 = 0xFF20_60C0
    var pixels = [UInt32](repeating: blue, count: width * height)
    let isTiny = width < 8 || height < 8
    if !isTiny {
      for y in 0..<height { pixels[y * width + width - 1] = 0xFFFF_0000 }
      for x in 0..<width { pixels[(height - 1) * width + x] = 0xFFFF_0000 }
    }
    var picture = I420Picture(width: Int32(width), height: Int32(height))
    var blocks = BlockMap(width: Int32(width), height: Int32(height))
    blocks.insertAll()
    ColourConverter.convert(blocks, of: pixels.span, stride: 4 * width, into: &picture)
    var encoder = try VPXEncoder(width: Int32(width), height: Int32(height))
    var decoder = try VPXDecoder()
    for index in 0..<count {
      let time = MediaTime(count: Int64(index), rate: 30)
      let frame = try encoder.frame(picture, EncodeRequest(time: time, blocks: blocks))
      #expect(frame.isKeyFrame == (index == 0))
      #expect(frame.isShown)
      let decoded = try decoder.picture(of: frame)
      #expect(decoded.width == picture.width && decoded.height == picture.height)
      if index == 0 || index == count - 1 {
        for plane in I420Picture.Plane.allCases {
          let mean = meanDifference(picture, decoded, plane)
          #expect(mean.magnitude <= 3, "\(plane) of frame \(index)")
          #expect(edgeDifference(picture, decoded, plane) <= 30, "\(plane) of frame \(index)")
        }
      }
      blocks.removeAll()
      blocks.insert(x: Int32(index % width), y: 0, width: 1, height: 1)
    }
  }

  @Test func sizesBeyondTheFormatAreRefused() {
    for (width, height) in [(0, 1), (1, 0), (-1, 5), (16_384, 1), (1, 16_384)] as [(Int32, Int32)] {
      #expect(throws: VideoEncoderError.size(width: width, height: height)) {
        _ = try VPXEncoder(width: width, height: height)
      }
    }
  }

  @Test func theLargestWidthWorks() throws {
    var encoder = try VPXEncoder(width: 16_383, height: 2)
    var blocks = BlockMap(width: 16_383, height: 2)
    blocks.insertAll()
    let picture = I420Picture(width: 16_383, height: 2)
    let frame = try encoder.frame(picture, EncodeRequest(time: .zero, blocks: blocks))
    var decoder = try VPXDecoder()
    let decoded = try decoder.picture(of: frame)
    #expect(decoded.width == 16_383)
  }

  /// What is not damaged may be anything: the frame does not change it.
  @Test func onlyDamagedBlocksAreRead() throws {
    let (width, height) = (320, 240)
    var canvas = ScribbledCanvas(width: width, height: height)
    var all = BlockMap(width: 320, height: 240)
    all.insertAll()
    for _ in 0..<60 { _ = canvas.write() }
    var picture = I420Picture(width: 320, height: 240)
    ColourConverter.convert(all, of: canvas.pixels.span, stride: 4 * width, into: &picture)
    var encoder = try VPXEncoder(width: 320, height: 240)
    var decoder = try VPXDecoder()
    let first = try encoder.frame(picture, EncodeRequest(time: .zero, blocks: all))
    let before = try decoder.picture(of: first)

    let damage = canvas.write()
    var poisoned = canvas.pixels
    for y in 0..<height {
      for x in 0..<width where !damage.contains(column: Int32(x / 16), row: Int32(y / 16)) {
        poisoned[y * width + x] = x / 3 % 2 == 0 ? 0xFFFF_00FF : 0xFF00_FF00
      }
    }
    ColourConverter.convert(all, of: poisoned.span, stride: 4 * width, into: &picture)
    let second = try encoder.frame(
      picture, EncodeRequest(time: MediaTime(milliseconds: 33), blocks: damage))
    let after = try decoder.picture(of: second)
    var others = all
    for index in damage.indices { others.remove(index) }
    // The loop filter may touch three pixels at the edge of a neighbour.
    #expect((lumaPSNR(before, after, in: others) ?? 99) > 50)
    ColourConverter.convert(all, of: canvas.pixels.span, stride: 4 * width, into: &picture)
    #expect((lumaPSNR(picture, after, in: damage) ?? 99) > 38)
  }

  @Test func equalCallsGiveEqualBytes() throws {
    #expect(try encodedScribble() == encodedScribble())
  }

  private func encodedScribble() throws -> [EncodedFrame] {
    var canvas = ScribbledCanvas(width: 640, height: 360)
    var picture = I420Picture(width: 640, height: 360)
    var encoder = try VPXEncoder(width: 640, height: 360)
    var damage = BlockMap(width: 640, height: 360)
    damage.insertAll()
    var frames: [EncodedFrame] = []
    for index in 0..<60 {
      ColourConverter.convert(damage, of: canvas.pixels.span, stride: 4 * 640, into: &picture)
      let request = EncodeRequest(
        time: MediaTime(count: Int64(index), rate: 30), blocks: damage,
        pass: index % 10 == 9 ? .final : .preview, refinement: index % 10 == 9 ? 1 : 0,
        wantsKeyFrame: index == 40)
      frames.append(try encoder.frame(picture, request))
      damage = canvas.write()
    }
    return frames
  }

  @Test func aBitrateMakesAnUnruledPictureSmaller() throws {
    let ruled = try noiseBytes(VPXSettings(rate: .bitrate(200_000)))
    let unruled = try noiseBytes(VPXSettings())
    #expect(ruled * 3 < unruled, "\(ruled) against \(unruled) bytes")
  }

  /// Bytes of four seconds of stripes of noise, after a second to settle.
  private func noiseBytes(_ settings: VPXSettings) throws -> Int {
    var generator = SeededGenerator(seed: 5)
    var pixels = [UInt32](repeating: 0xFFFF_FFFF, count: 320 * 240)
    var picture = I420Picture(width: 320, height: 240)
    var encoder = try VPXEncoder(width: 320, height: 240, settings: settings)
    var all = BlockMap(width: 320, height: 240)
    all.insertAll()
    var bytes = 0
    for index in 0..<150 {
      for place in pixels.indices where place / 320 / 8 % 2 == 0 {
        pixels[place] = UInt32(truncatingIfNeeded: generator.next() & 0x3F_3F3F)
      }
      ColourConverter.convert(all, of: pixels.span, stride: 4 * 320, into: &picture)
      let time = MediaTime(count: Int64(index), rate: 30)
      let frame = try encoder.frame(picture, EncodeRequest(time: time, blocks: all))
      if index >= 30 { bytes += frame.bytes.count }
    }
    return bytes
  }
}

@Suite struct VPXDecoderTests {
  @Test func cutAndChangedFramesNeverTrap() throws {
    var canvas = ScribbledCanvas(width: 64, height: 48)
    var all = canvas.write()
    all.insertAll()
    var picture = I420Picture(width: 64, height: 48)
    ColourConverter.convert(all, of: canvas.pixels.span, stride: 4 * 64, into: &picture)
    var encoder = try VPXEncoder(width: 64, height: 48)
    let bytes = try encoder.frame(picture, EncodeRequest(time: .zero, blocks: all)).bytes
    for length in 0..<bytes.count {
      var decoder = try VPXDecoder()
      _ = try? decoder.decode(Array(bytes[..<length]))
    }
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      var changed = bytes
      // The first bytes hold the size; a picture of 16383² would only cost time.
      let place = 10 + Int(generator.next() % UInt64(bytes.count - 10))
      changed[place] ^= UInt8(truncatingIfNeeded: generator.next() | 1)
      var decoder = try VPXDecoder()
      _ = try? decoder.decode(changed)
    }
  }
}
