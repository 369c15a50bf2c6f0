import TestSupport
import Testing

@testable import MediaCore

@Suite struct VP8PayloadTests {
  static func descriptor(_ hex: String) -> (VP8PayloadDescriptor, Int)? {
    var size = 0
    guard let found = VP8PayloadDescriptor(parsing: Hex.bytes(hex).span, size: &size) else {
      return nil
    }
    return (found, size)
  }

  /// Descriptors, each before one byte of a frame, with what they say.
  static let table:
    [(hex: String, size: Int, picture: UInt16?, base: UInt8?, layer: UInt8?, key: UInt8?)] = [
      ("10 aa", 1, nil, nil, nil, nil),
      ("90 00 aa", 2, nil, nil, nil, nil),
      ("90 80 11 aa", 3, 17, nil, nil, nil),
      ("90 80 91 23 aa", 4, 0x1123, nil, nil, nil),
      ("90 e0 91 23 05 60 aa", 6, 0x1123, 5, 1, nil),
      ("90 f0 91 23 05 a7 aa", 6, 0x1123, 5, 2, 7),
      ("90 10 1f aa", 3, nil, nil, nil, 31),
      // TL0PICIDX without a layer is not allowed, and sent (algesten/str0m #963).
      ("90 c0 11 05 aa", 4, 17, 5, nil, nil),
    ]

  @Test(arguments: table.indices)
  func `a descriptor says what RFC 7741 says`(index: Int) throws {
    let row = Self.table[index]
    let (found, size) = try #require(Self.descriptor(row.hex))
    #expect(size == row.size)
    #expect(found.beginsFrame)
    #expect(found.picture?.number == row.picture)
    #expect(found.baseLayerPicture == row.base)
    #expect(found.layer?.index == row.layer)
    #expect(found.keyIndex == row.key)
    var written: [UInt8] = []
    found.write(to: &written)
    // An empty extension is not written.
    if row.hex != "90 00 aa" { #expect(written + [0xAA] == Hex.bytes(row.hex)) }
    // Cut anywhere, it is none.
    let bytes = Hex.bytes(row.hex)
    for count in 0...size {
      var ignored = 0
      let cut = VP8PayloadDescriptor(parsing: bytes.span.extracting(..<count), size: &ignored)
      #expect(cut == nil)
    }
  }

  @Test func `numbers of pictures go round`() {
    let long = VP8PayloadDescriptor.PictureID(number: 0x7FFF)
    #expect(long.next.number == 0)
    #expect(long.distance(to: long.next) == 1)
    #expect(long.next.distance(to: long) == -1)
    let short = VP8PayloadDescriptor.PictureID(number: 127, isLong: false)
    #expect(short.next.number == 0)
    #expect(short.distance(to: short.next) == 1)
  }

  @Test(arguments: [1, 1_193, 1_194, 1_195, 2_388, 2_389, 100_000])
  func `a frame is cut into payloads of nearly one size`(size: Int) {
    var packetizer = VP8Packetizer(firstPicture: 0x7FFF)
    var random = SeededGenerator(seed: UInt64(size))
    var frame: [UInt8] = []
    for _ in 0..<size { frame.append(.random(in: 0...255, using: &random)) }
    let payloads = packetizer.payloads(of: frame.span)
    #expect(payloads.count == (size + 1_193) / 1_194)
    #expect(packetizer.picture.number == 0)
    var joined: [UInt8] = []
    for (index, payload) in payloads.enumerated() {
      var start = 0
      let descriptor = VP8PayloadDescriptor(parsing: payload.span, size: &start)
      #expect(descriptor?.picture?.number == 0x7FFF)
      #expect(descriptor?.beginsFrame == (index == 0))
      #expect(payload.count <= 1_200)
      joined += payload[start...]
    }
    #expect(joined == frame)
    let sizes = payloads.map(\.count)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }
}
