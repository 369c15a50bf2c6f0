extension CoverageLayer {
  /// The least value that counts as ink, by the layer's highest, so that faint strokes and thin ones
  /// have edges too.
  ///
  /// - Parameter isSoft: whether coverage rises slowly from the edge, as for a wash or a pencil;
  ///   otherwise the edge is where half of a pixel is covered.
  func inkThreshold(isSoft: Bool) -> UInt8 {
    highest / (isSoft ? 32 : 2) + 1
  }

  private var highest: UInt8 {
    var highest: UInt8 = 0
    for value in tiles where value > highest { highest = value }
    return highest
  }

  /// Whether a pixel holds ink that `disc` covers: at its centre, or wholly where the ink is soft,
  /// since a soft stroke leaves traces in the pixels that an eraser's edge passes.
  func touches(_ disc: CoverageLayer, isSoft: Bool) -> Bool {
    let least = inkThreshold(isSoft: isSoft)
    let swept = isSoft && disc.highest == 255 ? 255 : disc.highest / 2 + 1
    for (number, block) in blocks.enumerated() {
      guard let other = disc.tile(of: Int(block)) else { continue }
      let start = number * Self.tileSize
      for index in 0..<Self.tileSize
      where tiles[start + index] >= least && disc.tiles[other + index] >= swept { return true }
    }
    return false
  }
}
