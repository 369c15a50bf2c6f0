extension BinaryCodecWriter {
  /// The channels that any of the points uses, their number, then each point's differences to the
  /// point before it; the first is written against a point at the origin with neutral channels.
  mutating func points(_ points: [StrokePoint]) {
    let channels = PointChannels(used: points)
    byte(channels.rawValue)
    count(points.count)
    var last = StrokePoint(x: 0, y: 0)
    for point in points {
      zigzag(Int64(point.x) - Int64(last.x))
      zigzag(Int64(point.y) - Int64(last.y))
      if channels.contains(.time) { zigzag(Int64(point.timeOffset) - Int64(last.timeOffset)) }
      if channels.contains(.force) { zigzag(Int64(point.force) - Int64(last.force)) }
      if channels.contains(.azimuth) { zigzag(Int64(point.azimuth) - Int64(last.azimuth)) }
      if channels.contains(.altitude) { zigzag(Int64(point.altitude) - Int64(last.altitude)) }
      if channels.contains(.width) { zigzag(Int64(point.width) - Int64(last.width)) }
      if channels.contains(.aspect) { zigzag(Int64(point.aspect) - Int64(last.aspect)) }
      if channels.contains(.opacity) { zigzag(Int64(point.opacity) - Int64(last.opacity)) }
      last = point
    }
  }

  /// A path's number of places, then each one's difference to the one before.
  mutating func path(_ path: [SIMD2<Int32>]) {
    count(path.count)
    var last = SIMD2<Int32>.zero
    for place in path {
      zigzag(Int64(place.x) - Int64(last.x))
      zigzag(Int64(place.y) - Int64(last.y))
      last = place
    }
  }
}

extension BinaryCodecReader {
  mutating func points() throws(BinaryCodecError) -> [StrokePoint] {
    let channels = PointChannels(rawValue: try byte())
    guard channels.isSubset(of: .all) else { throw .malformed }
    let limit = BoardLimits.pointsPerEvent
    let size = 2 + channels.rawValue.nonzeroBitCount
    let count = try count(ofAtLeast: size, limit: limit, else: .tooManyPoints)
    var points: [StrokePoint] = []
    points.reserveCapacity(count)
    var point = StrokePoint(x: 0, y: 0)
    for _ in 0..<count {
      point.x = try next(after: point.x)
      point.y = try next(after: point.y)
      if channels.contains(.time) { point.timeOffset = try next(after: point.timeOffset) }
      if channels.contains(.force) { point.force = try next(after: point.force) }
      if channels.contains(.azimuth) { point.azimuth = try next(after: point.azimuth) }
      if channels.contains(.altitude) { point.altitude = try next(after: point.altitude) }
      if channels.contains(.width) { point.width = try next(after: point.width) }
      if channels.contains(.aspect) { point.aspect = try next(after: point.aspect) }
      if channels.contains(.opacity) { point.opacity = try next(after: point.opacity) }
      points.append(point)
    }
    return points
  }

  mutating func path() throws(BinaryCodecError) -> [SIMD2<Int32>] {
    let limit = BoardLimits.pointsPerEvent
    let count = try count(ofAtLeast: 2, limit: limit, else: .tooManyPoints)
    var path: [SIMD2<Int32>] = []
    path.reserveCapacity(count)
    var place = SIMD2<Int32>.zero
    for _ in 0..<count {
      place.x = try next(after: place.x)
      place.y = try next(after: place.y)
      path.append(place)
    }
    return path
  }

  /// The value that stands a zigzag difference away from `last`, when its type can hold it.
  mutating func next<Number: FixedWidthInteger>(
    after last: Number
  ) throws(BinaryCodecError) -> Number {
    guard let value = Number(exactly: Int64(last) &+ (try zigzag())) else { throw .malformed }
    return value
  }
}

extension PointChannels {
  /// The channels in which any of the points differs from its neutral value.
  package init(used points: [StrokePoint]) {
    self = []
    let neutral = StrokePoint(x: 0, y: 0)
    for point in points {
      if point.timeOffset != neutral.timeOffset { insert(.time) }
      if point.force != neutral.force { insert(.force) }
      if point.azimuth != neutral.azimuth { insert(.azimuth) }
      if point.altitude != neutral.altitude { insert(.altitude) }
      if point.width != neutral.width { insert(.width) }
      if point.aspect != neutral.aspect { insert(.aspect) }
      if point.opacity != neutral.opacity { insert(.opacity) }
    }
  }
}
