internal import COpus

/// Owns a libopus decoder: packets in, samples at 48 kHz out, and something for packets that are not
/// there. Answers appended samples a channel, interleaved, −1 to 1.
@safe
package struct OpusDecoder: ~Copyable {
  /// 1 or 2; a packet's own count does not matter.
  package let channels: Int32
  private let decoder: OpaquePointer
  private var buffer: [Float]

  /// 120 ms, the longest packet.
  private static let most = 5_760
  /// 6 dB more than fits: of broken packets come larger numbers.
  private static let loudest: Float = 2
  /// 10 ms: SILK conceals no less, and of shorter pieces the next would not fit to the last.
  private static let concealed = 480

  package init(channels: Int32) throws(MediaError) {
    guard channels == 1 || channels == 2 else {
      throw MediaError(.usage, "Opus here has 1 or 2 channels, not \(channels)")
    }
    var error: Int32 = 0
    let created = unsafe opus_decoder_create(48000, channels, &error)
    guard let decoder = unsafe created else {
      throw opusFailure("no decoder", error)
    }
    self.channels = channels
    unsafe self.decoder = decoder
    buffer = [Float](repeating: 0, count: Self.most * Int(channels))
  }

  deinit {
    unsafe opus_decoder_destroy(decoder)
  }

  /// Decodes the packet that follows what came so far.
  package mutating func decode(
    _ packet: Span<UInt8>, into samples: inout [Float]
  ) throws(MediaError) -> Int {
    guard packet.count > 0 else { throw MediaError(.codecFailed, "an Opus packet is empty") }
    return try run(packet, count: Self.most, redundancy: false, into: &samples)
  }

  /// Decodes the redundancy that a packet carries for the one before it, which is lost; without any
  /// this is as `conceal`.
  ///
  /// - Parameter count: the last samples before the packet, up to its `frameSize`.
  package mutating func recover(
    _ count: Int, from next: Span<UInt8>, into samples: inout [Float]
  ) throws(MediaError) -> Int {
    guard let payload = OpusPayload(parsing: next), payload.hasRedundancy else {
      return try conceal(count, into: &samples)
    }
    precondition((1...payload.frameSize).contains(count), "redundancy is as long as a frame")
    let start = samples.count
    let made = try run(next, count: payload.frameSize, redundancy: true, into: &samples)
    samples.removeSubrange(start..<start + (made - count) * Int(channels))
    return count
  }

  /// Goes on with what came so far, ever softer, or with the noise of a pause.
  ///
  /// - Parameter count: samples, 5 760 at most.
  package mutating func conceal(
    _ count: Int, into samples: inout [Float]
  ) throws(MediaError) -> Int {
    precondition((1...Self.most).contains(count), "120 ms at most")
    let whole = (count + Self.concealed - 1) / Self.concealed * Self.concealed
    let made = try run(nil, count: whole, redundancy: false, into: &samples)
    samples.removeLast((made - count) * Int(channels))
    return count
  }

  /// Forgets what came so far: another stream begins.
  package mutating func reset() {
    unsafe _ = COpus_decoderReset(decoder)
  }

  private mutating func run(
    _ packet: Span<UInt8>?, count: Int, redundancy: Bool, into samples: inout [Float]
  ) throws(MediaError) -> Int {
    let flag: Int32 = redundancy ? 1 : 0
    let decoded: Int32
    if let packet {
      decoded = unsafe packet.withUnsafeBufferPointer { bytes in
        unsafe opus_decode_float(
          decoder, bytes.baseAddress, Int32(bytes.count), &buffer, Int32(count), flag)
      }
    } else {
      decoded = unsafe opus_decode_float(decoder, nil, 0, &buffer, Int32(count), 0)
    }
    guard decoded > 0 else { throw opusFailure("a packet was refused", decoded) }
    let made = buffer[..<(Int(decoded) * Int(channels))]
    if Self.isWithin(made) {
      samples += made
    } else {
      for sample in made {
        samples.append(min(max(sample.isFinite ? sample : 0, -Self.loudest), Self.loudest))
      }
    }
    return Int(decoded)
  }

  /// Whether no sample is louder than `loudest` or no number. The bits of numbers without a sign order as the
  /// numbers do, with those that are not finite at the end, and many are compared at once.
  private static func isWithin(_ samples: ArraySlice<Float>) -> Bool {
    var largest: Int32 = 0
    for sample in samples {
      largest = max(largest, Int32(bitPattern: sample.bitPattern & 0x7FFF_FFFF))
    }
    return largest <= Int32(bitPattern: loudest.bitPattern)
  }
}
