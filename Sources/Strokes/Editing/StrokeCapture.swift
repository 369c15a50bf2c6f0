/// A stroke under the pen: rounds its samples to points, along the ruler where it follows one.
struct StrokeCapture {
  let id: BoardID
  let ink: Ink
  let began: BoardTime
  /// What the stroke's points carry. Known once the first point is.
  private(set) var channels: PointChannels
  /// Whether the board knows of it: a stroke without a point is none.
  var isOnBoard = false
  private var guide: RulerGuide?
  private var first: StrokePoint?
  private var last: StrokePoint?

  init(id: BoardID, ink: Ink, channels: PointChannels, began: BoardTime) {
    self.id = id
    self.ink = ink
    self.channels = channels.intersection([.time, .force, .azimuth, .altitude])
    self.began = began
  }

  /// The points of further samples. What has no place is left out, and so is what repeats the point
  /// before it in everything.
  mutating func take(_ samples: [PenSample], ruler: RulerBand?) -> [StrokePoint] {
    var points: [StrokePoint] = []
    points.reserveCapacity(samples.count)
    for sample in samples {
      guard var point = point(of: sample, ruler) else { continue }
      if let last {
        point.timeOffset = max(point.timeOffset, last.timeOffset)
        if point == last { continue }
      } else {
        first = point
      }
      last = point
      points.append(point)
    }
    return points
  }

  private mutating func point(of sample: PenSample, _ ruler: RulerBand?) -> StrokePoint? {
    // The place decides whether there is a sample at all, before it decides on the ruler.
    guard sample.quantised(since: began, []) != nil else { return nil }
    let place = SIMD2(sample.x, sample.y)
    if first == nil, let ruler {
      guide = ruler.guide(from: place, width: Double(ink.width) / Double(BoardUnit.perPixel))
      if guide != nil { holdStill() }
    }
    guard let guide else { return sample.quantised(since: began, channels) }
    var sample = sample
    let straight = guide.nearest(to: place)
    (sample.x, sample.y) = (straight.x, straight.y)
    guard var point = sample.quantised(since: began, channels) else { return nil }
    if let first { (point.azimuth, point.altitude) = (first.azimuth, first.altitude) }
    return point
  }

  /// Along a ruler the ink keeps its nominal width, so that its edges are as straight as the ruler's,
  /// whatever the ink: neither speed nor force counts, and the pen's tilt is that of the beginning.
  private mutating func holdStill() {
    channels.remove([.time, .force])
  }
}
