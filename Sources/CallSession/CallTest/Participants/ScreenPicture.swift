import MediaCore

/// What a participant of a call test shares: a window with pages of lines, one of which is marked as if
/// somebody read it out.
///
/// A picture is a function of its size and number, and the same on every machine.
struct ScreenPicture: Sendable {
  let width: Int32
  let height: Int32

  /// Pictures for which a line is marked, and a page stays.
  static let lineLength: Int64 = 5
  static let pageLength: Int64 = 50

  private static let ground: UInt8 = 226
  private static let page: UInt8 = 244
  private static let letters: UInt8 = 60
  private static let title: UInt8 = 96
  private static let marked: UInt8 = 200

  /// Draws picture `number` over whatever the picture was, which is of this size.
  func draw(_ number: Int64, into picture: inout I420Picture) {
    precondition(picture.width == width && picture.height == height, "another size")
    let (width, height) = (Int(width), Int(height))
    var random = SimulationGenerator(
      seed: UInt64(bitPattern: number / Self.pageLength), stream: 0x7061_6765)
    let (margin, row) = (width / 10, max(height / 20, 2))
    let mark = Int(number % Self.pageLength / Self.lineLength)
    picture.withMutablePlane(.luma) { luma, stride in
      let plane = (width: width, height: height, stride: stride)
      Self.fill(&luma, plane, 0..<width, 0..<height, Self.ground)
      Self.fill(&luma, plane, 0..<width, 0..<row, Self.title)
      Self.fill(&luma, plane, margin..<width - margin, row * 2..<height, Self.page)
      for line in 0..<8 {
        let top = row * (3 + line * 2)
        if line == mark {
          let rows = top - row / 2..<top + row
          Self.fill(&luma, plane, margin..<width - margin, rows, Self.marked)
        }
        var x = margin + row
        while x < width - margin - row * 2 {
          // Words of some letters each.
          let end = min(x + row * (1 + Int(random.next() % 4)), width - margin - row)
          Self.fill(&luma, plane, x..<end, top..<top + row / 2, Self.letters)
          x = end + max(row / 2, 1)
        }
      }
    }
    for plane in [I420Picture.Plane.blue, .red] {
      let size = picture.size(of: plane)
      picture.withMutablePlane(plane) { samples, stride in
        for y in 0..<size.height {
          let value: UInt8 = y < row / 2 ? (plane == .blue ? 168 : 108) : 128
          for x in y * stride..<y * stride + size.width { samples[x] = value }
        }
      }
    }
    picture.pad()
  }

  private static func fill(
    _ luma: inout MutableSpan<UInt8>, _ plane: (width: Int, height: Int, stride: Int),
    _ x: Range<Int>, _ y: Range<Int>, _ value: UInt8
  ) {
    for line in y.clamped(to: 0..<plane.height) {
      for place in x.clamped(to: 0..<plane.width) { luma[line * plane.stride + place] = value }
    }
  }
}
