internal import Glibc
internal import Strokes

/// Moves a pen along a path as a hand does.
///
/// Speed follows the curvature by the two-thirds power law (Lacquaniti, Terzuolo and Viviani 1983),
/// starts and ends at rest, and a small tremor rides on the path. Force rises as the pen lands,
/// falls as it lifts, and gives way a little in fast movement. A grip adds the barrel's angles.
struct Hand {
  /// Samples a second.
  var rate = 240.0
  /// Board pixels a second on a straight line.
  var speed = 900.0
  /// Board pixels.
  var tremor = 0.25
  /// How the pen is held; without it points say nothing of its angles.
  var grip: Grip?
  private var random: UInt64

  init(seed: UInt64) {
    random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  /// 0…1.
  mutating func chance() -> Double {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return Double(random >> 11) * 0x1p-53
  }

  /// −1…1, mostly near 0.
  mutating func wobble() -> Double {
    chance() + chance() - chance() - chance() + (chance() - chance()) * 0.5
  }

  /// The points of one stroke through `path` (board pixels), from the pen's landing to its lift.
  mutating func points(along path: [(x: Double, y: Double)], force: Double = 0.9) -> [StrokePoint] {
    let track = Self.smooth(path)
    guard track.count > 2 else { return tap(path[0], force: force) }
    let times = schedule(track)
    guard let duration = times.last else { return [] }
    let count = max(3, Int(duration * rate))
    var points: [StrokePoint] = []
    points.reserveCapacity(count)
    var (driftX, driftY, place) = (0.0, 0.0, 0)
    for index in 0...count {
      let time = Double(index) / rate
      while place + 2 < times.count, times[place + 1] < time { place += 1 }
      let span = max(times[place + 1] - times[place], 1e-9)
      let share = min(max((time - times[place]) / span, 0), 1)
      driftX += (wobble() * tremor - driftX) * 0.08
      driftY += (wobble() * tremor - driftY) * 0.08
      let x = track[place].x + (track[place + 1].x - track[place].x) * share + driftX
      let y = track[place].y + (track[place + 1].y - track[place].y) * share + driftY
      let landing = min(time / 0.03, 1) * min((duration - time) / 0.05 + 0.15, 1)
      let pressed = force * (0.35 + 0.65 * landing) * (0.97 + 0.03 * wobble())
      guard let quantisedX = BoardUnit.quantise(x), let quantisedY = BoardUnit.quantise(y) else {
        continue
      }
      var point = StrokePoint(
        x: quantisedX, y: quantisedY, timeOffset: UInt32(time * 10_000),
        force: UInt16(max(0, min(pressed, 3.9)) * 1_024))
      let step = (x: track[place + 1].x - track[place].x, y: track[place + 1].y - track[place].y)
      hold(&point, reach: x - path[0].x, down: step.y / max(hypot(step.x, step.y), 1e-9))
      points.append(point)
    }
    return points
  }

  /// Gives a point the pen's angles.
  private mutating func hold(_ point: inout StrokePoint, reach: Double, down: Double) {
    guard grip != nil else { return }
    let wobbles = (wobble(), wobble())
    guard let angles = grip?.next(wobbles: wobbles, reach: reach, down: down) else { return }
    (point.azimuth, point.altitude) = angles
  }

  private mutating func tap(_ place: (x: Double, y: Double), force: Double) -> [StrokePoint] {
    var points: [StrokePoint] = []
    for index in 0..<8 {
      let share = Double(index) / 7
      guard let x = BoardUnit.quantise(place.x + wobble() * 0.1),
        let y = BoardUnit.quantise(place.y + wobble() * 0.1)
      else { continue }
      var point = StrokePoint(
        x: x, y: y, timeOffset: UInt32(Double(index) / rate * 10_000),
        force: UInt16(force * (0.4 + share * (1 - share) * 2.4) * 1_024))
      hold(&point, reach: 0, down: 0)
      points.append(point)
    }
    return points
  }

  /// A Catmull-Rom curve through the path, in steps of about a board pixel.
  private static func smooth(_ path: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    guard path.count > 1 else { return path }
    var result: [(x: Double, y: Double)] = []
    for index in 0..<path.count - 1 {
      let (p1, p2) = (path[index], path[index + 1])
      let p0 = index > 0 ? path[index - 1] : p1
      let p3 = index + 2 < path.count ? path[index + 2] : p2
      let length = hypot(p2.x - p1.x, p2.y - p1.y)
      let steps = max(2, Int(length))
      for step in 0..<steps {
        let t = Double(step) / Double(steps)
        let (t2, t3) = (t * t, t * t * t)
        func blend(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
          0.5
            * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t2
              + (3 * b - a - 3 * c + d) * t3)
        }
        result.append((blend(p0.x, p1.x, p2.x, p3.x), blend(p0.y, p1.y, p2.y, p3.y)))
      }
    }
    result.append(path[path.count - 1])
    return result
  }

  /// When the pen passes each place of the track, in seconds.
  private func schedule(_ track: [(x: Double, y: Double)]) -> [Double] {
    var lengths = [0.0]
    for index in 1..<track.count {
      lengths.append(
        lengths[index - 1]
          + hypot(track[index].x - track[index - 1].x, track[index].y - track[index - 1].y))
    }
    let total = lengths[lengths.count - 1]
    var times = [0.0]
    for index in 1..<track.count {
      let (before, after) = (max(0, index - 4), min(track.count - 1, index + 4))
      let a1 = atan2(track[index].y - track[before].y, track[index].x - track[before].x)
      let a2 = atan2(track[after].y - track[index].y, track[after].x - track[index].x)
      let turn = abs(remainder(a2 - a1, 2 * Double.pi))
      let curvature = turn / max(lengths[after] - lengths[before], 1) * 2
      let law = speed * pow(0.01 / max(curvature, 0.01), 1.0 / 3)
      // From and to rest: a constant acceleration over the first and last stretch.
      let edge = min(lengths[index], total - lengths[index]) + 1
      let velocity = min(law, sqrt(2 * 9_000 * edge))
      times.append(times[index - 1] + (lengths[index] - lengths[index - 1]) / max(velocity, 20))
    }
    return times
  }
}
