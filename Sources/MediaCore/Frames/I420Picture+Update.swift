package import Strokes

extension I420Picture {
  /// Bytes of a frame of tightly packed planes: Y, then U, then V.
  package static func packedSize(width: Int32, height: Int32) -> Int {
    let chroma = ((Int(width) + 1) / 2) * ((Int(height) + 1) / 2)
    return Int(width) * Int(height) + 2 * chroma
  }

  /// Takes over a frame of tightly packed planes and says in which blocks it differed.
  package mutating func update(packed frame: Span<UInt8>) -> BlockMap {
    precondition(
      frame.count == Self.packedSize(width: width, height: height), "a frame of another size")
    var map = BlockMap(width: width, height: height)
    var offset = 0
    for plane in Plane.allCases {
      let size = size(of: plane)
      let layout = PlaneComparison.Layout(
        rowBytes: size.width, rows: size.height, blockBytes: plane.blockSide,
        blockRows: plane.blockSide)
      let new = frame.extracting(offset..<(offset + size.width * size.height))
      offset += size.width * size.height
      withMutablePlane(plane) { kept, stride in
        PlaneComparison.update(
          &kept, stride: stride, with: new, stride: size.width, layout, marking: &map)
      }
    }
    pad(map.runs)
    return map
  }
}
