import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct RawFrameRecordingTests {
  private let frames = 45

  /// Frames of a pen that writes and then rests, as BGRA.
  private func bgra(width: Int, height: Int) -> [UInt8] {
    var canvas = ScribbledCanvas(width: width, height: height)
    var bytes: [UInt8] = []
    for index in 0..<frames {
      if index < 30 { _ = canvas.write() }
      for pixel in canvas.pixels {
        bytes.append(UInt8(truncatingIfNeeded: pixel))
        bytes.append(UInt8(truncatingIfNeeded: pixel >> 8))
        bytes.append(UInt8(truncatingIfNeeded: pixel >> 16))
        bytes.append(UInt8(truncatingIfNeeded: pixel >> 24))
      }
    }
    return bytes
  }

  /// The same as packed planes, each frame behind `prefix`.
  private func planes(width: Int, height: Int, prefix: String = "") -> [UInt8] {
    var canvas = ScribbledCanvas(width: width, height: height)
    var picture = I420Picture(width: Int32(width), height: Int32(height))
    var all = BlockMap(width: Int32(width), height: Int32(height))
    all.insertAll()
    var bytes: [UInt8] = []
    for index in 0..<frames {
      if index < 30 { _ = canvas.write() }
      ColourConverter.convert(all, of: canvas.pixels.span, stride: width * 4, into: &picture)
      bytes += Array(prefix.utf8)
      for plane in I420Picture.Plane.allCases { bytes += shown(picture, plane) }
    }
    return bytes
  }

  private func record(
    _ bytes: [UInt8], _ format: RawFrameRecording.Format, size: (Int32, Int32)? = nil,
    rate: FrameRate? = nil
  ) throws -> (sink: MemorySink, result: RawFrameRecording.Result) {
    var recording = try RawFrameRecording(
      MemorySource(bytes), format: format, size: size.map { (width: $0.0, height: $0.1) },
      rate: rate)
    let sink = MemorySink()
    let result = try recording.record(to: sink, sound: NoSound())
    return (sink, result)
  }

  @Test(arguments: [(160, 120), (33, 17), (101, 1)])
  func allFormatsGiveTheSameFile(_ size: (Int, Int)) throws {
    let (width, height) = size
    let asked = (Int32(width), Int32(height))
    let bgra = try record(bgra(width: width, height: height), .bgra, size: asked, rate: .fps30)
    let i420 = try record(planes(width: width, height: height), .i420, size: asked, rate: .fps30)
    let header = "YUV4MPEG2 W\(width) H\(height) F30:1 Ip A1:1 C420jpeg XYSCSS=420JPEG\n"
    let y4m = try record(
      Array(header.utf8) + planes(width: width, height: height, prefix: "FRAME\n"), .y4m)
    #expect(i420.sink.bytes == y4m.sink.bytes)
    #expect(bgra.result.summary.duration == MediaTime(milliseconds: 1_500))
    #expect(bgra.result.summary.frames == i420.result.summary.frames)
    #expect(bgra.result.leftOver == 0)
    let file = try RecordedFile(y4m.sink)
    #expect(file.size == asked)
    #expect(file.frames.count < frames)
  }

  @Test func theSameFramesFromAPipeAndAnApplicationGiveTheSamePicture() throws {
    let piped = try record(bgra(width: 160, height: 120), .bgra, size: (160, 120), rate: .fps30)
    let sink = MemorySink()
    var recording = try Recording(
      to: sink, RecordingConfiguration(video: .init(width: 160, height: 120)))
    var canvas = ScribbledCanvas(width: 160, height: 120)
    for index in 0..<frames {
      if index < 30 { _ = canvas.write() }
      try recording.show(
        canvas.pixels.span, bytesPerRow: 640, damage: nil,
        at: MediaTime(count: Int64(index), rate: 30))
    }
    _ = try recording.finish(at: MediaTime(milliseconds: 1_500))
    #expect(try RecordedFile(sink).frames == RecordedFile(piped.sink).frames)
  }

  @Test func aPartOfAFrameAtTheEndIsLeftOutAndReported() throws {
    let bytes = bgra(width: 160, height: 120)
    let recorded = try record(Array(bytes.dropLast(1_000)), .bgra, size: (160, 120), rate: .fps30)
    #expect(recorded.result.leftOver == 160 * 120 * 4 - 1_000)
    #expect(recorded.result.summary.duration == MediaTime(count: 44, rate: 30))
  }

  @Test func aPartOfAFrameLeavesNoTrace() throws {
    let size = (Int32(160), Int32(120))
    for (format, bytes) in [
      (RawFrameRecording.Format.bgra, bgra(width: 160, height: 120)),
      (.i420, planes(width: 160, height: 120)),
    ] {
      // The next frame would be another picture from its first pixel on.
      let cut = bytes + [UInt8](repeating: 77, count: bytes.count / frames - 1)
      let whole = try record(bytes, format, size: size, rate: .fps30)
      let longer = try record(cut, format, size: size, rate: .fps30)
      #expect(longer.result.leftOver == bytes.count / frames - 1)
      #expect(longer.sink.bytes == whole.sink.bytes)
    }
  }

  @Test func noFramesAreADamagedInput() {
    #expect(throws: MediaError.self) { _ = try record([], .bgra, size: (16, 16), rate: .fps30) }
    #expect(throws: MediaError.self) { _ = try record([], .y4m) }
    #expect(throws: MediaError.self) {
      _ = try record([1, 2, 3], .i420, size: (16, 16), rate: .fps30)
    }
  }

  @Test func sizesMustAgreeAndBeThere() {
    let header = Array("YUV4MPEG2 W16 H16 F30:1\n".utf8)
    #expect(throws: MediaError.self) { _ = try record(header, .y4m, size: (32, 32)) }
    #expect(throws: MediaError.self) { _ = try record([], .bgra) }
  }
}

@Suite struct Y4MHeaderTests {
  private func parse(_ text: String) throws(Y4MError) -> Y4MHeader {
    try Y4MHeader(parsing: Array(text.utf8).span)
  }

  @Test func sizeAndRateAreRead() throws {
    let header = try parse("YUV4MPEG2 W1920 H1080 F30000:1001 Ip A1:1 C420mpeg2 XYSCSS=420MPEG2")
    #expect(header.width == 1_920 && header.height == 1_080)
    #expect(header.rate == FrameRate(frames: 30_000, seconds: 1_001))
  }

  @Test(arguments: [
    "", "YUV4MPEG", "YUV4MPEG2", "YUV4MPEG2 W1 F30:1", "YUV4MPEG2 W0 H1 F30:1",
    "YUV4MPEG2 W-1 H1 F30:1", "YUV4MPEG2 W99999999999 H1 F30:1", "YUV4MPEG2 W16384 H1 F30:1",
    "YUV4MPEG2 W1 H1", "YUV4MPEG2 W1 H1 F0:0", "YUV4MPEG2 W1 H1 F30", "YUV4MPEG2 W1 H1 F30:1:1",
    "YUV4MPEG2 W1 H1 F30:1 C444", "YUV4MPEG2 W1 H1 F30:1 C420p10", "YUV4MPEG2 W1 H1 F30:1 It",
    "YUV4MPEG2 W1 H1 F30:1 XCOLORRANGE=FULL", "\0\0\0\0",
  ])
  func brokenAndForeignHeadersAreRefused(_ text: String) {
    #expect(throws: Y4MError.self) { _ = try parse(text) }
  }

  @Test func everyCutAndEveryChangedByteIsHandled() {
    let good = Array("YUV4MPEG2 W1920 H1080 F30000:1001 Ip A1:1 C420mpeg2".utf8)
    for length in 0...good.count { _ = try? Y4MHeader(parsing: Array(good[..<length]).span) }
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<5_000 {
      var changed = good
      for _ in 0...Int(generator.next() % 3) {
        changed[Int(generator.next() % UInt64(changed.count))] = UInt8(
          truncatingIfNeeded: generator.next())
      }
      _ = try? Y4MHeader(parsing: changed.span)
      _ = Y4MHeader.isFrame(changed.span)
    }
  }
}
