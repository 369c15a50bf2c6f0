@testable import MediaCore

extension VP8BlockOctet {
  /// The vector of one place by its raster index.
  subscript(index: Int) -> SIMD8<Int16> {
    get { places[index] }
    set {
      var all = places
      all[index] = newValue
      self = VP8BlockOctet(
        (all[0], all[1], all[2], all[3]), (all[4], all[5], all[6], all[7]),
        (all[8], all[9], all[10], all[11]), (all[12], all[13], all[14], all[15]))
    }
  }

  private var places: [SIMD8<Int16>] {
    [row0, row1, row2, row3].flatMap { [$0.0, $0.1, $0.2, $0.3] }
  }
}
