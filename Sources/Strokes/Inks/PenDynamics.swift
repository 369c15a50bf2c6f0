/// How an ink answers to the hand: width, opacity and nib at each point of a stroke, from force,
/// speed, tilt and the direction of the barrel.
///
/// Every answer depends on the points so far, never on those to come. Width and opacity follow
/// their targets with a time constant, so they do not depend on the sampling rate either.
struct PenDynamics {
  private let kind: InkKind
  private let nominal: Double
  private let channels: PointChannels
  private var speed = PenSpeed()
  private var count = 0
  private var width = 0.0
  private var opacity = 0.0

  /// Seconds in which width and opacity make up most of a difference.
  private static let response = 0.02
  /// Direction of the barrel when a pen does not say: from the lower right, as right hands hold it.
  private static let usualAzimuth: UInt16 = 256
  /// Thickness of a fountain pen's nib as a share of its edge.
  private static let nibThickness = 0.26
  /// Harder presses change nothing.
  private static let hardest = 2.3

  init(ink: Ink, channels: PointChannels) {
    kind = ink.kind
    nominal = Double(ink.width) / Double(BoardUnit.perPixel)
    self.channels = channels
  }

  /// The widest mark of an ink over its nominal width.
  static func mostOverNominal(_ kind: InkKind) -> Double {
    switch kind {
    case .monoline, .marker: 1
    case .pen: 1.91
    case .fountainPen: 1.72
    case .watercolor: 1.52
    case .crayon: 2.78
    case .pencil: 6.05
    }
  }

  mutating func mark(at point: StrokePoint) -> PenMark {
    if needsSpeed || channels.contains(.time) { speed.advance(to: point) }
    follow(width: targetWidth(point), opacity: targetOpacity(point))
    count += 1
    var mark = PenMark(
      width: point.width > 0 ? Double(point.width) / Double(BoardUnit.perPixel) : width,
      thickness: 0, edgeX: 0, edgeY: 0, opacity: opacity)
    guard kind == .fountainPen else { return mark }
    let aspect =
      channels.contains(.aspect) ? min(Double(point.aspect) / 1_000, 1) : Self.nibThickness
    mark.thickness = mark.width * aspect
    // The edge lies across the barrel.
    let barrel = Direction.unit(
      channels.contains(.azimuth) ? point.azimuth : Self.usualAzimuth)
    (mark.edgeX, mark.edgeY) = (-barrel.y, barrel.x)
    return mark
  }

  private mutating func follow(width target: Double, opacity targetOpacity: Double) {
    guard count > 0, channels.contains(.time), kind != .monoline, kind != .marker else {
      (width, opacity) = (target, targetOpacity)
      return
    }
    let elapsed = speed.secondsSincePrevious
    let share = elapsed / (elapsed + Self.response)
    width += (target - width) * share
    opacity += (targetOpacity - opacity) * share
  }

  // MARK: What each ink aims at

  private func targetWidth(_ point: StrokePoint) -> Double {
    let force = force(point)
    switch kind {
    case .monoline, .marker:
      return nominal
    case .pen:
      return nominal * (0.3 + 0.7 * force) * slimming(withForce: 0.3, without: 0.45)
    case .fountainPen:
      return nominal * (0.45 + 0.55 * force) * slimming(withForce: 0.12, without: 0.4)
    case .pencil:
      let lean = lean(point)
      return nominal * (0.84 + 0.16 * force) * (1 + 4 * lean * lean)
    case .crayon:
      let lean = lean(point)
      return nominal * (0.8 + 0.2 * force) * (1 + 1.2 * lean * lean)
    case .watercolor:
      return nominal * (0.6 + 0.4 * force)
    }
  }

  private func targetOpacity(_ point: StrokePoint) -> Double {
    // A point's own opacity is what another program made of force and tilt.
    if channels.contains(.opacity) {
      let share = Double(point.opacity) / Double(StrokePoint.neutralOpacity)
      // Watercolour's layer holds how deep a pixel lies in the wash; less of it is not paler.
      return kind == .watercolor ? 1 : min(share, 1)
    }
    switch kind {
    case .monoline, .marker, .pen, .fountainPen, .watercolor:
      return 1
    case .pencil:
      // Tilted, the same force spreads over more of the lead.
      let lean = lean(point)
      return min(0.18 + 0.55 * force(point), 1) / (1 + 0.7 * lean * lean)
    case .crayon:
      return min(0.38 + 0.4 * force(point), 1)
    }
  }

  /// 1 is an ordinary press.
  private func force(_ point: StrokePoint) -> Double {
    guard channels.contains(.force) else { return 1 }
    return min(Double(point.force) / Double(StrokePoint.forceUnit), Self.hardest)
  }

  /// 0 for a pen that stands upright, 1 for one that lies flat.
  private func lean(_ point: StrokePoint) -> Double {
    guard channels.contains(.altitude) else { return 0 }
    return 1 - min(Double(point.altitude) / Double(StrokePoint.upright), 1)
  }

  private var needsSpeed: Bool { kind == .pen || kind == .fountainPen }

  /// From 1 at rest towards 1 − `most` in fast movement.
  private func slimming(withForce: Double, without: Double) -> Double {
    guard channels.contains(.time) else { return 1 }
    let pixelsPerSecond = speed.pixelsPerSecond
    let share = pixelsPerSecond / (pixelsPerSecond + 1_200)
    return 1 - share * (channels.contains(.force) ? withForce : without)
  }
}
