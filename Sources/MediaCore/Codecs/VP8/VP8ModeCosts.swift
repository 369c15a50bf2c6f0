/// What modes cost in a frame's first partition, in 256ths of a bit, for decisions (RFC 6386, 11 and
/// 16).
struct VP8ModeCosts: Sendable {
  /// By `VP8LumaMode`.
  let luma: SIMD4<Int32>
  /// That luma is predicted in subblocks, whose modes follow.
  let subblocks: Int32
  /// By `VP8ChromaMode`.
  let chroma: SIMD4<Int32>
  private let isKeyFrame: Bool
  /// By `VP8SubblockMode`, in frames that are no key frames.
  private let subblockModes: SIMD16<Int32>

  init(isKeyFrame: Bool) {
    self.isKeyFrame = isKeyFrame
    var (luma, chroma) = (SIMD4<Int32>(), SIMD4<Int32>())
    for mode in 0..<4 {
      luma[mode] = Self.luma(mode, isKeyFrame)
      chroma[mode] = Int32(
        VP8Tree.chromaModes.cost(
          mode, isKeyFrame ? VP8Tables.keyChromaModes : VP8Tables.chromaModes))
    }
    (self.luma, self.chroma) = (luma, chroma)
    subblocks = Self.luma(4, isKeyFrame)
    subblockModes = Self.subblocks(VP8Tables.subblockModes, at: 0)
  }

  /// A subblock's mode, by `VP8SubblockMode`, between neighbours of the given modes, which matter in
  /// key frames only; lanes 10…15 are 0.
  func subblock(above: VP8SubblockMode, left: VP8SubblockMode) -> SIMD16<Int32> {
    guard isKeyFrame else { return subblockModes }
    let context = Int(above.rawValue) * 10 + Int(left.rawValue)
    return Self.subblocks(VP8Tables.keySubblockModes, at: context * 9)
  }

  private static func luma(_ mode: Int, _ isKeyFrame: Bool) -> Int32 {
    Int32(
      isKeyFrame
        ? VP8Tree.keyLumaModes.cost(mode, VP8Tables.keyLumaModes)
        : VP8Tree.lumaModes.cost(mode, VP8Tables.lumaModes))
  }

  private static func subblocks(_ probabilities: [UInt8], at offset: Int) -> SIMD16<Int32> {
    var costs = SIMD16<Int32>()
    for mode in 0..<10 {
      costs[mode] = Int32(VP8Tree.subblockModes.cost(mode, probabilities, at: offset))
    }
    return costs
  }
}
