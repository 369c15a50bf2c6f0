import MediaCore
import TestSupport

@testable import CallSession

/// Datagrams that a session understands, with numbers that nobody who means well would send.
enum HostileDatagrams {
  static func datagram(using random: inout SeededGenerator) -> [UInt8] {
    let bytes = random.chance(0.5) ? media(using: &random) : control(using: &random)
    return bytes + [UInt8](repeating: 0, count: (4 - bytes.count & 3) & 3)
  }

  private static func source(using random: inout SeededGenerator) -> SSRC {
    let known = RTPSessionExercise.sent + RTPSessionExercise.received + [SSRC(112), SSRC(9)]
    return known[.random(in: 0..<known.count, using: &random)]
  }

  private static func media(using random: inout SeededGenerator) -> [UInt8] {
    let source = RTPSessionExercise.received + [SSRC(112)]
    let ssrc = source[.random(in: 0..<source.count, using: &random)]
    let type: UInt8 = ssrc == SSRC(112) ? 97 : ssrc == SSRC(12) ? 96 : 111
    let header = RTPHeader(
      payloadType: type,
      sequenceNumber: SequenceNumber(
        random.chance(0.8)
          ? .random(in: 0...40, using: &random) : .random(in: 0...65_535, using: &random)),
      timestamp: .random(in: 0...UInt32.max, using: &random), ssrc: ssrc,
      hasMarker: random.chance(0.5))
    var block = RTPExtensionBlock()
    block.append(3, [.random(in: 0...255, using: &random), .random(in: 0...255, using: &random)])
    if random.chance(0.3) { block.append(9, [1]) }
    var payload: [UInt8] = type == 97 ? [0, .random(in: 0...40, using: &random)] : []
    payload += [0x10, random.chance(0.3) ? 0x10 : 0x11, 0, 0, 0x9D, 0x01, 0x2A, 16, 0, 16, 0]
    var bytes: [UInt8] = []
    RTPPacket.write(header, extensions: block, payload: payload.span, to: &bytes)
    return bytes
  }

  private static func control(using random: inout SeededGenerator) -> [UInt8] {
    let source = source(using: &random)
    let number = UInt32.random(in: 0...UInt32.max, using: &random)
    let report = ReceptionReport(
      source: source, fractionLost: 255, cumulativeLost: -1, highestSequence: number,
      jitter: number, lastSenderReport: number, delaySinceLast: number)
    var writer = RTCPWriter()
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      writer.append(
        .senderReport(
          SenderReport(
            sender: source, time: NTPTime(rawValue: UInt64(number) << 32), timestamp: number,
            packets: number, octets: number, reports: [report])))
    case 1: writer.append(.receiverReport(ReceiverReport(sender: source, reports: [report])))
    case 2:
      let missing = (0..<20).map { _ in
        SequenceNumber(.random(in: 0...65_535, using: &random))
      }
      writer.append(
        .nack(NegativeAcknowledgement(sender: SSRC(10), source: source, missing: missing)))
    case 3:
      writer.append(.pictureLoss(PictureLossIndication(sender: SSRC(10), source: source)))
    case 4:
      writer.append(
        .fullIntraRequest(
          FullIntraRequest(
            sender: SSRC(number),
            entries: [.init(source: source, number: UInt8(truncatingIfNeeded: number))])))
    case 5:
      writer.append(
        .maximumBitrate(
          ReceiverEstimatedMaximumBitrate(
            sender: source, bitrate: UInt64(number) << (number & 31), sources: [source])))
    case 6:
      writer.append(
        .extendedReport(
          ExtendedReport(
            sender: source, referenceTime: NTPTime(rawValue: .max),
            delays: [.init(source: SSRC(9), lastReferenceTime: number, delay: number)])))
    default:
      let arrivals = (0..<UInt16.random(in: 0...30, using: &random)).map {
        TransportFeedback.Arrival(
          offset: $0, delta: .random(in: Int16.min...Int16.max, using: &random))
      }
      writer.append(
        .transportFeedback(
          TransportFeedback(
            sender: source, source: source,
            base: SequenceNumber(.random(in: 0...200, using: &random)),
            count: UInt16(arrivals.count),
            referenceTime: Int32(bitPattern: number) >> 8,
            number: UInt8(truncatingIfNeeded: number),
            arrivals: arrivals)))
    }
    return writer.bytes
  }
}
