/// What modes cost in a frame's first partition, in 256ths of a bit, for decisions (RFC 6386, 11 and
/// 16).
struct VP8ModeCosts: Sendable {
  /// By `VP8LumaMode`; the last is that luma is predicted in subblocks, whose modes follow.
  let luma: [Int32]
  /// By `VP8ChromaMode`.
  let chroma: [Int32]
  /// Ten a context, by `VP8SubblockMode`.
  let subblocks: [Int32]
  private let isKeyFrame: Bool

  init(isKeyFrame: Bool) {
    self.isKeyFrame = isKeyFrame
    let lumaTree = isKeyFrame ? VP8Tree.keyLumaModes : VP8Tree.lumaModes
    let lumaModes = isKeyFrame ? VP8Tables.keyLumaModes : VP8Tables.lumaModes
    luma = (0..<5).map { Int32(lumaTree.cost($0, lumaModes)) }
    let chromaModes = isKeyFrame ? VP8Tables.keyChromaModes : VP8Tables.chromaModes
    chroma = (0..<4).map { Int32(VP8Tree.chromaModes.cost($0, chromaModes)) }
    let subblockModes = isKeyFrame ? VP8Tables.keySubblockModes : VP8Tables.subblockModes
    subblocks = (0..<subblockModes.count / 9 * 10).map {
      Int32(VP8Tree.subblockModes.cost($0 % 10, subblockModes, at: $0 / 10 * 9))
    }
  }

  /// Where in `subblocks` the costs begin between neighbours of the given modes, which matter in key
  /// frames only.
  @inline(__always)
  func place(above: VP8SubblockMode, left: VP8SubblockMode) -> Int {
    isKeyFrame ? (Int(above.rawValue) &* 10 &+ Int(left.rawValue)) &* 10 : 0
  }
}
