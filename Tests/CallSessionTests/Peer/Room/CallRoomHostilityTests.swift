import MediaCore
import Strokes
import TestSupport
import Testing

@testable import CallSession

@Suite struct CallRoomHostilityTests {
  @Test func `bytes that nobody protected are counted and change nothing`() throws {
    var stage = try CallStage()
    try stage.join(1, tone: 400)
    try stage.run(200)
    var random = SeededGenerator(seed: 5)
    for length in 0..<600 {
      var bytes = (0..<length % 200).map { _ in UInt8.random(in: 0...255, using: &random) }
      // Most of them look like RTP or RTCP.
      if !bytes.isEmpty, random.chance(0.8) { bytes[0] = 0x80 | bytes[0] & 0x3F }
      stage.attack(bytes, on: 0)
      stage.attack(bytes, on: .random(in: -2...3, using: &random))
    }
    let refused = stage.room.refused(of: 0) ?? 0
    #expect(refused >= 600)
    try stage.run(200)
    #expect(stage.guests[0].client.welcome != nil)
  }

  @Test(arguments: [UInt64(11), 12, 13])
  func `whatever somebody sends who has the keys, the others hear each other`(
    _ seed: UInt64
  ) throws {
    var stage = try CallStage(seed: seed)
    for number in 1...3 { try stage.join(UInt32(number), tone: 200 + 200 * Double(number)) }
    try stage.guests[0].send(.publish(.camera, name: "camera"), at: stage.now)
    try stage.run(300)
    var random = SeededGenerator(seed: seed)
    try stage.run(1_000) { now, guests in
      for _ in 0..<10 { self.attack(guests[0], at: now, using: &random) }
    }
    try stage.run(300)
    #expect(stage.guests[1].loudness(of: 800, in: 0.2) > 0.1)
    #expect(stage.guests[2].loudness(of: 600, in: 0.2) > 0.1)
  }

  private func attack(
    _ guest: CallGuest, at now: MediaTime, using random: inout SeededGenerator
  ) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      // Ends the connection, sooner or later.
      guard random.chance(0.02) else { return }
      let bytes = (0..<20).map { _ in UInt8.random(in: 0...255, using: &random) }
      guest.transport.send(bytes, at: now, into: &guest.outputs)
    case 1:
      let bytes = HostileDatagrams.datagram(using: &random)
      guest.transport.withSession(into: &guest.outputs) { _, streams in
        let isControl = bytes.count > 1 && (192...223).contains(bytes[1])
        streams.datagrams.append(StreamOutputs.Datagram(bytes: bytes, isControl: isControl))
      }
    default:
      let kind: CallStreams.Kind = random.chance(0.5) ? .camera : .microphone
      let header = RTPHeader(
        payloadType: kind == .camera ? CallStreams.vp8 : CallStreams.opus,
        sequenceNumber: SequenceNumber(.random(in: 0...65_535, using: &random)),
        timestamp: .random(in: 0...UInt32.max, using: &random),
        ssrc: CallStreams.source(kind, of: guest.number), hasMarker: random.chance(0.5))
      let payload = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
      let packet = OutgoingPacket(header: header, payload: payload, audioLevel: 3)
      let number = SequenceNumber(.random(in: 0...65_535, using: &random))
      let bytes = packet.serialized(RTPExtensionMap(), transportSequence: number)
      guest.transport.withSession(into: &guest.outputs) { _, streams in
        streams.datagrams.append(StreamOutputs.Datagram(bytes: bytes, isControl: false))
      }
    }
  }
}
