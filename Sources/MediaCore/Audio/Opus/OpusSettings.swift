/// How sound becomes Opus.
package struct OpusSettings: Equatable, Sendable {
  package enum Purpose: Equatable, Sendable {
    /// As near to what came in as the bit rate allows.
    case recording
    /// Speech first: a rumble filter, and SILK for longer, which alone carries redundancy.
    case call
  }

  /// 1 or 2.
  package var channels: Int32
  /// Bits a second; variable, this is the mean for busy sound.
  package var bitrate: Int32
  /// 0 to 10. 5 takes about 50 CPU seconds an hour in mono, 0 about 27.
  package var complexity: Int32
  package var purpose: Purpose
  /// Samples a channel in a packet: 120, 240, 480, 960, 1 920 or 2 880.
  package var frameSize: Int
  /// In-band forward error correction: a packet carries a coarser copy of the one before it, when
  /// `expectedLoss` makes that worth its bits.
  package var hasRedundancy: Bool
  /// Percent.
  package var expectedLoss: Int32
  /// Discontinuous transmission: silence becomes packets of one or two bytes, of which only one in 20
  /// needs to be sent.
  package var pausesInSilence: Bool

  static let bitrates: ClosedRange<Int32> = 6_000...510_000
  private static let frameSizes = [120, 240, 480, 960, 1_920, 2_880]

  /// What narration needs: 32 kbit/s mono, 64 kbit/s stereo.
  package init(
    channels: Int32 = 1, bitrate: Int32? = nil, complexity: Int32 = 5,
    purpose: Purpose = .recording, frameSize: Int = OpusEncoder.frameSize,
    hasRedundancy: Bool = false, expectedLoss: Int32 = 0, pausesInSilence: Bool = false
  ) {
    self.channels = channels
    self.bitrate = bitrate ?? 32_000 * channels
    self.complexity = complexity
    self.purpose = purpose
    self.frameSize = frameSize
    self.hasRedundancy = hasRedundancy
    self.expectedLoss = expectedLoss
    self.pausesInSilence = pausesInSilence
  }

  func check() throws(MediaError) {
    guard channels == 1 || channels == 2 else {
      throw MediaError(.usage, "Opus here has 1 or 2 channels, not \(channels)")
    }
    guard Self.bitrates.contains(bitrate) else {
      throw MediaError(
        .usage, "an Opus bit rate is between 6000 and 510000 bit/s, not \(bitrate)")
    }
    guard Self.frameSizes.contains(frameSize) else {
      throw MediaError(
        .usage, "an Opus packet has 120, 240, 480, 960, 1920 or 2880 samples, not \(frameSize)")
    }
  }
}
