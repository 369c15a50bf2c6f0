import MediaCore

/// A microphone's encoder, which prepares for what the way loses.
struct VoiceEncoder: ~Copyable {
  private var encoder: OpusEncoder
  private var expectedLoss: Int32 = 0

  /// Softer is no voice: dB below full scale.
  private static let softestVoice: UInt8 = 50
  /// Losses up to which redundancy is asked of the encoder, in percent.
  private static let mostExpectedLoss = 30.0

  /// What a call takes for a voice.
  static let settings = OpusSettings(purpose: .call, hasRedundancy: true)

  init(_ settings: OpusSettings) throws(MediaError) {
    encoder = try OpusEncoder(settings)
  }

  /// A packet of 20 ms, and how loud it is.
  ///
  /// - Parameter loss: the share of packets that the way loses.
  mutating func encode(
    _ samples: [Float], loss share: Double
  ) throws(MediaError) -> (payload: [UInt8], level: UInt8) {
    let loss = Int32(min(share * 100, Self.mostExpectedLoss).rounded(.up))
    if loss != expectedLoss {
      expectedLoss = loss
      encoder.expectLoss(loss)
    }
    let payload = try encoder.encode(samples)
    let loudness = AudioLevel(measuring: samples[...], isVoice: false)
    let level = AudioLevel(
      attenuation: loudness.attenuation, isVoice: loudness.attenuation < Self.softestVoice)
    return (payload, level.byte)
  }
}
