/// One sample of a pen, already rounded to the board's steps (see `BoardUnit`).
///
/// The words are PencilKit's. Channels that a stroke does not carry hold their neutral value.
package struct StrokePoint: Hashable, Sendable {
  /// Location in 1/64 board pixel, y down.
  package var x: Int32
  package var y: Int32
  /// Tenths of a millisecond since the stroke began.
  package var timeOffset: UInt32
  /// 0…4 095 in steps of 1/1 024; 1 024 is an ordinary press, more is harder.
  package var force: UInt16
  /// Direction of the pen's barrel on the board, 0…2 047 in steps of 2π/2 048, from +x towards +y.
  package var azimuth: UInt16
  /// 0 (lying flat) … 511 (upright), in steps of (π/2)/511.
  package var altitude: UInt16
  /// The stroke's width here in 1/64 board pixel; 0 leaves it to the ink.
  package var width: UInt16
  /// Height of the nib as a share of its width, in 1/1 000; 1 000 is round.
  package var aspect: UInt16
  /// 0…255 in steps of 2/255, as in PencilKit; 128 leaves the colour's own alpha.
  package var opacity: UInt8

  package static let forceUnit: UInt16 = 1_024
  package static let largestForce: UInt16 = 4_095
  package static let upright: UInt16 = 511
  package static let neutralOpacity: UInt8 = 128

  package init(
    x: Int32, y: Int32, timeOffset: UInt32 = 0, force: UInt16 = forceUnit, azimuth: UInt16 = 0,
    altitude: UInt16 = upright, width: UInt16 = 0, aspect: UInt16 = 1_000,
    opacity: UInt8 = neutralOpacity
  ) {
    self.x = x
    self.y = y
    self.timeOffset = timeOffset
    self.force = force
    self.azimuth = azimuth
    self.altitude = altitude
    self.width = width
    self.aspect = aspect
    self.opacity = opacity
  }
}

/// Which channels the points of a stroke carry besides their location.
package struct PointChannels: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let time = PointChannels(rawValue: 1)
  package static let force = PointChannels(rawValue: 2)
  package static let azimuth = PointChannels(rawValue: 4)
  package static let altitude = PointChannels(rawValue: 8)
  package static let width = PointChannels(rawValue: 16)
  package static let aspect = PointChannels(rawValue: 32)
  package static let opacity = PointChannels(rawValue: 64)
  package static let all = PointChannels(rawValue: 127)
}
