/// What the modes of a macroblock's subblocks are chosen by.
struct VP8SubblockSearch {
  let modes: VP8ModeCosts
  let tokens: VP8TokenCosts
  /// Squared error that a bit is worth.
  let lambda: Int64
  /// Bits, in 256ths, that an absolute difference is worth.
  let difference: Int32

  /// The mode whose absolute differences, and what it costs to say it, are the smallest; or the first
  /// without any difference.
  @inline(__always)
  func choose(
    _ wanted: SIMD16<UInt8>, _ edge: VP8SubblockEdge, above: VP8SubblockMode,
    left: VP8SubblockMode
  ) -> (mode: VP8SubblockMode, prediction: SIMD16<UInt8>, bits: Int32) {
    let costs = modes.subblocks.span
    let place = modes.place(above: above, left: left)
    var best = (mode: VP8SubblockMode.dc, prediction: SIMD16<UInt8>(), bits: Int32(0))
    var least = Int32.max
    for number in 0..<10 {
      guard let mode = VP8SubblockMode(rawValue: UInt8(number)) else { continue }
      let prediction = edge.prediction(mode)
      let bits = costs[place &+ number]
      let distance = wanted.minus(prediction).magnitudes.sum
      let cost = distance &* difference &+ bits
      if cost < least {
        least = cost
        best = (mode, prediction, bits)
      }
      // Plain ground between ink: no other mode is better, and hardly one is cheaper.
      if distance == 0 { break }
    }
    return best
  }
}
