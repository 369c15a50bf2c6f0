/// The points of one stroke: a stroke pays only for the channels that it carries.
///
/// While it is drawn, a point takes a 32-bit word for each coordinate, one for its time, one for
/// force and both angles, one for width and aspect, one for opacity: a pen's point with all its
/// channels takes 16 bytes, and so does an imported point with a time and a width of its own. A
/// finished stroke is packed into about 5 bytes a point.
package struct StrokePath: Equatable, Sendable {
  package let channels: PointChannels
  private var words: [UInt32] = []
  /// All of the points once the stroke is finished.
  private var packed: PackedPoints?

  private static let poseChannels: PointChannels = [.force, .azimuth, .altitude]
  private static let sizeChannels: PointChannels = [.width, .aspect]

  package init(channels: PointChannels) {
    self.channels = channels
  }

  package var count: Int { packed?.count ?? words.count / wordsPerPoint }
  package var isEmpty: Bool { count == 0 }

  /// Bytes that one point takes while the stroke is drawn.
  package var bytesPerPoint: Int { wordsPerPoint * 4 }

  private var wordsPerPoint: Int {
    var count = 2
    if channels.contains(.time) { count += 1 }
    if !channels.isDisjoint(with: Self.poseChannels) { count += 1 }
    if !channels.isDisjoint(with: Self.sizeChannels) { count += 1 }
    if channels.contains(.opacity) { count += 1 }
    return count
  }

  package mutating func append(_ point: StrokePoint) {
    precondition(packed == nil, "a finished stroke takes no more points")
    words.append(UInt32(bitPattern: point.x))
    words.append(UInt32(bitPattern: point.y))
    if channels.contains(.time) { words.append(point.timeOffset) }
    if !channels.isDisjoint(with: Self.poseChannels) {
      words.append(
        UInt32(point.force & 0xFFF) | UInt32(point.azimuth & 0x7FF) << 12
          | UInt32(point.altitude & 0x1FF) << 23)
    }
    if !channels.isDisjoint(with: Self.sizeChannels) {
      words.append(UInt32(point.width) | UInt32(point.aspect) << 16)
    }
    if channels.contains(.opacity) { words.append(UInt32(point.opacity)) }
  }

  /// Visits the points in order, from number `start`.
  @inline(__always)
  package func forEach(from start: Int = 0, _ body: (StrokePoint) -> Void) {
    if start >= count { return }
    if let packed {
      var index = 0
      packed.forEach(channels) { point in
        if index >= start { body(point) }
        index += 1
      }
    } else {
      for index in start..<count { body(point(index)) }
    }
  }

  private func point(_ index: Int) -> StrokePoint {
    var place = index * wordsPerPoint
    var point = StrokePoint(
      x: Int32(bitPattern: words[place]), y: Int32(bitPattern: words[place + 1]))
    place += 2
    if channels.contains(.time) {
      point.timeOffset = words[place]
      place += 1
    }
    if !channels.isDisjoint(with: Self.poseChannels) {
      let pose = words[place]
      if channels.contains(.force) { point.force = UInt16(pose & 0xFFF) }
      if channels.contains(.azimuth) { point.azimuth = UInt16(pose >> 12 & 0x7FF) }
      if channels.contains(.altitude) { point.altitude = UInt16(pose >> 23) }
      place += 1
    }
    if !channels.isDisjoint(with: Self.sizeChannels) {
      let size = words[place]
      if channels.contains(.width) { point.width = UInt16(size & 0xFFFF) }
      if channels.contains(.aspect) { point.aspect = UInt16(size >> 16) }
      place += 1
    }
    if channels.contains(.opacity) { point.opacity = UInt8(words[place] & 255) }
    return point
  }

  /// Makes the finished stroke small. It takes no more points.
  package mutating func pack() {
    guard packed == nil else { return }
    packed = PackedPoints(self)
    words = []
  }
}
