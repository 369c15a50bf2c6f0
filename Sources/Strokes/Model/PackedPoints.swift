/// The points of a finished stroke as a string of small differences: about 5 bytes each.
///
/// Location is kept as the change of its difference, time and force as differences, each a
/// variable-length number with its sign in the lowest bit. Only for memory, never written out.
struct PackedPoints: Equatable, Sendable {
  private var bytes: [UInt8] = []
  private(set) var count = 0

  init(_ path: StrokePath) {
    var coder = Coder()
    var packed: [UInt8] = []
    packed.reserveCapacity(path.count * 8)
    path.forEach { coder.encode($0, path.channels, into: &packed) }
    bytes.reserveCapacity(packed.count)
    bytes.append(contentsOf: packed)
    count = path.count
  }

  @inline(__always)
  func forEach(_ channels: PointChannels, _ body: (StrokePoint) -> Void) {
    var coder = Coder()
    var place = 0
    for _ in 0..<count { body(coder.decode(channels, from: bytes, at: &place)) }
  }

  /// The point before, and the step that led to it.
  private struct Coder {
    private var last = StrokePoint(x: 0, y: 0, force: 0, altitude: 0, aspect: 0, opacity: 0)
    private var stepX: Int32 = 0
    private var stepY: Int32 = 0

    mutating func encode(
      _ point: StrokePoint, _ channels: PointChannels, into bytes: inout [UInt8]
    ) {
      let (dx, dy) = (point.x &- last.x, point.y &- last.y)
      Self.append(dx &- stepX, to: &bytes)
      Self.append(dy &- stepY, to: &bytes)
      if channels.contains(.time) {
        Self.append(Int32(bitPattern: point.timeOffset &- last.timeOffset), to: &bytes)
      }
      if channels.contains(.force) { Self.append(point.force, last.force, to: &bytes) }
      if channels.contains(.azimuth) { Self.append(point.azimuth, last.azimuth, to: &bytes) }
      if channels.contains(.altitude) { Self.append(point.altitude, last.altitude, to: &bytes) }
      if channels.contains(.width) { Self.append(point.width, last.width, to: &bytes) }
      if channels.contains(.aspect) { Self.append(point.aspect, last.aspect, to: &bytes) }
      if channels.contains(.opacity) {
        Self.append(UInt16(point.opacity), UInt16(last.opacity), to: &bytes)
      }
      (stepX, stepY, last) = (dx, dy, point)
    }

    mutating func decode(
      _ channels: PointChannels, from bytes: [UInt8], at place: inout Int
    ) -> StrokePoint {
      stepX = stepX &+ Self.read(bytes, &place)
      stepY = stepY &+ Self.read(bytes, &place)
      var point = StrokePoint(x: last.x &+ stepX, y: last.y &+ stepY)
      if channels.contains(.time) {
        point.timeOffset = last.timeOffset &+ UInt32(bitPattern: Self.read(bytes, &place))
      }
      if channels.contains(.force) { point.force = Self.read(bytes, &place, last.force) }
      if channels.contains(.azimuth) { point.azimuth = Self.read(bytes, &place, last.azimuth) }
      if channels.contains(.altitude) { point.altitude = Self.read(bytes, &place, last.altitude) }
      if channels.contains(.width) { point.width = Self.read(bytes, &place, last.width) }
      if channels.contains(.aspect) { point.aspect = Self.read(bytes, &place, last.aspect) }
      if channels.contains(.opacity) {
        point.opacity = UInt8(truncatingIfNeeded: Self.read(bytes, &place, UInt16(last.opacity)))
      }
      last = point
      return point
    }

    private static func append(_ value: UInt16, _ before: UInt16, to bytes: inout [UInt8]) {
      append(Int32(value) - Int32(before), to: &bytes)
    }

    private static func read(_ bytes: [UInt8], _ place: inout Int, _ before: UInt16) -> UInt16 {
      UInt16(truncatingIfNeeded: Int32(before) &+ read(bytes, &place))
    }

    private static func append(_ value: Int32, to bytes: inout [UInt8]) {
      var rest = UInt32(bitPattern: value &<< 1 ^ value &>> 31)
      while rest > 127 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private static func read(_ bytes: [UInt8], _ place: inout Int) -> Int32 {
      var (value, shift): (UInt32, UInt32) = (0, 0)
      while true {
        let byte = bytes[place]
        place += 1
        value |= UInt32(byte & 127) &<< shift
        if byte < 128 { break }
        shift += 7
      }
      return Int32(bitPattern: value &>> 1) ^ -Int32(bitPattern: value & 1)
    }
  }
}
