import TestSupport
import Testing

@testable import MediaCore

@Suite struct RTCPTests {
  static let reports = [
    ReceptionReport(
      source: SSRC(7), fractionLost: 64, cumulativeLost: -3, highestSequence: 0x1_FFFE, jitter: 90,
      lastSenderReport: 0xDEAD_BEEF, delaySinceLast: 65_536),
    ReceptionReport(source: SSRC(8), cumulativeLost: 0x7F_FFFF),
  ]

  /// One of everything.
  static let packets: [RTCPPacket] = [
    .senderReport(
      SenderReport(
        sender: SSRC(1), time: NTPTime(unixNanoseconds: 1_700_000_000_123_456_789),
        timestamp: 90_000,
        packets: 12, octets: 3_456, reports: reports)),
    .receiverReport(ReceiverReport(sender: SSRC(2), reports: reports)),
    .receiverReport(ReceiverReport(sender: SSRC(2))),
    .sourceDescription([
      SourceDescription(source: SSRC(1), canonicalName: "zoë"),
      SourceDescription(source: SSRC(2), items: [.init(kind: 6, text: Array("tool 1".utf8))]),
      SourceDescription(source: SSRC(3), items: []),
    ]),
    .goodbye(Goodbye(sources: [SSRC(1), SSRC(2)], reason: Array("that was it".utf8))),
    .goodbye(Goodbye(sources: [])),
    .nack(
      NegativeAcknowledgement(
        sender: SSRC(2), source: SSRC(1),
        missing: [65_534, 65_535, 0, 14, 15, 400].map { SequenceNumber($0) })),
    .pictureLoss(PictureLossIndication(sender: SSRC(2), source: SSRC(1))),
    .fullIntraRequest(
      FullIntraRequest(
        sender: SSRC(2),
        entries: [.init(source: SSRC(1), number: 255), .init(source: SSRC(9), number: 0)])),
    .transportFeedback(
      TransportFeedback(
        sender: SSRC(2), source: SSRC(1), base: SequenceNumber(65_530), count: 12,
        referenceTime: -5, number: 200,
        arrivals: [
          .init(offset: 0, delta: 12), .init(offset: 7, delta: -1), .init(offset: 11, delta: 255),
        ]
      )),
    .maximumBitrate(
      ReceiverEstimatedMaximumBitrate(sender: SSRC(2), bitrate: 1_000_000, sources: [SSRC(1)])),
    .extendedReport(
      ExtendedReport(
        sender: SSRC(2), referenceTime: NTPTime(rawValue: 0x0123_4567_89AB_CDEF),
        delays: [.init(source: SSRC(1), lastReferenceTime: 5, delay: 6)])),
  ]

  static func bytes(_ packets: [RTCPPacket]) -> [UInt8] {
    var writer = RTCPWriter()
    for packet in packets { writer.append(packet) }
    return writer.bytes
  }

  @Test(arguments: packets.indices)
  func `a packet comes back as it was written`(index: Int) {
    let datagram = RTCPDatagram(parsing: Self.bytes([Self.packets[index]]).span)
    #expect(datagram.packets == [Self.packets[index]])
    #expect(datagram.faults == 0)
  }

  @Test func `a compound comes back in order`() {
    let datagram = RTCPDatagram(parsing: Self.bytes(Self.packets).span)
    #expect(datagram.packets == Self.packets)
  }

  /// What other implementations got wrong (membraneframework/membrane_rtp_plugin #55,
  /// sipsorcery-org/sipsorcery #728 and #1809, RestComm/media-core #217).
  @Test func `an unknown type is passed over by its length`() {
    let known = Self.bytes([Self.packets[2]])
    let unknown = Hex.bytes("80dd000200000000 deadbeef")
    let end = Self.bytes([Self.packets[7]])
    let datagram = RTCPDatagram(parsing: (known + unknown + end).span)
    #expect(
      datagram.packets == [Self.packets[2], .other(type: 221, format: 0), Self.packets[7]])
  }

  @Test func `a packet of reduced size stands alone`() {
    let datagram = RTCPDatagram(parsing: Hex.bytes("81ce0002 00000001 11223344").span)
    #expect(
      datagram.packets
        == [.pictureLoss(PictureLossIndication(sender: SSRC(1), source: SSRC(0x1122_3344)))])
  }

  @Test(arguments: [
    "81ce00ff 00000001", "81ce0002 0000", "81", "00000000", "010203",
  ])
  func `behind a length that lies the rest is lost, what came before is kept`(tail: String) {
    let datagram = RTCPDatagram(parsing: (Self.bytes([Self.packets[1]]) + Hex.bytes(tail)).span)
    #expect(datagram.packets == [Self.packets[1]])
    #expect(datagram.faults == 1)
  }

  @Test func `a packet with too little in it is left out alone`() {
    // Claims three reports and has none.
    let cut = Hex.bytes("83c90001 00000001")
    let datagram = RTCPDatagram(parsing: (cut + Self.bytes([Self.packets[7]])).span)
    #expect(datagram.packets == [Self.packets[7]])
    #expect(datagram.faults == 1)
  }

  @Test func `padding is no content`() {
    let datagram = RTCPDatagram(
      parsing: Hex.bytes("a1cb0002 00000005 00000004").span)
    #expect(datagram.packets == [.goodbye(Goodbye(sources: [SSRC(5)]))])
    for padding in ["00", "03", "0c"] {
      let bytes = Hex.bytes("a1cb0002 00000005 000000" + padding)
      #expect(RTCPDatagram(parsing: bytes.span).faults == 1)
    }
  }

  /// RTP-23: a datagram in hexadecimal, a tab, what is to be made of it.
  @Test(.enabled(if: SharedCases.arePresent))
  func `compounds of reports are read as far as they are sound`() throws {
    let text = try #require(SharedCases.bytes("synthetic/RTP-23.compound.tsv"))
    let source = SSRC(0x1122_3344)
    var rows = 0
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n")
    where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t")
      let packets = RTCPDatagram(parsing: Hex.bytes(String(fields[0])).span).packets
      rows += 1
      var (losses, byes, reports) = (0, 0, 0)
      for packet in packets {
        switch packet {
        case .pictureLoss(let loss): losses += loss.source == source ? 1 : 0
        case .goodbye(let goodbye): byes += goodbye.sources == [source] ? 1 : 0
        case .receiverReport: reports += 1
        default: break
        }
      }
      #expect(losses == (fields[1].contains("PLI") ? 1 : 0), "\(fields[1])")
      #expect(byes == (fields[1].contains("BYE") ? 1 : 0), "\(fields[1])")
      #expect(reports == (fields[1].contains("RR") ? 1 : 0), "\(fields[1])")
    }
    #expect(rows == 6)
  }

  @Test func `every cut and many mutations are survived`() {
    let whole = Self.bytes(Self.packets)
    for count in 0..<whole.count {
      #expect(RTCPExercise.run(Array(whole[..<count])).isConsistent, "cut at \(count)")
    }
    var random = SeededGenerator(seed: 31)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      #expect(RTCPExercise.run(bytes).isConsistent)
    }
  }

  @Test func `a bitrate without bound is no small one`() throws {
    // Exponent 63, mantissa 2¹⁸ − 1.
    let bytes = Hex.bytes("8fce0005 00000002 00000000 52454d42 01ffffff 00000001")
    let packet = try #require(RTCPDatagram(parsing: bytes.span).packets.first)
    guard case .maximumBitrate(let estimate) = packet else {
      Issue.record("\(packet)")
      return
    }
    #expect(estimate.bitrate == .max)
  }

  @Test(arguments: [0, 1, 999_999_999, 1_700_000_000_123_456_789, -2_000_000_000_000_000_001])
  func `wall-clock time comes back to the nanosecond`(nanoseconds: Int64) {
    #expect(NTPTime(unixNanoseconds: nanoseconds).unixNanoseconds == nanoseconds)
  }

  @Test func `numbers of packets keep their order over the wrap`() {
    var extender = SequenceExtender()
    #expect(extender.extend(SequenceNumber(65_534)) == 65_534)
    #expect(extender.extend(SequenceNumber(1)) == 65_537)
    #expect(extender.extend(SequenceNumber(65_535)) == 65_535)
    #expect(extender.extend(SequenceNumber(2)) == 65_538)
    #expect(extender.highest == 65_538)
    #expect(SequenceNumber(65_535).distance(to: SequenceNumber(3)) == 4)
    #expect(SequenceNumber(3).distance(to: SequenceNumber(65_535)) == -4)
  }
}
