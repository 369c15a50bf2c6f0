package import Strokes

extension I420Picture {
  /// Takes over blocks of a picture of the same size.
  package mutating func copy(_ blocks: BlockMap, of source: borrowing I420Picture) {
    precondition(width == source.width && height == source.height, "a picture of the same size")
    let runs = blocks.runs
    for plane in Plane.allCases {
      let (side, size) = (plane.blockSide, size(of: plane))
      source.withPlane(plane) { from, stride in
        withMutablePlane(plane) { to, ownStride in
          for run in runs {
            let columns = run.column * side..<min((run.column + run.count) * side, size.width)
            for y in run.row * side..<min((run.row + 1) * side, size.height) {
              for x in columns { to[y * ownStride + x] = from[y * stride + x] }
            }
          }
        }
      }
    }
    pad(runs)
  }
}
