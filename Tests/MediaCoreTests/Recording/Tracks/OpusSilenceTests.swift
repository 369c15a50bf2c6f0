import Testing

@testable import MediaCore

@Suite struct OpusSilenceTests {
  @Test func `both lengths decode to nothing, also behind a tone`() throws {
    let silence = try OpusSilence()
    #expect(OpusPayload(parsing: silence.whole.span)?.sampleCount == 960)
    #expect(OpusPayload(parsing: silence.short.span)?.sampleCount == 120)
    var encoder = try OpusEncoder(OpusSettings(complexity: 0, purpose: .call))
    let tone = sine(300, seconds: 0.2)
    for packet in [silence.whole, silence.short] {
      var decoder = try OpusDecoder(channels: 1)
      var samples: [Float] = []
      for start in stride(from: 0, to: tone.count, by: 960) {
        let sound = try encoder.encode(Array(tone[start..<start + 960]))
        _ = try decoder.decode(sound.span, into: &samples)
      }
      for _ in 0..<40 { _ = try decoder.decode(packet.span, into: &samples) }
      let quiet = samples.suffix(20 * 120)
      #expect(quiet.allSatisfy { abs($0) < 0.001 })
    }
  }
}
