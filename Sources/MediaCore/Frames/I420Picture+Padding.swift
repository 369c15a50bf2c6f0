extension I420Picture {
  /// Repeats the last column and row into all of the padding.
  package mutating func pad() {
    let columns = codedWidth / 16
    pad((0..<codedHeight / 16).map { BlockRun(row: $0, column: 0, count: columns) })
  }

  /// Repeats the last column and row into the padding of the blocks in `runs` at the right and
  /// bottom edge.
  mutating func pad(_ runs: [BlockRun]) {
    guard width & 15 != 0 || height & 15 != 0 else { return }
    for plane in Plane.allCases {
      let size = size(of: plane)
      withMutablePlane(plane) { bytes, stride in
        for run in runs {
          Self.pad(&bytes, stride: stride, size: size, block: plane.blockSide, run: run)
        }
      }
    }
  }

  private static func pad(
    _ plane: inout MutableSpan<UInt8>, stride: Int, size: (width: Int, height: Int), block: Int,
    run: BlockRun
  ) {
    let left = run.column * block
    let right = left + run.count * block
    let top = run.row * block
    let bottom = top + block
    if right > size.width {
      for y in top..<min(bottom, size.height) {
        let last = plane[y * stride + size.width - 1]
        for x in size.width..<right { plane[y * stride + x] = last }
      }
    }
    if bottom > size.height {
      let last = (size.height - 1) * stride
      for y in size.height..<bottom {
        for x in left..<right { plane[y * stride + x] = plane[last + x] }
      }
    }
  }
}
