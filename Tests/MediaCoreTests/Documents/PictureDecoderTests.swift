import Strokes
import TestSupport
import Testing

@testable import MediaCore

@Suite struct PictureDecoderTests {
  @Test func `a PNG decodes to premultiplied BGRA`() throws {
    let picture = try PictureDecoder.decode(TestPictures.png)
    #expect(picture.width == 2 && picture.height == 1)
    #expect(picture.pixels == [0xFFFF_0000, 0x8000_0080])
  }

  @Test(arguments: TestPictures.encoded)
  func `each format decodes to its colours`(name: String, base64: String) throws {
    let data = try #require(DataURL("data:;base64," + base64))
    let picture = try PictureDecoder.decode(data.bytes)
    #expect(picture.width == 16 && picture.height == 8)
    for (x, colour) in [(3, 0xFFFF_0000), (12, 0xFF00_00FF)] as [(Int, UInt32)] {
      let pixel = picture.pixels[4 * 16 + x]
      for shift in [0, 8, 16, 24] as [UInt32] {
        let difference = Int(pixel >> shift & 255) - Int(colour >> shift & 255)
        #expect(difference.magnitude <= 6, "\(name)")
      }
    }
  }

  @Test(arguments: TestPictures.encoded)
  func `cut and changed pictures never trap`(name: String, base64: String) throws {
    let whole = try #require(DataURL("data:;base64," + base64)).bytes
    for count in 0..<whole.count { _ = try? PictureDecoder.decode(Array(whole.prefix(count))) }
    var generator = SeededGenerator(seed: 99)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      _ = try? PictureDecoder.decode(bytes)
    }
  }

  @Test func `what is no picture is named`() {
    let cases: [(String, PictureError)] = [
      ("", .empty), ("<svg xmlns='x'/>", .unsupported("an SVG")), ("BM....", .unsupported("a BMP")),
      ("hello", .unsupported("of an unknown format")), ("GIF89a", .damaged),
    ]
    for (text, expected) in cases {
      #expect(throws: expected) { try PictureDecoder.decode(Array(text.utf8)) }
    }
  }

  @Test func `sizes are refused before anything is decoded`() {
    var bytes = TestPictures.png
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10])
    #expect(throws: PictureError.tooLarge(width: 10_000, height: 10_000)) {
      try PictureHeader(bytes)
    }
    bytes.replaceSubrange(16..<24, with: [0, 0, 0, 0, 0, 0, 0, 1])
    #expect(throws: PictureError.damaged) { try PictureHeader(bytes) }
  }

  @Test func `a large photo is made smaller, in proportion`() throws {
    let (width, height): (Int32, Int32) = (4_000, 2_000)
    let whole = try #require(
      Picture(
        width: width, height: height,
        pixels: Array(repeating: 0xFF40_8020, count: Int(width) * Int(height))))
    let picture = try PictureDecoder.decode(try PNGEncoder.encode(whole))
    #expect(Int64(picture.width) * Int64(picture.height) <= PictureDecoder.largestShownPixelCount)
    #expect((picture.width - 2 * picture.height).magnitude <= 2)
    #expect(picture.pixels[picture.pixels.count / 2] == 0xFF40_8020)
  }

  @Test func `Exif's eight orientations put the picture upright`() {
    // 1 2 3
    // 4 5 6
    let expected: [Int: [UInt32]] = [
      1: [1, 2, 3, 4, 5, 6], 2: [3, 2, 1, 6, 5, 4], 3: [6, 5, 4, 3, 2, 1], 4: [4, 5, 6, 1, 2, 3],
      5: [1, 4, 2, 5, 3, 6], 6: [4, 1, 5, 2, 6, 3], 7: [6, 3, 5, 2, 4, 1], 8: [3, 6, 2, 5, 1, 4],
    ]
    for number in 1...8 {
      let turned = PictureOrientation(exif: number).apply(
        to: [1, 2, 3, 4, 5, 6], width: 3, height: 2)
      #expect(turned.pixels == expected[number])
      #expect(turned.width == (number < 5 ? 3 : 2))
    }
  }

  @Test func `SHA-256 has the values of its standard`() {
    #expect(
      ContentHash(sha256Of: Array("abc".utf8)).words
        == SIMD4(
          0xBA78_16BF_8F01_CFEA, 0x4141_40DE_5DAE_2223, 0xB003_61A3_9617_7A9C, 0xB410_FF61_F200_15AD
        ))
    #expect(ContentHash(sha256Of: []).words[0] == 0xE3B0_C442_98FC_1C14)
  }

  @Test func `data URLs give their bytes, and nothing else does`() {
    #expect(DataURL("data:text/plain;base64,aGVsbG8=")?.bytes == Array("hello".utf8))
    #expect(DataURL("data:;base64,aGVs\nbG8")?.bytes == Array("hello".utf8))
    #expect(DataURL("data:image/png;base64,")?.bytes == [])
    for text in [
      "", "data:", "data:,x", "data:text/plain,x", "data:;base64,a", "data:;base64,a=b=",
      "https://example.org/;base64,aGk=",
    ] {
      #expect(DataURL(text) == nil)
    }
  }

  @Test func `images stand where the drawing says: flipped, cut and turned`() throws {
    let files = "{\"f\":{\"dataURL\":\"\(TestPictures.striped)\"}}"
    func draw(_ more: String) throws -> RenderedDrawing {
      try RenderedDrawing(
        Drawing.file([Drawing.element("image", "\"fileId\":\"f\"" + more)], files: files))
    }
    let plain = try draw("")
    #expect(plain.document.warnings.isEmpty)
    #expect(isRed(plain.pixel(120, 130)) && isBlue(plain.pixel(180, 130)))
    #expect(plain.pixel(98, 130) == (255, 255, 255))
    let flipped = try draw(",\"scale\":[-1,1]")
    #expect(isBlue(flipped.pixel(120, 130)) && isRed(flipped.pixel(180, 130)))
    let part = "\"x\":8,\"y\":0,\"width\":8,\"height\":8,\"naturalWidth\":16,\"naturalHeight\":8"
    let cut = try draw(",\"crop\":{\(part)}")
    #expect(isBlue(cut.pixel(120, 130)) && isBlue(cut.pixel(180, 130)))
    #expect(isBlue(try draw(",\"angle\":3.141592653589793").pixel(120, 130)))
    let half = try draw(",\"opacity\":50")
    #expect(127...128 ~= half.pixel(120, 130).green)
  }

  /// The way through a video's colours costs a step.
  private func isRed(_ pixel: (red: Int, green: Int, blue: Int)) -> Bool {
    pixel.red > 250 && pixel.green < 4 && pixel.blue < 4
  }

  private func isBlue(_ pixel: (red: Int, green: Int, blue: Int)) -> Bool {
    pixel.red < 4 && pixel.green < 4 && pixel.blue > 250
  }

  @Test func `one image used twice is one resource`() throws {
    let files = "{\"f\":{\"dataURL\":\"\(TestPictures.striped)\"}}"
    let image = Drawing.element("image", "\"fileId\":\"f\"")
    let document = try ExcalidrawDocument(
      bytes: Drawing.file([image, image], files: files), name: "two")
    var (resources, pictures) = (0, 0)
    for event in document.events {
      if case .resource = event.action { resources += 1 }
      if case .picturePlaced = event.action { pictures += 1 }
    }
    #expect(resources == 1 && pictures == 2)
  }
}
