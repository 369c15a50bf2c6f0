/// The samples of one 16×16 block: 256 of luma, then 64 of each chroma. What lies outside the
/// picture is zero.
struct BlockSamples: Equatable {
  static let count = 384

  private(set) var values = [UInt8](repeating: 0, count: count)

  /// - Parameter block: in raster order, of a picture whose rows have `columns` blocks.
  init(_ picture: borrowing I420Picture, block: Int, columns: Int) {
    let (row, column) = block.quotientAndRemainder(dividingBy: columns)
    var place = 0
    for plane in I420Picture.Plane.allCases {
      let size = picture.size(of: plane)
      let side = plane.blockSide
      let (left, top) = (column * side, row * side)
      let width = min(side, size.width - left)
      let height = min(side, size.height - top)
      picture.withPlane(plane) { bytes, stride in
        for y in 0..<max(height, 0) {
          let source = (top + y) * stride + left
          let target = place + y * side
          for x in 0..<width { values[target + x] = bytes[source + x] }
        }
      }
      place += side * side
    }
  }
}
