package import MediaCore

/// What a participant's camera of a call test sees: somebody who moves and talks before a wall, and the
/// picture's number, which can still be read when the picture has been coded coarsely.
///
/// A picture is a function of participant, size and number, and the same on every machine.
package struct CameraPicture: Sendable {
  package let width: Int32
  package let height: Int32
  private let code: CameraCode
  private let colours: CameraColours
  /// Brightness of the wall, as large as the picture.
  private let wall: [UInt8]
  /// A part of a period by which this participant's movements are ahead.
  private let phase: Int

  /// The largest number of a picture.
  package static let last = CameraCode.last

  /// - Parameters:
  ///   - participant: from whom colours, texture and movements follow.
  ///   - width: 136 or more.
  ///   - height: 48 or more.
  package init(participant: UInt32, width: Int32 = 320, height: Int32 = 180) {
    guard let code = CameraCode(width: width, height: height) else {
      preconditionFailure("a picture that bears a number is at least 136×48")
    }
    self.width = width
    self.height = height
    self.code = code
    colours = CameraColours(participant: participant)
    phase = Int(participant % 64) * 137
    wall = Self.wall(
      participant: participant, width: Int(width), height: Int(height), border: code.rows)
  }

  /// Draws picture number 0…`last` over whatever the picture was, which is of this size.
  package func draw(_ number: Int, into picture: inout I420Picture) {
    precondition(picture.width == width && picture.height == height, "another size")
    let shapes = CameraShapes(
      width: Int(width), height: Int(height), bottom: code.rows.lowerBound, number: number,
      phase: phase)
    let (columns, rows) = (Int(width), Int(height))
    let wall = wall.span
    picture.withMutablePlane(.luma) { luma, stride in
      for y in 0..<rows {
        let (from, to) = (y * columns, y * stride)
        for x in 0..<columns { luma[to + x] = wall[from + x] }
      }
      for shape in shapes.all {
        shape.fill(&luma, stride: stride, with: colours.luma(of: shape.part), shade: shape.shade)
      }
      code.write(number, to: &luma, stride: stride)
    }
    for plane in [I420Picture.Plane.blue, .red] {
      let size = picture.size(of: plane)
      picture.withMutablePlane(plane) { samples, stride in
        let value = colours.chroma(of: .wall, plane)
        let bordered = code.rows.lowerBound / 2
        for y in 0..<size.height {
          let value = y < bordered ? value : 128
          for x in y * stride..<y * stride + size.width { samples[x] = value }
        }
        for shape in shapes.all {
          shape.halved.fill(
            &samples, stride: stride, with: colours.chroma(of: shape.part, plane), shade: 0)
        }
      }
    }
    picture.pad()
  }

  /// The number that a picture of any participant bears; nil when none can be read in it.
  package static func number(in picture: borrowing I420Picture) -> Int? {
    guard let code = CameraCode(width: picture.width, height: picture.height) else { return nil }
    return picture.withPlane(.luma) { luma, stride in code.read(luma, stride: stride) }
  }

  /// Brighter above, with soft spots and a fine grain; grey where the number stands.
  private static func wall(
    participant: UInt32, width: Int, height: Int, border: Range<Int>
  ) -> [UInt8] {
    var random = SimulationGenerator(seed: UInt64(participant), stream: 0x7761_6C6C)
    var wall = [UInt8](repeating: 0, count: width * height)
    let spots = (0..<8).map { _ in
      (
        x: Int(random.next() % UInt64(width)), y: Int(random.next() % UInt64(height)),
        radius: height / 6 + Int(random.next() % UInt64(height / 3 + 1)),
        brightness: Int(random.next() % 49) - 24
      )
    }
    for y in 0..<height {
      for x in 0..<width {
        var value = 150 - 60 * y / height + 20 * x / width
        for spot in spots {
          let (dx, dy) = (x - spot.x, y - spot.y)
          let rest = spot.radius * spot.radius - dx * dx - dy * dy
          if rest > 0 { value += spot.brightness * rest / (spot.radius * spot.radius) }
        }
        value += Int(random.next() % 7) - 3
        wall[y * width + x] = border.contains(y) ? 124 : UInt8(clamping: min(max(value, 24), 220))
      }
    }
    return wall
  }
}
