extension VP8Edges {
  /// The 16×16 luma mode with the smallest sum of absolute differences from `source`, which
  /// `prediction`'s luma then holds, and that sum. Of equal ones the first.
  func bestLuma(
    for source: borrowing VP8Samples, into prediction: inout VP8Samples
  ) -> (mode: VP8LumaMode, distance: Int32) {
    var best = (mode: VP8LumaMode.dc, distance: Int32.max)
    var last = best.mode
    for number in 0..<4 {
      guard let mode = VP8LumaMode(rawValue: UInt8(number)) else { continue }
      predictLuma(mode, into: &prediction)
      last = mode
      let distance = source.lumaDistance(from: prediction)
      if distance < best.distance { best = (mode, distance) }
      if distance == 0 { break }
    }
    if last != best.mode { predictLuma(best.mode, into: &prediction) }
    return best
  }

  /// The same for chroma.
  func bestChroma(
    for source: borrowing VP8Samples, into prediction: inout VP8Samples
  ) -> (mode: VP8ChromaMode, distance: Int32) {
    var best = (mode: VP8ChromaMode.dc, distance: Int32.max)
    var last = best.mode
    for number in 0..<4 {
      guard let mode = VP8ChromaMode(rawValue: UInt8(number)) else { continue }
      predictChroma(mode, into: &prediction)
      last = mode
      let distance = source.chromaDistance(from: prediction)
      if distance < best.distance { best = (mode, distance) }
      if distance == 0 { break }
    }
    if last != best.mode { predictChroma(best.mode, into: &prediction) }
    return best
  }
}
