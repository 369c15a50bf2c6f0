/// What libvpx is to know before it codes, in its own terms.
struct VPXConfiguration: Equatable, Sendable {
  /// `VP8E_SET_CPUUSED`, see `VPXSettings.speed`.
  var speed: Int32
  /// `g_profile`, 0…3.
  var profile: UInt32 = 0
  /// Drawings and letters rather than what a camera sees.
  var isScreen: Bool
  /// Frames may be lost: none depends on the probabilities that one before it brought.
  var isErrorResilient = false
  /// Lowest and highest quantiser, within 0 (best) … 63.
  var quantisers: ClosedRange<Int>
  /// Bits a second.
  var bitrate: Int
  /// Pictures are dropped when the buffer holds less than this part of what it should, in hundredths;
  /// never at 0.
  var dropThreshold: UInt32 = 0
  /// Hundredths of a frame's share of the rate that a key frame may take; 0 for any.
  var largestKeyFrame: Int32 = 0
  /// Nil for libvpx's own.
  var buffer: Buffer?

  /// How much may come late, in milliseconds at the rate: at most, at the beginning, in the mean.
  struct Buffer: Equatable, Sendable {
    var size: UInt32
    var first: UInt32
    var optimal: UInt32
  }

  /// As libvpx counts, in kilobits a second.
  var kilobits: UInt32 { UInt32(min(max(bitrate / 1_000, 1), 1_000_000)) }
}
