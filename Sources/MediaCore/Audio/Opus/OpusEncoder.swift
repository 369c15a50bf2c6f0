internal import COpus

/// Owns a libopus encoder at 48 kHz. The same samples give the same packets.
@safe
package struct OpusEncoder: ~Copyable {
  /// Samples a channel in a packet unless settings say otherwise: 20 ms.
  package static let frameSize = 960

  package let settings: OpusSettings
  /// Samples that a decoder gives back before the first one that was put in.
  package let preSkip: Int32
  private let encoder: OpaquePointer
  private var packet = [UInt8](repeating: 0, count: 1500)

  package init(_ settings: OpusSettings) throws(MediaError) {
    try settings.check()
    var error: Int32 = 0
    let created = unsafe opus_encoder_create(
      48000, settings.channels,
      settings.purpose == .call ? OPUS_APPLICATION_VOIP : OPUS_APPLICATION_AUDIO, &error)
    guard let encoder = unsafe created else {
      throw opusFailure("no encoder", error)
    }
    unsafe _ = COpus_encoderSet(encoder, OPUS_SET_BITRATE_REQUEST, settings.bitrate)
    unsafe _ = COpus_encoderSet(
      encoder, OPUS_SET_COMPLEXITY_REQUEST, min(max(settings.complexity, 0), 10))
    unsafe _ = COpus_encoderSet(encoder, OPUS_SET_SIGNAL_REQUEST, OPUS_SIGNAL_VOICE)
    unsafe _ = COpus_encoderSet(
      encoder, OPUS_SET_INBAND_FEC_REQUEST, settings.hasRedundancy ? 1 : 0)
    unsafe _ = COpus_encoderSet(encoder, OPUS_SET_DTX_REQUEST, settings.pausesInSilence ? 1 : 0)
    var lookahead: Int32 = 312
    unsafe _ = COpus_encoderGet(encoder, OPUS_GET_LOOKAHEAD_REQUEST, &lookahead)
    self.settings = settings
    preSkip = lookahead
    unsafe self.encoder = encoder
    expectLoss(settings.expectedLoss)
  }

  deinit {
    unsafe opus_encoder_destroy(encoder)
  }

  /// Encodes a packet's samples, interleaved, −1 to 1: `settings.frameSize` a channel.
  package mutating func encode(_ samples: [Float]) throws(MediaError) -> [UInt8] {
    precondition(
      samples.count == settings.frameSize * Int(settings.channels), "an Opus frame is full")
    let count = unsafe opus_encode_float(
      encoder, samples, Int32(settings.frameSize), &packet, Int32(packet.count))
    guard count > 0 else { throw opusFailure("a frame was refused", count) }
    return Array(packet[..<Int(count)])
  }

  /// - Parameter loss: the percentage of packets that receivers miss; the more, the more redundancy.
  package mutating func expectLoss(_ loss: Int32) {
    unsafe _ = COpus_encoderSet(encoder, OPUS_SET_PACKET_LOSS_PERC_REQUEST, min(max(loss, 0), 100))
  }

  /// - Parameter bitrate: bits a second, clamped to what Opus has.
  package mutating func setBitrate(_ bitrate: Int32) {
    let range = OpusSettings.bitrates
    unsafe _ = COpus_encoderSet(
      encoder, OPUS_SET_BITRATE_REQUEST, min(max(bitrate, range.lowerBound), range.upperBound))
  }
}
