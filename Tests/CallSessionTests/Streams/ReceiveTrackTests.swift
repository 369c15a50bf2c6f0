import MediaCore
import Testing

@testable import CallSession

@Suite struct ReceiveTrackTests {
  private static func packet(
    _ number: UInt16, _ timestamp: UInt32, _ payload: [UInt8], at milliseconds: Int64
  ) -> ReceiveTrack.Packet {
    ReceiveTrack.Packet(
      header: RTPHeader(
        payloadType: 96, sequenceNumber: SequenceNumber(number), timestamp: timestamp,
        ssrc: SSRC(1), hasMarker: true),
      payload: payload, isRecovery: false, level: nil, isRetransmission: false,
      arrival: MediaTime(milliseconds: milliseconds))
  }

  /// Frames of one packet each, a key frame first; 176×144.
  private static func frames(_ count: Int, firstPicture: UInt16) -> [[UInt8]] {
    var packetizer = VP8Packetizer(firstPicture: firstPicture)
    return (0..<count).flatMap { index in
      packetizer.payloads(
        of: (index == 0 ? [0x10, 0, 0, 0x9D, 1, 0x2A, 176, 0, 144, 0] : [0x11, 0, 0, 7]).span)
    }
  }

  /// livekit/media-sdk #86: everything was dropped as late until the numbers passed the old peak.
  @Test func `a video whose numbers jump far back goes on`() {
    var track = ReceiveTrack(
      source: SSRC(1), payloadType: 96, clockRate: 90_000, isVideo: true, retransmission: nil)
    var shown = 0
    var time: Int64 = 0
    for (first, picture) in [(21_294, 5), (12_676, 900)] as [(UInt16, UInt16)] {
      for (index, payload) in Self.frames(20, firstPicture: picture).enumerated() {
        let packet = Self.packet(
          first + UInt16(index), UInt32(time * 90), payload, at: time)
        for (placed, sequence) in track.receive(packet) {
          track.video?.receive(
            placed.header, sequence: sequence, isRecovery: false, payload: placed.payload,
            at: placed.arrival)
          while track.video?.nextFrame() != nil { shown += 1 }
        }
        time += 33
      }
    }
    #expect(shown == 40)
  }

  @Test func `what comes twice is handed on once`() {
    var track = ReceiveTrack(
      source: SSRC(1), payloadType: 111, clockRate: 48_000, isVideo: false, retransmission: nil)
    var numbers: [Int64] = []
    for number in [65_534, 65_535, 65_534, 0, 65_535, 1] as [UInt16] {
      let packet = Self.packet(number, UInt32(UInt16(number &+ 10)) * 960, [1], at: 20)
      numbers += track.receive(packet).map(\.sequence)
    }
    #expect(numbers == [65_534, 65_535, 65_536, 65_537])
    #expect(track.report(at: .zero)?.cumulativeLost == -2)
  }
}
