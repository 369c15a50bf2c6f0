import TestSupport
import Testing

@testable import MediaCore

/// The published VP8 test vectors and packets of others, through our packets and back.
@Suite(.enabled(if: SharedCases.arePresent)) struct VP8TransportTests {
  /// The frames of an IVF file: 32 bytes, then each frame behind its size and time.
  static func frames(_ name: String) throws -> [[UInt8]] {
    let bytes = try #require(SharedCases.bytes("vp8/\(name).ivf"))
    var frames: [[UInt8]] = []
    var position = 32
    while position + 12 <= bytes.count {
      var size = 0
      for shift in 0..<4 { size |= Int(bytes[position + shift]) << (shift * 8) }
      position += 12
      frames.append(Array(bytes[position..<min(position + size, bytes.count)]))
      position += size
    }
    return frames
  }

  static func sums(_ name: String) throws -> [String] {
    let bytes = try #require(SharedCases.bytes("vp8/\(name).ivf.md5"))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      String($0.prefix(32))
    }
  }

  /// MD5 of each picture as its samples stand in a file.
  static func decodedSums(_ frames: [[UInt8]]) throws -> [String] {
    var decoder = try VPXDecoder()
    var sums: [String] = []
    for frame in frames {
      guard let picture = try decoder.decode(frame) else { continue }
      var samples: [UInt8] = []
      for plane in I420Picture.Plane.allCases {
        let size = picture.size(of: plane)
        picture.withPlane(plane) { bytes, stride in
          for y in 0..<size.height {
            for x in 0..<size.width { samples.append(bytes[y * stride + x]) }
          }
        }
      }
      sums.append(MD5.text(of: samples))
    }
    return sums
  }

  @Test(arguments: [
    "vp80-00-comprehensive-001", "vp80-00-comprehensive-010", "vp80-00-comprehensive-016",
    "vp80-00-comprehensive-017", "vp80-00-comprehensive-018", "vp80-05-sharpness-1430",
  ])
  func `a vector decodes to its sums behind packets`(name: String) throws {
    let frames = try Self.frames(name)
    var packetizer = VP8Packetizer(firstPicture: 0x7FFE, largest: 100)
    var assembler = VP8FrameAssembler()
    var number = SequenceNumber(65_530)
    var extender = SequenceExtender()
    var back: [[UInt8]] = []
    for (index, frame) in frames.enumerated() {
      let payloads = packetizer.payloads(of: frame.span)
      for (place, payload) in payloads.enumerated() {
        var bytes: [UInt8] = []
        RTPPacket.write(
          RTPHeader(
            payloadType: 96, sequenceNumber: number, timestamp: UInt32(index * 3_000),
            ssrc: SSRC(1), hasMarker: place == payloads.count - 1), payload: payload.span,
          to: &bytes)
        number = number.advanced(by: 1)
        let packet = try RTPPacket(parsing: bytes.span)
        assembler.insert(
          sequence: extender.extend(packet.header.sequenceNumber),
          timestamp: packet.header.timestamp, hasMarker: packet.header.hasMarker,
          payload: Array(bytes[packet.payload]))
        while let frame = assembler.next() { back.append(frame.bytes) }
      }
    }
    #expect(back == frames)
    #expect(try Self.decodedSums(back) == Self.sums(name))
  }

  /// Packets in order of arrival: a line each, milliseconds and the packet in hexadecimal.
  static func received(_ name: String) throws -> [VP8FrameAssembler.Frame] {
    let text = String(
      decoding: try #require(SharedCases.bytes("synthetic/\(name).rtps")), as: UTF8.self)
    var assembler = VP8FrameAssembler()
    var extender = SequenceExtender()
    var frames: [VP8FrameAssembler.Frame] = []
    var source: SSRC?
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let bytes = Hex.bytes(String(line.split(separator: "\t")[1]))
      let packet = try RTPPacket(parsing: bytes.span)
      if source != packet.header.ssrc {
        // Another source counts from elsewhere.
        source = packet.header.ssrc
        extender = SequenceExtender()
        assembler.restart()
      }
      assembler.insert(
        sequence: extender.extend(packet.header.sequenceNumber),
        timestamp: packet.header.timestamp, hasMarker: packet.header.hasMarker,
        payload: Array(bytes[packet.payload]))
      while let frame = assembler.next() { frames.append(frame) }
    }
    return frames
  }

  @Test(arguments: [
    "RTP-01.seqwrap", "RTP-02.seqwrap-reorder", "RTP-04.start-reorder", "RTP-13.tswrap",
  ])
  func `wraps and reordering lose no frame`(name: String) throws {
    let sums = try Self.sums("vp80-00-comprehensive-016")
    #expect(try Self.decodedSums(Self.received(name).map(\.bytes)) == sums)
  }

  @Test func `another source goes on with the same picture`() throws {
    let sums = try Self.sums("vp80-00-comprehensive-017")
    #expect(try Self.decodedSums(Self.received("RTP-15.ssrc-switch").map(\.bytes)) == sums)
  }

  /// RTP-21: 176×144, then 320×240.
  @Test func `pictures of another size are shown as they come`() throws {
    let frames = try Self.received("RTP-21.resolution-change").map(\.bytes)
    let sizes = try ResolutionChangeTests.shown(frames)
    #expect(sizes.count == 20)
    for (index, size) in sizes.enumerated() { #expect(size == (index < 10 ? 176 : 320)) }
  }

  /// RTP-22: we do not offer the extension, so a sender has no reason to leave turning to us; one that
  /// sends it all the same is seen as it sends.
  @Test func `an extension that was not agreed on changes no picture`() throws {
    let frames = try Self.received("RTP-22.cvo-90").map(\.bytes)
    #expect(try ResolutionChangeTests.shown(frames) == [176])
  }

  @Test(arguments: [("RTP-17.lost-middle", 2), ("RTP-18.lost-first-fragment", 3)])
  func `behind a lost packet the picture stands until the next key frame`(
    name: String, lost: Int
  ) throws {
    var sums = try Self.sums("vp80-00-comprehensive-016")
    sums.removeSubrange(lost..<5)
    #expect(try Self.decodedSums(Self.received(name).map(\.bytes)) == sums)
  }
}
