import Testing

@testable import MediaCore

@Suite struct LiveSoundEncoderTests {
  private func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  private func packets(
    _ encoder: inout LiveSoundEncoder, before time: MediaTime
  ) throws -> [LiveSoundEncoder.Packet] {
    var packets: [LiveSoundEncoder.Packet] = []
    while let packet = try encoder.next(before: time) { packets.append(packet) }
    return packets
  }

  @Test func `there is a packet every 20 ms, whether or not anything is heard`() throws {
    var encoder = try LiveSoundEncoder(channels: 1)
    #expect(try packets(&encoder, before: milliseconds(19)).isEmpty)
    var all: [LiveSoundEncoder.Packet] = []
    for time in stride(from: 20, through: 1_000, by: 10) {
      if time == 500 {
        try encoder.add(
          PCMChunk(
            samples: [Float](repeating: 0.25, count: 4_800), channels: 1, rate: 48_000,
            time: milliseconds(500)))
      }
      all += try packets(&encoder, before: milliseconds(Int64(time)))
    }
    #expect(all.map(\.ticks) == (0..<50).map { $0 * 960 })
    #expect(encoder.deadline == milliseconds(1_020))
    #expect(all.allSatisfy { OpusPayload(parsing: $0.bytes.span)?.sampleCount == 960 })
  }

  @Test func `what is heard is where it was put, by the packets' times`() throws {
    var encoder = try LiveSoundEncoder(channels: 1)
    var samples = [Float](repeating: 0, count: 9_600)
    for index in samples.indices { samples[index] = index / 48 % 2 == 0 ? 0.5 : -0.5 }
    try encoder.add(PCMChunk(samples: samples, channels: 1, rate: 48_000, time: milliseconds(300)))
    var decoder = try OpusDecoder(channels: 1)
    var heard: [Float] = []
    var first: MediaTime?
    for packet in try packets(&encoder, before: milliseconds(1_000)) {
      first = first ?? packet.time
      _ = try decoder.decode(packet.bytes.span, into: &heard)
    }
    let onset = try #require(heard.firstIndex { abs($0) > 0.2 })
    let time = try #require(first) + MediaTime(count: Int64(onset), rate: 48_000)
    #expect(abs((time - milliseconds(300)).nanoseconds) < 3_000_000)
  }
}
