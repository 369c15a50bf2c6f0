import MediaCore
import Strokes
import Testing

@Suite struct CameraEncoderTests {
  /// A textured picture that slides, and a block that crosses it.
  static func draw(_ number: Int, into picture: inout I420Picture) {
    let (width, height) = (Int(picture.width), Int(picture.height))
    picture.withMutablePlane(.luma) { luma, stride in
      for y in 0..<height {
        let v = y + number / 2
        for x in 0..<width {
          let u = x + 2 * number
          luma[y * stride + x] = UInt8(60 + (u * u / 31 + v * v / 17 + u * v / 53) & 127)
        }
      }
      let left = number * 5 % (width - 32)
      for y in height / 3..<height / 3 + 32 {
        for x in left..<left + 32 { luma[y * stride + x] = UInt8(x & 31) << 2 }
      }
    }
    picture.pad()
  }

  static func time(_ number: Int) -> MediaTime { MediaTime(count: Int64(number), rate: 15) }

  /// Frames of pictures 0..<count, nil where one was dropped.
  static func frames(
    _ count: Int, bitrate: Int, change: (Int, inout CameraEncoder) throws -> Void = { _, _ in },
    wantsKeyFrame: Set<Int> = []
  ) throws -> [EncodedFrame?] {
    var encoder = try CameraEncoder(width: 176, height: 144, bitrate: bitrate)
    var picture = I420Picture(width: 176, height: 144)
    return try (0..<count).map { number in
      draw(number, into: &picture)
      try change(number, &encoder)
      return try encoder.encode(
        picture, at: time(number), wantsKeyFrame: wantsKeyFrame.contains(number))
    }
  }

  /// Bits a second of these pictures.
  static func bitrate(_ frames: ArraySlice<EncodedFrame?>) -> Double {
    Double(frames.reduce(0) { $0 + ($1?.bytes.count ?? 0) }) * 8 * 15 / Double(frames.count)
  }

  @Test(arguments: [60_000, 150_000, 400_000])
  func `ten seconds keep to the rate`(bitrate: Int) throws {
    let found = Self.bitrate(try Self.frames(150, bitrate: bitrate)[...])
    #expect(abs(found / Double(bitrate) - 1) < 0.15, "\(found)")
  }

  @Test func `another rate holds within a second`() throws {
    let frames = try Self.frames(180, bitrate: 300_000) { number, encoder in
      if number == 60 { try encoder.setBitrate(90_000) }
      if number == 120 { try encoder.setBitrate(240_000) }
    }
    let low = Self.bitrate(frames[75..<120])
    let high = Self.bitrate(frames[135..<180])
    #expect(abs(low / 90_000 - 1) < 0.2, "\(low)")
    #expect(abs(high / 240_000 - 1) < 0.2, "\(high)")
  }

  @Test func `key frames come when they are wanted, and only then`() throws {
    let frames = try Self.frames(60, bitrate: 150_000, wantsKeyFrame: [20, 21])
    let keys = frames.indices.filter { frames[$0]?.isKeyFrame == true }
    #expect(keys == [0, 20, 21])
    let empty = Set(frames.compactMap { $0?.bytes.isEmpty })
    #expect(empty == [false])
  }

  @Test func `what the rate has no room for is dropped, a wanted key frame is not`() throws {
    let frames = try Self.frames(90, bitrate: 6_000, wantsKeyFrame: [50])
    #expect(frames.contains(nil))
    let keys = frames.indices.filter { frames[$0]?.isKeyFrame == true }
    #expect(keys == [0, 50])
  }

  @Test func `equal calls give equal bytes`() throws {
    let first = try Self.frames(45, bitrate: 100_000, wantsKeyFrame: [30])
    let second = try Self.frames(45, bitrate: 100_000, wantsKeyFrame: [30])
    #expect(first == second)
  }

  @Test func `libvpx's decoder shows what was coded`() throws {
    var encoder = try CameraEncoder(width: 176, height: 144, bitrate: 600_000)
    var decoder = try VPXDecoder()
    var picture = I420Picture(width: 176, height: 144)
    var all = BlockMap(width: 176, height: 144)
    all.insertAll()
    var likeness: [Double] = []
    for number in 0..<30 {
      Self.draw(number, into: &picture)
      guard let frame = try encoder.encode(picture, at: Self.time(number)) else { continue }
      #expect(frame.time == Self.time(number) && frame.isShown)
      likeness.append(lumaPSNR(picture, try decoder.picture(of: frame), in: all) ?? 99)
    }
    #expect(likeness.count > 25)
    #expect(likeness.reduce(0, +) / Double(likeness.count) > 28)
  }

  @Test func `a picture of another size is refused`() throws {
    var encoder = try CameraEncoder(width: 176, height: 144, bitrate: 100_000)
    let picture = I420Picture(width: 144, height: 176)
    #expect(throws: VideoEncoderError.size(width: 144, height: 176)) {
      _ = try encoder.encode(picture, at: .zero)
    }
    #expect(throws: VideoEncoderError.size(width: 0, height: 144)) {
      _ = try CameraEncoder(width: 0, height: 144, bitrate: 100_000)
    }
  }
}
