import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct RetransmissionFormatTests {
  static let format = RetransmissionFormat(
    original: .init(ssrc: SSRC(0x1111), payloadType: 96),
    retransmission: .init(ssrc: SSRC(0x2222), payloadType: 97))

  static func header(_ number: UInt16) -> RTPHeader {
    RTPHeader(
      payloadType: 96, sequenceNumber: SequenceNumber(number), timestamp: 0x0102_0304,
      ssrc: SSRC(0x1111), hasMarker: true)
  }

  @Test(arguments: [0, 1, 0x1234, 0xFFFF] as [UInt16], [0, 1, 900])
  func `what was sent again is what was sent`(number: UInt16, size: Int) throws {
    var random = SeededGenerator(seed: UInt64(size))
    let payload = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
    let (header, body) = Self.format.again(
      Self.header(number), payload: payload.span, number: SequenceNumber(7))
    #expect(header.ssrc == SSRC(0x2222) && header.payloadType == 97)
    #expect(header.sequenceNumber == SequenceNumber(7) && header.timestamp == 0x0102_0304)
    var bytes: [UInt8] = []
    RTPPacket.write(header, payload: body.span, to: &bytes)
    let packet = try RTPPacket(parsing: bytes.span)
    let found = Self.format.original(of: packet, in: bytes.span)
    let original = try #require(found)
    #expect(original.header == Self.header(number))
    #expect(Array(bytes[original.payload]) == payload)
  }

  /// RFC 4588, 4: the number stands first, in network order.
  @Test func `the number stands before the payload`() {
    let (_, body) = Self.format.again(
      Self.header(0xABCD), payload: [9].span, number: SequenceNumber(0))
    #expect(body == [0xAB, 0xCD, 9])
  }

  @Test func `what is no retransmission is none`() throws {
    var bytes: [UInt8] = []
    RTPPacket.write(Self.header(5), payload: [1, 2, 3].span, to: &bytes)
    let ordinary = try Self.format.original(of: RTPPacket(parsing: bytes.span), in: bytes.span)
    #expect(ordinary == nil)
    for size in 0...1 {
      let probe = RTPHeader(
        payloadType: 97, sequenceNumber: SequenceNumber(1), timestamp: 0, ssrc: SSRC(0x2222))
      bytes = []
      RTPPacket.write(
        probe, payload: [UInt8](repeating: 0, count: size).span, padding: 20, to: &bytes)
      let none = try Self.format.original(of: RTPPacket(parsing: bytes.span), in: bytes.span)
      #expect(none == nil)
    }
  }
}
