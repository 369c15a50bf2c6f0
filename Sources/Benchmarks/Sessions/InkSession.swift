internal import Strokes

/// A session of all seven inks, as people write and draw: a pen of 240 Hz that says force, azimuth
/// and altitude and is down 40 % of the time, on 1 920 × 1 080. Made piece by piece.
///
/// The left of the page is written, with a highlighter over it; on the right are twelve sketches of
/// washes, crayon, pencil and lines. A full page is cleared.
struct InkSession: Sequence, IteratorProtocol {
  /// What a session is made of: shares of the time in which the pen is down, and widths in pixels.
  static let shares: [(kind: InkKind, share: Double, widths: ClosedRange<Double>)] = [
    (.pen, 0.25, 3...3),
    (.fountainPen, 0.20, 5...5),
    (.pencil, 0.15, 5...7),
    (.watercolor, 0.12, 40...80),
    (.crayon, 0.10, 20...40),
    (.monoline, 0.10, 3...3),
    (.marker, 0.08, 26...26),
  ]

  /// The header is the one of `PenSession`.
  static var header: BoardHeader { PenSession.header }

  var script: SessionScript
  /// Where the next word is written.
  var pen = (x: Self.margin, y: 80.0)
  var word = 0
  /// Pieces of lines that no highlighter has marked.
  var lines: [(left: Double, right: Double, y: Double)] = []
  var sketches = 0

  static let margin = 50.0
  private static let sketchesAPage = 72

  private var pending: [BoardEvent] = []
  private var next_ = 0
  /// Seconds that each ink was down.
  private var drawn: [Double]
  private let shares: [Double]
  private let end: Double
  private let activity: Double
  private var isOver = false

  /// - Parameters:
  ///   - seconds: length of the session.
  ///   - only: one ink alone, for measuring it.
  ///   - activity: share of the time in which the pen is down.
  init(seconds: Double, only: InkKind? = nil, activity: Double = 0.4, seed: UInt64 = 11) {
    script = SessionScript(seed: seed)
    end = seconds
    self.activity = activity
    shares = Self.shares.map { only == nil ? $0.share : $0.kind == only ? 1 : 0 }
    drawn = [Double](repeating: 0, count: shares.count)
  }

  mutating func next() -> BoardEvent? {
    while next_ == pending.count {
      if isOver { return nil }
      compose()
    }
    defer { next_ += 1 }
    return pending[next_]
  }

  private mutating func compose() {
    next_ = 0
    if script.seconds >= end {
      isOver = true
      script.send(.left)
      pending = script.takeEvents()
      return
    }
    let index = furthestBehind()
    let (kind, _, widths) = Self.shares[index]
    draw(
      kind,
      width: widths.lowerBound + script.hand.chance() * (widths.upperBound - widths.lowerBound))
    if pen.y > 1_040 || sketches >= Self.sketchesAPage { turnPage() }
    script.forgetPlaces()
    pending = script.takeEvents()
    for event in pending {
      if case .strokePoints(_, let points) = event.action {
        drawn[index] += Double(points.count) / 240
      }
    }
    script.wait(until: drawn.reduce(0, +) / activity)
  }

  /// The ink that lacks most of its share.
  private func furthestBehind() -> Int {
    let total = drawn.reduce(0, +)
    var (best, most) = (0, -Double.infinity)
    for index in shares.indices where shares[index] > 0 {
      let lack = shares[index] * (total + 1) - drawn[index]
      if lack > most { (best, most) = (index, lack) }
    }
    return best
  }

  private mutating func turnPage() {
    (pen, sketches) = ((Self.margin, 80), 0)
    lines.removeAll()
    script.send(.cleared(script.newID()))
  }
}
