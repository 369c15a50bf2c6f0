internal import Strokes

/// Gives items that carry no times the times at which a person might have drawn them.
///
/// The law: a stroke takes 0.1 s and 1 s for every 700 board pixels of its path; the pen is lifted
/// for 0.15 s between strokes, 0.03 s between the lines of a hatching or dashing. That is the
/// natural length. A drawing that would take longer than a minute is shown faster as a whole: its
/// length is the geometric mean of a minute and the natural length, and never above ten minutes.
/// `pace` then divides all times.
struct SynthesisedTimeline {
  static let penSpeed = 700.0
  static let shortestStroke = 0.1
  static let lift = 0.15
  static let shortLift = 0.03
  /// Before the first stroke the empty board is seen.
  static let opening = 0.3
  /// Seconds up to which a drawing keeps its natural length, and that no drawing exceeds.
  static let naturalLimit = 60.0
  static let longest = 600.0
  /// Points that appear together: those of one sixtieth of a second.
  private static let batchesPerSecond: Int64 = 60

  /// A stroke before its points have times.
  struct Stroke {
    var ink: Ink
    /// In 1/64 board pixel.
    var points: [SIMD2<Int32>]
    /// One for each point, in 1/64 board pixel, or empty for the ink's own.
    var widths: [UInt16] = []
  }

  private enum Item {
    case stroke(Stroke, OrderKey, seconds: Double)
    case outline(OutlinePlacement)
    case picture(PicturePlacement)
    case resource(ContentHash, Resource)
  }

  private var items: [(start: Double, item: Item)] = []
  private var clock = opening
  private var nextPlace: Int64 = 1

  /// The next place in the drawing's order from bottom to top; items may be drawn out of order.
  mutating func takePlace() -> OrderKey {
    defer { nextPlace += 1 }
    return OrderKey(major: nextPlace)
  }

  mutating func draw(_ stroke: Stroke, at place: OrderKey, lift: Double = lift) {
    guard !stroke.points.isEmpty else { return }
    let steps = Double(BoardUnit.perPixel)
    let seconds = Self.shortestStroke + Self.length(stroke.points) / steps / Self.penSpeed
    items.append((clock, .stroke(stroke, place, seconds: seconds)))
    clock += seconds + lift
  }

  /// Shows a shape after a pause of `seconds`.
  mutating func show(_ outline: OutlinePlacement, after seconds: Double) {
    clock += seconds
    items.append((clock, .outline(outline)))
  }

  mutating func show(_ picture: PicturePlacement, after seconds: Double) {
    clock += seconds
    items.append((clock, .picture(picture)))
  }

  mutating func supply(_ resource: Resource, named hash: ContentHash) {
    items.append((clock, .resource(hash, resource)))
  }

  /// Seconds the drawing takes when nobody hurries.
  var naturalLength: Double { clock }

  /// Seconds it takes at pace 1.
  var length: Double {
    guard naturalLength > Self.naturalLimit else { return naturalLength }
    return min((Self.naturalLimit * naturalLength).squareRoot(), Self.longest)
  }

  /// Everything as events of the board itself, numbered from 1.
  func events(pace: Double) -> [BoardEvent] {
    let author = AuthorID(0)
    let ticksPerSecond = Double(BoardTime.ticksPerSecond) * length / naturalLength / pace
    var log = Log(author: author)
    for (start, item) in items {
      let time = Int64((start * ticksPerSecond).rounded())
      switch item {
      case .stroke(let stroke, let place, let seconds):
        let last = Int64(((start + seconds) * ticksPerSecond).rounded())
        Self.add(stroke, at: place, from: time, to: last, &log)
      case .outline(let placement):
        log.add(.outlinePlaced(log.takeID(), placement), at: time)
      case .picture(let placement):
        log.add(.picturePlaced(log.takeID(), placement), at: time)
      case .resource(let hash, let resource):
        log.add(.resource(hash, resource), at: time)
      }
    }
    return log.events
  }

  private struct Log {
    let author: AuthorID
    var events: [BoardEvent] = []
    private var lastID: UInt32 = 0

    init(author: AuthorID) {
      self.author = author
    }

    mutating func takeID() -> BoardID {
      lastID += 1
      return BoardID(author: author, number: lastID)
    }

    mutating func add(_ action: BoardAction, at ticks: Int64) {
      events.append(
        BoardEvent(
          sequence: UInt64(events.count) + 1, time: BoardTime(ticks: ticks), author: author,
          action: action))
    }
  }

  private static func add(
    _ stroke: Stroke, at place: OrderKey, from first: Int64, to last: Int64, _ log: inout Log
  ) {
    let id = log.takeID()
    let channels: PointChannels = stroke.widths.isEmpty ? .time : [.time, .width]
    log.add(.strokeBegan(id, ink: stroke.ink, channels: channels, order: place), at: first)
    let total = length(stroke.points)
    let scale = total > 0 ? Double(last - first) / total : 0
    var way = 0.0
    var batch: [StrokePoint] = []
    var batchNumber = first * batchesPerSecond / BoardTime.ticksPerSecond
    var batchTime = first
    for index in stroke.points.indices {
      let point = stroke.points[index]
      if index > 0 { way += distance(stroke.points[index - 1], point) }
      let time = first + Int64((way * scale).rounded())
      let number = time * batchesPerSecond / BoardTime.ticksPerSecond
      if number != batchNumber {
        if !batch.isEmpty { log.add(.strokePoints(id, batch), at: batchTime) }
        batch = []
        batchNumber = number
      }
      batchTime = time
      batch.append(
        StrokePoint(
          x: point.x, y: point.y, timeOffset: UInt32(time - first),
          width: stroke.widths.isEmpty ? 0 : stroke.widths[index]))
    }
    log.add(.strokePoints(id, batch), at: batchTime)
    log.add(.strokeEnded(id), at: max(last, batchTime))
  }

  private static func length(_ points: [SIMD2<Int32>]) -> Double {
    var total = 0.0
    for index in points.indices.dropFirst() { total += distance(points[index - 1], points[index]) }
    return total
  }

  private static func distance(_ a: SIMD2<Int32>, _ b: SIMD2<Int32>) -> Double {
    let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
    return (dx * dx + dy * dy).squareRoot()
  }
}
