import MediaCore

/// Colours of what a camera of a call test sees: by its participant, wall and clothes far apart.
struct CameraColours: Sendable {
  enum Part: Sendable {
    case wall
    case clothes
    case skin
    case hair
    case mouth
    case eye
  }

  private let wall: (blue: UInt8, red: UInt8)
  private let clothes: (luma: UInt8, blue: UInt8, red: UInt8)

  /// Colour differences around the circle, of about equal strength.
  private static let hues: [(blue: Int, red: Int)] = [
    (38, -8), (27, 27), (-8, 38), (-27, 27), (-38, 8), (-27, -27), (8, -38), (27, -27),
  ]

  init(participant: UInt32) {
    let (wall, clothes) = (
      Self.hues[Int(participant &* 3 % 8)], Self.hues[Int((participant &* 3 &+ 4) % 8)]
    )
    self.wall = (UInt8(128 + wall.blue / 2), UInt8(128 + wall.red / 2))
    self.clothes = (
      UInt8(60 + participant % 5 * 22), UInt8(128 + clothes.blue), UInt8(128 + clothes.red)
    )
  }

  func luma(of part: Part) -> UInt8 {
    switch part {
    case .wall: 128
    case .clothes: clothes.luma
    case .skin: 168
    case .hair: 48
    case .mouth: 72
    case .eye: 40
    }
  }

  func chroma(of part: Part, _ plane: I420Picture.Plane) -> UInt8 {
    let colour: (blue: UInt8, red: UInt8) =
      switch part {
      case .wall: wall
      case .clothes: (clothes.blue, clothes.red)
      case .skin: (112, 150)
      case .hair: (120, 134)
      case .mouth: (116, 160)
      case .eye: (128, 128)
      }
    return plane == .blue ? colour.blue : colour.red
  }
}
