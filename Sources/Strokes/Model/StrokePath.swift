/// The points of one stroke, in columns: a stroke pays only for the channels that it carries.
///
/// Location takes 8 bytes a point, time 4, force with both angles 4, a width 2: a pen's point with
/// all its channels takes 16, an imported point with its own width 14.
package struct StrokePath: Equatable, Sendable {
  package let channels: PointChannels
  private var locations: [SIMD2<Int32>] = []
  private var times: [UInt32] = []
  /// Force in the low 12 bits, then azimuth in 11 and altitude in 9.
  private var poses: [UInt32] = []
  private var widths: [UInt16] = []
  private var aspects: [UInt16] = []
  private var opacities: [UInt8] = []

  private static let poseChannels: PointChannels = [.force, .azimuth, .altitude]

  package init(channels: PointChannels) {
    self.channels = channels
  }

  package var count: Int { locations.count }
  package var isEmpty: Bool { locations.isEmpty }

  package mutating func append(_ point: StrokePoint) {
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

  package subscript(index: Int) -> StrokePoint {
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

  /// Gives back what growth reserved and the finished stroke does not need.
  package mutating func trim() {
    Self.trim(&locations)
    Self.trim(&times)
    Self.trim(&poses)
    Self.trim(&widths)
    Self.trim(&aspects)
    Self.trim(&opacities)
  }

  private static func trim<Element>(_ array: inout [Element]) {
    guard array.capacity > array.count + array.count / 8 else { return }
    var exact: [Element] = []
    exact.reserveCapacity(array.count)
    exact.append(contentsOf: array)
    array = exact
  }
}
