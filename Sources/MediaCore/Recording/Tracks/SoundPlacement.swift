/// Where packets of a track go that has no holes: how much silence stands before one, and how much of
/// it is not heard.
///
/// Packets belong where their time says, but a sender's samples last a little longer or shorter than
/// ours, by up to 1.8 s in an hour of 500 ppm. So a run of packets is written one behind the other, and
/// what has added up is set right by half a packet in a pause, or anywhere once it is a whole one: by
/// silence where the sender is slow, by hiding the end of a packet (DiscardPadding, RFC 9559,
/// 5.1.3.5.7) where it is fast. The packet itself stays as it was sent.
struct SoundPlacement {
  /// Samples at 48 kHz.
  struct Step: Equatable {
    /// Before the packet, in whole short packets of silence.
    var silence: Int64
    /// Off its end.
    var hidden: Int64
  }

  /// Where the next packet goes, in samples at 48 kHz from the beginning of the file.
  private(set) var position: Int64 = 0
  /// Bytes of a packet, in the mean.
  private var usualSize = 0.0

  private static let small: Int64 = 480
  private static let large: Int64 = 960
  /// A packet that belongs so far before what is written already came too late.
  private static let late: Int64 = 9_600

  /// - Parameters:
  ///   - target: where the packet belongs.
  ///   - samples: its length.
  ///   - follows: whether it goes on where the one before ended, by its own clock.
  /// - Returns: nil when its place is taken.
  mutating func step(
    to target: Int64, samples: Int64, follows: Bool, payload: OpusPayload, bytes: Int
  ) -> Step? {
    let lag = target - position
    guard lag > -Self.late else { return nil }
    let isQuiet = payload.isPause || Double(bytes) * 2 < usualSize
    usualSize += (Double(bytes) - usualSize) / 16
    let tolerance = isQuiet ? Self.small : Self.large
    if lag <= -tolerance { return Step(silence: 0, hidden: min(-lag, samples / 2)) }
    guard lag > 0, !follows || lag >= tolerance else { return Step(silence: 0, hidden: 0) }
    return Step(silence: lag / OpusSilence.shortLength * OpusSilence.shortLength, hidden: 0)
  }

  mutating func advance(by samples: Int64) { position += samples }
}
