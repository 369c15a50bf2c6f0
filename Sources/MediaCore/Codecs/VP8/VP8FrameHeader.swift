/// What a frame says before its macroblocks (RFC 6386, 9 and 19.2).
///
/// The loop filter is always off (level 0), the colour space bit 0, pixel clamping required, and
/// the quantiser's deltas 0.
struct VP8FrameHeader: Equatable, Sendable {
  /// Up to four quantisers, chosen by each macroblock's segment (9.3); absolute values.
  struct Segmentation: Equatable, Sendable {
    /// y_ac_qi, 0…127.
    var quantisers: SIMD4<UInt8>
  }

  var isKeyFrame: Bool
  var width: Int32
  var height: Int32
  var isShown = true
  /// y_ac_qi, 0…127. Not to be raised by 20 or more from below 60 between frames: receivers'
  /// post-processing would blend pictures.
  var quantiser: UInt8
  /// Sent with its map in every frame that has it.
  var segmentation: Segmentation?
  /// Token partitions: 1, 2, 4 or 8 (9.5).
  var partitions = 1

  // Frames that are no key frames (9.7). Buffers are copied as they were before the frame.
  var refreshesLast = true
  var refreshesGolden = false
  var refreshesAlternate = false
  var copiesToGolden = Copy.none
  var copiesToAlternate = Copy.none
  /// Whether this frame's probabilities stay for the next (9.11).
  var refreshesEntropy = false

  /// Which buffer is copied: for golden `other` is the alternate one, and the other way round.
  enum Copy: UInt8, Equatable, Sendable {
    case none = 0
    case last = 1
    case other = 2
  }

  var columns: Int32 { (width + 15) / 16 }
  var rows: Int32 { (height + 15) / 16 }
}
