import MediaCore
import Strokes
import Testing

@Suite struct PNGEncoderTests {
  /// The chunks of a PNG file, in order.
  func chunks(_ png: [UInt8]) -> [(name: String, data: ArraySlice<UInt8>)] {
    guard png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else { return [] }
    var result: [(String, ArraySlice<UInt8>)] = []
    var at = 8
    while at + 12 <= png.count {
      let length =
        Int(png[at]) << 24 | Int(png[at + 1]) << 16 | Int(png[at + 2]) << 8 | Int(png[at + 3])
      guard at + 12 + length <= png.count else { return [] }
      let name = String(decoding: png[(at + 4)..<(at + 8)], as: UTF8.self)
      result.append((name, png[(at + 8)..<(at + 8 + length)]))
      at += 12 + length
    }
    return result
  }

  @Test(arguments: [(1, 1), (17, 3), (640, 360)])
  func `a transparent canvas becomes an RGBA file that says it is sRGB`(
    width: Int, height: Int
  )
    throws
  {
    let canvas = Canvas(width: Int32(width), height: Int32(height))
    let chunks = chunks(try PNGEncoder.encode(canvas))
    #expect(chunks.first?.name == "IHDR" && chunks.last?.name == "IEND")
    let header = Array(chunks[0].data)
    #expect(Int(header[2]) << 8 | Int(header[3]) == width)
    #expect(Int(header[6]) << 8 | Int(header[7]) == height)
    // Eight bits a channel, colour type 6: RGB with alpha.
    #expect(header[8] == 8 && header[9] == 6)
    #expect(chunks.contains { $0.name == "sRGB" })
    // Square pixels, and nothing that changes from run to run.
    #expect(
      chunks.allSatisfy { $0.name != "pHYs" || Array($0.data) == [0, 0, 0, 1, 0, 0, 0, 1, 0] })
    #expect(!chunks.contains { $0.name == "tIME" || $0.name == "tEXt" })
  }

  @Test func `the same canvas gives the same bytes`() throws {
    let canvas = Canvas(width: 100, height: 50)
    #expect(try PNGEncoder.encode(canvas) == PNGEncoder.encode(canvas))
  }
}
