internal import COpus

/// Owns a libopus encoder: 48 kHz, packets of 20 ms. The same samples give the same packets.
@safe
package struct OpusEncoder: ~Copyable {
  package struct Settings: Equatable, Sendable {
    /// 1 or 2.
    package var channels: Int32
    /// Bits a second; variable, this is the mean for busy sound.
    package var bitrate: Int32
    /// 0 to 10. 5 takes about 50 CPU seconds an hour in mono, 0 about 27.
    package var complexity: Int32

    /// What narration needs: 32 kbit/s mono, 64 kbit/s stereo.
    package init(channels: Int32 = 1, bitrate: Int32? = nil, complexity: Int32 = 5) {
      self.channels = channels
      self.bitrate = bitrate ?? 32_000 * channels
      self.complexity = complexity
    }
  }

  /// Samples a channel in a packet.
  package static let frameSize = 960

  package let settings: Settings
  /// Samples that a decoder gives back before the first one that was put in.
  package let preSkip: Int32
  private let encoder: OpaquePointer
  private var packet = [UInt8](repeating: 0, count: 1500)

  package init(_ settings: Settings) throws(MediaError) {
    guard settings.channels == 1 || settings.channels == 2 else {
      throw MediaError(.usage, "Opus here has 1 or 2 channels, not \(settings.channels)")
    }
    guard (6_000...510_000).contains(settings.bitrate) else {
      throw MediaError(
        .usage, "an Opus bit rate is between 6000 and 510000 bit/s, not \(settings.bitrate)")
    }
    var error: Int32 = 0
    let created = unsafe opus_encoder_create(
      48000, settings.channels, OPUS_APPLICATION_AUDIO, &error)
    guard let encoder = unsafe created else {
      throw Self.failure("no encoder", error)
    }
    unsafe _ = COpus_encoderSet(encoder, OPUS_SET_BITRATE_REQUEST, settings.bitrate)
    unsafe _ = COpus_encoderSet(
      encoder, OPUS_SET_COMPLEXITY_REQUEST, min(max(settings.complexity, 0), 10))
    unsafe _ = COpus_encoderSet(encoder, OPUS_SET_SIGNAL_REQUEST, OPUS_SIGNAL_VOICE)
    var lookahead: Int32 = 312
    unsafe _ = COpus_encoderGet(encoder, OPUS_GET_LOOKAHEAD_REQUEST, &lookahead)
    self.settings = settings
    preSkip = lookahead
    unsafe self.encoder = encoder
  }

  deinit {
    unsafe opus_encoder_destroy(encoder)
  }

  /// Encodes 960 samples a channel, interleaved, −1 to 1.
  package mutating func encode(_ samples: [Float]) throws(MediaError) -> [UInt8] {
    precondition(samples.count == Self.frameSize * Int(settings.channels), "an Opus frame is 20 ms")
    let count = unsafe opus_encode_float(
      encoder, samples, Int32(Self.frameSize), &packet, Int32(packet.count))
    guard count > 0 else { throw Self.failure("a frame was refused", count) }
    return Array(packet[..<Int(count)])
  }

  private static func failure(_ what: String, _ code: Int32) -> MediaError {
    let text = unsafe opus_strerror(code)
    return MediaError(
      .codecFailed, "libopus: \(what)", cause: unsafe text.map { unsafe String(cString: $0) })
  }
}
