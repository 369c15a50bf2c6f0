/// How a hand holds its pen: where the barrel points, and how steeply it stands.
///
/// Both wander slowly. The barrel turns with the wrist that swings from left to right, and rises as
/// the fingers pull the pen towards the palm.
struct Grip {
  /// Degrees from +x towards +y: a right hand's barrel points to the lower right.
  var azimuth = 48.0
  /// Degrees above the board.
  var altitude = 57.0
  /// Degrees by which both wander.
  var sway = 4.0

  private var turned = 0.0
  private var risen = 0.0
  private static let degreesPerPixel = 0.02
  private static let mostSwing = 9.0
  private static let pull = 3.0

  init(azimuth: Double = 48, altitude: Double = 57, sway: Double = 4) {
    self.azimuth = azimuth
    self.altitude = altitude
    self.sway = sway
  }

  /// The angles of the next sample.
  ///
  /// - Parameters:
  ///   - wobbles: two random numbers of −1…1.
  ///   - reach: board pixels from the stroke's beginning, to the right.
  ///   - down: the direction of movement: 1 towards the palm, −1 away from it.
  mutating func next(
    wobbles: (Double, Double), reach: Double, down: Double
  ) -> (azimuth: UInt16, altitude: UInt16) {
    turned += (wobbles.0 * sway * 10 - turned) * 0.02
    risen += (wobbles.1 * sway * 10 - risen) * 0.02
    let swing = min(max(reach * Self.degreesPerPixel, -Self.mostSwing), Self.mostSwing)
    let direction = azimuth + turned - swing
    let steepness = min(max(altitude + risen + Self.pull * down, 8), 88)
    let steps = Int((direction / 360 * 2_048).rounded())
    return (UInt16(steps & 2_047), UInt16((steepness / 90 * 511).rounded()))
  }
}
