/// The points of one stroke, in columns: a stroke pays only for the channels that it carries.
///
/// Location takes 8 bytes a point, time 4, force with both angles 4, a width 2: a pen's point with
/// all its channels takes 16, an imported point with its own width 14. A finished stroke is packed.
package struct StrokePath: Equatable, Sendable {
  package let channels: PointChannels
  private var locations: [SIMD2<Int32>] = []
  private var times: [UInt32] = []
  /// Force in the low 12 bits, then azimuth in 11 and altitude in 9.
  private var poses: [UInt32] = []
  private var widths: [UInt16] = []
  private var aspects: [UInt16] = []
  private var opacities: [UInt8] = []
  /// All of the points once the stroke is finished.
  private var packed: PackedPoints?

  private static let poseChannels: PointChannels = [.force, .azimuth, .altitude]

  package init(channels: PointChannels) {
    self.channels = channels
  }

  package var count: Int { packed?.count ?? locations.count }
  package var isEmpty: Bool { count == 0 }

  package mutating func append(_ point: StrokePoint) {
    precondition(packed == nil, "a finished stroke takes no more points")
    locations.append(SIMD2(point.x, point.y))
    if channels.contains(.time) { times.append(point.timeOffset) }
    if !channels.isDisjoint(with: Self.poseChannels) {
      poses.append(
        UInt32(point.force & 0xFFF) | UInt32(point.azimuth & 0x7FF) << 12
          | UInt32(point.altitude & 0x1FF) << 23)
    }
    if channels.contains(.width) { widths.append(point.width) }
    if channels.contains(.aspect) { aspects.append(point.aspect) }
    if channels.contains(.opacity) { opacities.append(point.opacity) }
  }

  /// Visits the points in order, from number `start`.
  @inline(__always)
  package func forEach(from start: Int = 0, _ body: (StrokePoint) -> Void) {
    if let packed {
      var index = 0
      packed.forEach(channels) { point in
        if index >= start { body(point) }
        index += 1
      }
    } else {
      for index in start..<max(start, locations.count) { body(point(index)) }
    }
  }

  private func point(_ index: Int) -> StrokePoint {
    let location = locations[index]
    var point = StrokePoint(x: location.x, y: location.y)
    if channels.contains(.time) { point.timeOffset = times[index] }
    if !channels.isDisjoint(with: Self.poseChannels) {
      let pose = poses[index]
      if channels.contains(.force) { point.force = UInt16(pose & 0xFFF) }
      if channels.contains(.azimuth) { point.azimuth = UInt16(pose >> 12 & 0x7FF) }
      if channels.contains(.altitude) { point.altitude = UInt16(pose >> 23) }
    }
    if channels.contains(.width) { point.width = widths[index] }
    if channels.contains(.aspect) { point.aspect = aspects[index] }
    if channels.contains(.opacity) { point.opacity = opacities[index] }
    return point
  }

  /// Bytes that one stored point takes.
  package var bytesPerPoint: Int {
    var bytes = 8
    if channels.contains(.time) { bytes += 4 }
    if !channels.isDisjoint(with: Self.poseChannels) { bytes += 4 }
    if channels.contains(.width) { bytes += 2 }
    if channels.contains(.aspect) { bytes += 2 }
    if channels.contains(.opacity) { bytes += 1 }
    return bytes
  }

  /// Makes the finished stroke small. It takes no more points.
  package mutating func pack() {
    guard packed == nil else { return }
    let all = PackedPoints(self)
    self = StrokePath(channels: channels)
    packed = all
  }
}
