import TestSupport
import Testing

@testable import MediaCore

@Suite struct RTPPacketTests {
  /// Payload type 96, number 17 767, a marker, one contributor, one-byte extension with ids 1 and 3.
  static let sample: [UInt8] = [
    0x91, 0xE0, 0x45, 0x67, 0x00, 0x00, 0x19, 0x01, 0x12, 0x34, 0xAB, 0xCD, 0xCA, 0xFE, 0xBA, 0xBE,
    0xBE, 0xDE, 0x00, 0x02, 0x10, 0xAA, 0x00, 0x32, 0x01, 0x02, 0x03, 0x00, 0x10, 0xF0, 0x08,
  ]

  static func values(_ bytes: [UInt8]) throws -> [UInt8: [UInt8]] {
    let packet = try RTPPacket(parsing: bytes.span)
    var elements = packet.elements
    var values: [UInt8: [UInt8]] = [:]
    while let element = elements.next(in: bytes.span) {
      values[element.id] = Array(bytes[element.value])
    }
    return values
  }

  @Test func `a packet is what RFC 3550 says`() throws {
    let packet = try RTPPacket(parsing: Self.sample.span)
    #expect(
      packet.header
        == RTPHeader(
          payloadType: 96, sequenceNumber: SequenceNumber(0x4567), timestamp: 0x1901,
          ssrc: SSRC(0x1234_ABCD), hasMarker: true, contributors: [SSRC(0xCAFE_BABE)]))
    #expect(Array(Self.sample[packet.payload]) == [0x10, 0xF0, 0x08])
    #expect(try Self.values(Self.sample) == [1: [0xAA], 3: [1, 2, 3]])
    #expect(packet.element(3, in: Self.sample.span).map { Array(Self.sample[$0]) } == [1, 2, 3])
    #expect(packet.element(2, in: Self.sample.span) == nil)
  }

  /// What other implementations got wrong (pion/rtp #275, #315, #325, #328; dholroyd/rtp-rs #1).
  static let extensions: [(hex: String, result: Result<[UInt8: [UInt8]], RTPError>)] = [
    ("10640001000000011234abcdbede000102da5843", .failure(.version(0))),
    ("90640001000000011234abcdbede000110dd0000", .success([1: [0xDD]])),
    ("90640001000000011234abcdbede0000", .success([:])),
    ("90640001000000011234abcdbede0002010203", .failure(.cutHeader)),
    ("90640001000000011234abcdbede", .failure(.cutHeader)),
    ("82640001000000011234abcd00000001", .failure(.cutHeader)),
    // Padding before and between elements.
    ("90640001000000011234abcdbede00020010aa0020bb0000", .success([1: [0xAA], 2: [0xBB]])),
    // Ids 0 with a length and 15 end the list, and so does an element that reaches too far.
    ("90640001000000011234abcdbede000201ffff10aa000000", .success([:])),
    ("90640001000000011234abcdbede000210aaf010bb000000", .success([1: [0xAA]])),
    ("90640001000000011234abcdbede000110aa2fbb", .success([1: [0xAA]])),
    // Two bytes: an empty value, id 15, application bits; then one that is cut.
    (
      "90640001000000011234abcd100500020100" + "0f02aabb0000", .success([1: [], 15: [0xAA, 0xBB]])
    ),
    ("90640001000000011234abcd10000001" + "010001ff", .success([1: []])),
    // Another profile says nothing to us.
    ("90640001000000011234abcd1234000110aa0000", .success([:])),
  ]

  @Test(arguments: extensions.indices)
  func `header extensions are read as far as they are sound`(index: Int) throws {
    let row = Self.extensions[index]
    let found: Result<[UInt8: [UInt8]], RTPError>
    do {
      found = .success(try Self.values(Hex.bytes(row.hex)))
    } catch let error as RTPError {
      found = .failure(error)
    }
    #expect(found == row.result, "\(row.hex)")
  }

  @Test(arguments: [(1, true), (4, true), (5, false), (0, false)])
  func `padding counts itself and fits`(padding: UInt8, isSound: Bool) throws {
    // Four bytes behind the header.
    let bytes = Hex.bytes("a0640001000000011234abcd000000") + [padding]
    if isSound {
      let packet = try RTPPacket(parsing: bytes.span)
      #expect(packet.padding == Int(padding))
      #expect(packet.payload.count == 4 - Int(padding))
    } else {
      #expect(throws: RTPError.padding) { try RTPPacket(parsing: bytes.span) }
    }
  }

  @Test func `every cut of a packet is refused or shorter, never a trap`() throws {
    for count in 0..<Self.sample.count {
      let cut = Array(Self.sample[..<count])
      guard let packet = try? RTPPacket(parsing: cut.span) else { continue }
      #expect(count >= 28 && packet.payload.count == count - 28)
    }
  }

  @Test func `random packets come back as they were written`() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<2_000 {
      var header = RTPHeader(
        payloadType: .random(in: 0...127, using: &random),
        sequenceNumber: SequenceNumber(.random(in: 0...65535, using: &random)),
        timestamp: .random(in: 0...UInt32.max, using: &random),
        ssrc: SSRC(.random(in: 0...UInt32.max, using: &random)),
        hasMarker: random.chance(0.5))
      for _ in 0..<Int.random(in: 0...15, using: &random) {
        header.contributors.append(SSRC(.random(in: 0...UInt32.max, using: &random)))
      }
      var block = RTPExtensionBlock()
      var values: [UInt8: [UInt8]] = [:]
      let isWide = random.chance(0.5)
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let id = UInt8.random(in: 1...(isWide ? 255 : 14), using: &random)
        let value = bytes(
          .random(in: (isWide ? 0 : 1)...(isWide ? 40 : 16), using: &random), &random)
        guard values[id] == nil else { continue }
        values[id] = value
        block.append(id, value)
      }
      let payload = bytes(.random(in: 0...64, using: &random), &random)
      let padding = random.chance(0.3) ? Int.random(in: 1...255, using: &random) : 0
      var written: [UInt8] = []
      RTPPacket.write(
        header, extensions: block, payload: payload.span, padding: padding, to: &written)
      let again = try RTPPacket(parsing: written.span)
      #expect(again.header == header)
      #expect(again.padding == padding)
      #expect(Array(written[again.payload]) == payload)
      #expect(try Self.values(written) == values)
    }
  }

  @Test(arguments: [1, 14, 15, 255] as [UInt8])
  func `an element of one byte or two is that of an array`(id: UInt8) {
    var arrays = RTPExtensionBlock()
    arrays.append(id, [0xA5])
    arrays.append(2, [0x12, 0x34])
    var numbers = RTPExtensionBlock()
    numbers.append(id, byte: 0xA5)
    numbers.append(2, network: 0x1234)
    #expect(numbers == arrays)
  }

  @Test func `mutated packets are read without a trap and come back`() {
    var random = SeededGenerator(seed: 22)
    var packets = 0
    for _ in 0..<20_000 {
      var bytes = Self.sample
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      bytes.removeLast(.random(in: 0...8, using: &random))
      let report = RTPExercise.run(bytes)
      #expect(report.isConsistent)
      if report.isPacket { packets += 1 }
    }
    #expect(packets > 5_000)
  }

  @Test(.enabled(if: SharedCases.arePresent))
  func `packets of other programs are survived`() throws {
    for folder in ["rtp", "rtp-fuzz", "rtcp", "rtcp-fuzz"] {
      for name in SharedCases.names(in: folder) {
        let bytes = try #require(SharedCases.bytes(folder + "/" + name))
        #expect(RTPExercise.run(bytes).isConsistent, "\(name)")
        #expect(RTCPExercise.run(bytes).isConsistent, "\(name)")
      }
    }
  }

  /// RTP-11 and RTP-12: a packet in hexadecimal, a tab, what is to be made of it.
  @Test(.enabled(if: SharedCases.arePresent))
  func `header extensions of reports are read as they should be`() throws {
    for name in ["RTP-11.ext-packets.tsv", "RTP-12.onebyte-ext.tsv"] {
      let text = try #require(SharedCases.bytes("synthetic/" + name))
      var rows = 0
      for line in String(decoding: text, as: UTF8.self).split(separator: "\n")
      where !line.hasPrefix("#") {
        let fields = line.split(separator: "\t")
        let (packet, verdict) = (Hex.bytes(String(fields[0])), fields[1])
        rows += 1
        guard !verdict.contains("drop") else {
          #expect(throws: RTPError.self, "\(verdict)") { try RTPPacket(parsing: packet.span) }
          continue
        }
        let payload = try RTPPacket(parsing: packet.span).payload
        #expect(payload.count == (name.hasPrefix("RTP-12") ? 20 : 0), "\(verdict)")
        guard name.hasPrefix("RTP-12") else { continue }
        #expect(try Self.values(packet) == (verdict.contains("1=aa") ? [1: [0xAA]] : [:]))
      }
      #expect(rows >= 5)
    }
  }

  private func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<count { bytes.append(.random(in: 0...255, using: &random)) }
    return bytes
  }
}
