extension VP8Edges {
  /// The 16×16 luma mode with the smallest sum of absolute differences from `source`, and of its
  /// cost in differences, by mode. `prediction`'s luma then holds it. Of equal ones the first.
  ///
  /// The average counts with three quarters of the differences from the source's own. The way from
  /// one to the other is a single level of Y2; and where nothing but grain is left, the others add
  /// the grain of their edges to it, which sums of differences hardly show (photographs take 2 %
  /// less).
  func bestLuma(
    for source: borrowing VP8Samples, costs: SIMD4<Int32>, into prediction: inout VP8Samples
  ) -> (mode: VP8LumaMode, distance: Int32) {
    var best = (mode: VP8LumaMode.dc, distance: Int32.max)
    var least = Int32.max
    var last = best.mode
    for number in 0..<4 {
      guard let mode = VP8LumaMode(rawValue: UInt8(number)), costs[number] < least else { continue }
      predictLuma(mode, into: &prediction)
      last = mode
      let distance =
        mode == .dc ? source.lumaSpread * 3 / 4 : source.lumaDistance(from: prediction)
      if distance + costs[number] < least {
        least = distance + costs[number]
        best = (mode, distance)
      }
    }
    if last != best.mode { predictLuma(best.mode, into: &prediction) }
    return best
  }

  /// The same for chroma.
  func bestChroma(
    for source: borrowing VP8Samples, costs: SIMD4<Int32>, into prediction: inout VP8Samples
  ) -> (mode: VP8ChromaMode, distance: Int32) {
    var best = (mode: VP8ChromaMode.dc, distance: Int32.max)
    var least = Int32.max
    var last = best.mode
    for number in 0..<4 {
      guard let mode = VP8ChromaMode(rawValue: UInt8(number)), costs[number] < least else {
        continue
      }
      predictChroma(mode, into: &prediction)
      last = mode
      let distance = source.chromaDistance(from: prediction)
      if distance + costs[number] < least {
        least = distance + costs[number]
        best = (mode, distance)
      }
    }
    if last != best.mode { predictChroma(best.mode, into: &prediction) }
    return best
  }
}
