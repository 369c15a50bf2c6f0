extension CoverageLayer {
  /// The least value that counts as ink: half of the layer's highest, so the edge is where it is
  /// half as strong, of faint and thin strokes too.
  var inkThreshold: UInt8 {
    var highest: UInt8 = 0
    for value in tiles where value > highest { highest = value }
    return highest / 2 + 1
  }

  /// Whether a pixel holds ink whose centre `disc` covers.
  func touches(_ disc: CoverageLayer) -> Bool {
    let least = inkThreshold
    for (number, block) in blocks.enumerated() {
      guard let other = disc.tile(of: Int(block)) else { continue }
      let start = number * Self.tileSize
      for index in 0..<Self.tileSize
      where tiles[start + index] >= least && disc.tiles[other + index] >= 128 { return true }
    }
    return false
  }

  /// All of the layer's ink, and the part of it that lies inside `area`.
  func ink(inside area: CoverageLayer) -> (inside: Int64, total: Int64) {
    var (inside, total): (Int64, Int64) = (0, 0)
    for (number, block) in blocks.enumerated() {
      let start = number * Self.tileSize
      let other = area.tile(of: Int(block))
      for index in 0..<Self.tileSize {
        let ink = Int64(tiles[start + index])
        total += ink * 255
        if let other { inside += ink * Int64(area.tiles[other + index]) }
      }
    }
    return (inside, total)
  }
}
