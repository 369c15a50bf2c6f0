/// What a pen, a finger or a mouse reported once, before it is rounded to the board's steps.
///
/// Any number may be anything: what is no number, or none that a board has, becomes neutral, and a
/// sample without a place is left out.
package struct PenSample: Hashable, Sendable {
  /// Location in board pixels, y down.
  package var x: Double
  package var y: Double
  /// Session time in milliseconds, on the clock of the editor's `BoardTime` arguments.
  package var milliseconds: Double
  /// 1 is an ordinary press.
  package var force: Double
  /// Direction of the pen's barrel on the board in radians, from +x towards +y.
  package var azimuth: Double
  /// Radians: 0 lies flat, π/2 stands upright.
  package var altitude: Double

  package static let upright = 1.570_796_326_794_896_6

  package init(
    x: Double, y: Double, milliseconds: Double = 0, force: Double = 1, azimuth: Double = 0,
    altitude: Double = upright
  ) {
    self.x = x
    self.y = y
    self.milliseconds = milliseconds
    self.force = force
    self.azimuth = azimuth
    self.altitude = altitude
  }

  /// Rounded to the steps of `StrokePoint`; nil when it has no place on the board.
  ///
  /// - Parameters:
  ///   - start: when the stroke began.
  ///   - channels: what the stroke carries; the rest is neutral.
  package func quantised(since start: BoardTime, _ channels: PointChannels) -> StrokePoint? {
    guard let x = BoardUnit.quantise(x), let y = BoardUnit.quantise(y) else { return nil }
    var point = StrokePoint(x: x, y: y)
    if channels.contains(.time), let time = BoardTime(milliseconds: milliseconds) {
      let offset = time.ticks - start.ticks
      point.timeOffset = offset > 0 ? UInt32(clamping: offset) : 0
    }
    if channels.contains(.force), force.isFinite {
      point.force = Self.steps(
        force * Double(StrokePoint.forceUnit), upTo: StrokePoint.largestForce)
    }
    if channels.contains(.azimuth), azimuth.magnitude < 1e9 {
      // 2 048 steps a turn, so the turns are in the higher bits.
      let steps = (azimuth * (512 / Self.upright)).rounded(.toNearestOrAwayFromZero)
      point.azimuth = UInt16(truncatingIfNeeded: Int64(steps) & 2_047)
    }
    if channels.contains(.altitude), altitude.isFinite {
      point.altitude = Self.steps(
        altitude * (Double(StrokePoint.upright) / Self.upright), upTo: StrokePoint.upright)
    }
    return point
  }

  private static func steps(_ value: Double, upTo limit: UInt16) -> UInt16 {
    guard value > 0 else { return 0 }
    guard value < Double(limit) else { return limit }
    return UInt16(value.rounded(.toNearestOrAwayFromZero))
  }
}

extension BoardTime {
  /// Rounds milliseconds of session time; nil for what is no time of a session.
  package init?(milliseconds: Double) {
    guard milliseconds >= 0, milliseconds <= Double(BoardLimits.largestTime) / 10 else {
      return nil
    }
    self.init(ticks: Int64((milliseconds * 10).rounded(.toNearestOrAwayFromZero)))
  }
}
