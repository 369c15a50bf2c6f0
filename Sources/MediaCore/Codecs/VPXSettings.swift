/// How libvpx is to code a board.
package struct VPXSettings: Equatable, Sendable {
  package enum Rate: Equatable, Sendable {
    /// The quantiser of frames in motion, 0 (best) to 63.
    case quantiser(Int)
    /// Average bits a second; the quantiser follows.
    case bitrate(Int)
  }

  package var rate: Rate
  /// Quantisers of the passes that improve what is shown, 0 (best) to 63. The last one is that of
  /// key frames too, so that a key frame never blurs what was sharp.
  package var refinements: [Int]
  /// `VP8E_SET_CPUUSED`. Negative values are fixed speeds: the same input gives the same bytes.
  /// Positive ones follow the machine's load. Writing at 1920×1080 takes 3.0 ms a frame at −16 and
  /// 3.3 ms at −8, at equal quality.
  package var speed: Int32
  /// 0, or 2 for a stream without loop filter.
  package var profile: UInt32
  /// Whether libvpx is told which macroblocks are damaged. Without it libvpx looks for itself, and
  /// improves what it has coded coarsely. For comparisons.
  package var usesActiveMap = true

  /// Refinements of nil are two steps down to half the quantiser of frames in motion. On handwriting
  /// at 1920×1080 that is 44, 46 and 48 dB, for a tenth more bytes than motion alone.
  package init(
    rate: Rate = .quantiser(10), refinements: [Int]? = nil, speed: Int32 = -16,
    profile: UInt32 = 0
  ) {
    self.rate = rate
    if let refinements {
      self.refinements = refinements
    } else if case .quantiser(let motion) = rate {
      self.refinements = [motion * 2 / 3, motion / 2]
    } else {
      self.refinements = [8, 5]
    }
    self.speed = speed
    self.profile = profile
  }
}
