internal import Strokes

/// Freehand strokes, and what all shapes share: edges, fills.
extension ExcalidrawImporter {
  /// Ends of a line closer than this make it a loop that can be filled.
  private static let loopDistance = 8.0
  /// A path within a box of this size is a tap.
  private static let tapSize = 0.25

  mutating func drawFreehand(_ element: inout ExcalidrawElement) throws(ExcalidrawFault) {
    guard let given = element.json["points"]?.points else {
      throw ExcalidrawFault("its points are missing")
    }
    let isSimulated = element.json["simulatePressure"]?.bool == true
    let pressures = isSimulated ? nil : element.json["pressures"]?.numbers
    var usable = pressures.flatMap { FreedrawWidths.usable($0, count: given.count) }
    let points = try boardPoints(given, &element, alongside: &usable)

    let line = BoardPolyline(points)
    let turned = line.rotated(by: element.angle, about: line.boxCentre)
    let fillPlace = element.fill == nil ? nil : timeline.takePlace()
    if let colour = element.stroke {
      timeline.draw(
        try freehandStroke(turned, pressures: usable, colour, element.strokeWidth),
        at: timeline.takePlace())
    }
    if let fillPlace, Self.isLoop(points) {
      fill(BoardPolyline(points, isClosed: true), of: element, about: line.boxCentre, at: fillPlace)
    }
  }

  private func freehandStroke(
    _ line: BoardPolyline, pressures: [Double]?, _ colour: Colour, _ strokeWidth: Double
  ) throws(ExcalidrawFault) -> SynthesisedTimeline.Stroke {
    let isTap = Self.isTap(line)
    // A line of two points would come at once; drawn, it grows.
    let isBare = line.points.count == 2 && !isTap
    var path = isTap ? [line.points[0]] : line.points
    if isBare { path = InkPath.subdivided(path, atMost: InkPath.mostPieces) }
    path = FreedrawSmoothing.smoothed(
      path, width: FreedrawWidths.typical(pressures: pressures, strokeWidth: strokeWidth))
    let points = try InkPath.quantised(path)

    if let pressures {
      var held = pressures
      if isTap { held = [pressures.max() ?? 0] }
      if isBare {
        held = path.indices.map { index in
          let share = Double(index) / Double(path.count - 1)
          return pressures[0] + (pressures[1] - pressures[0]) * share
        }
      }
      let widths = FreedrawWidths.widths(pressures: held, along: path, strokeWidth: strokeWidth)
      var steps: [UInt16] = []
      steps.reserveCapacity(widths.count)
      for width in widths { steps.append(BoardUnit.quantiseWidth(width) ?? 1) }
      let nominal = FreedrawWidths.width(pressure: 0.5, strokeWidth: strokeWidth)
      let ink = Ink(kind: .pen, colour: colour, width: BoardUnit.quantiseWidth(nominal) ?? 1)
      return SynthesisedTimeline.Stroke(ink: ink, points: points, widths: steps)
    }
    let width =
      isTap
      ? FreedrawWidths.dot(strokeWidth: strokeWidth)
      : FreedrawWidths.constant(strokeWidth: strokeWidth)
    let ink = Ink(kind: .monoline, colour: colour, width: BoardUnit.quantiseWidth(width) ?? 1)
    return SynthesisedTimeline.Stroke(ink: ink, points: points)
  }

  /// An element's points on the board, without those that are none; their pressures go with them.
  func boardPoints(
    _ given: [SIMD2<Double>], _ element: inout ExcalidrawElement,
    alongside pressures: inout [Double]?
  ) throws(ExcalidrawFault) -> [SIMD2<Double>] {
    let limit = BoardUnit.largestCoordinate
    let origin = SIMD2(element.x, element.y)
    var points: [SIMD2<Double>] = []
    points.reserveCapacity(given.count)
    var kept: [Double] = []
    for (index, offset) in given.enumerated() {
      let point = origin + offset
      // False for NaN too.
      guard point.x.magnitude <= limit, point.y.magnitude <= limit else { continue }
      points.append(point)
      if let pressures { kept.append(pressures[index]) }
    }
    if pressures != nil { pressures = kept }
    guard !points.isEmpty else {
      throw ExcalidrawFault(given.isEmpty ? "it has no points" : "none of its points is usable")
    }
    let lost = given.count - points.count
    if lost > 0 { element.note("\(lost) of its \(given.count) points are unusable; left out") }
    return points
  }

  static func isLoop(_ points: [SIMD2<Double>]) -> Bool {
    guard points.count > 2, let first = points.first, let last = points.last else { return false }
    return BoardPolyline.length(last - first) <= loopDistance
  }

  private static func isTap(_ line: BoardPolyline) -> Bool {
    guard let box = line.box else { return false }
    return box.maxX - box.minX < tapSize && box.maxY - box.minY < tapSize
  }

  // MARK: Shapes' edges and insides

  /// Draws a line (already turned) with the element's stroke, whole or in dashes.
  mutating func drawEdge(
    _ line: BoardPolyline, of element: ExcalidrawElement, dashed: Bool = true
  ) throws(ExcalidrawFault) {
    guard let colour = element.stroke else { return }
    let place = timeline.takePlace()
    let pattern =
      dashed ? DashPattern(style: element.strokeStyle, strokeWidth: element.strokeWidth) : nil
    let width = element.strokeWidth + (pattern == nil ? 0 : 0.5)
    let ink = Ink(kind: .monoline, colour: colour, width: BoardUnit.quantiseWidth(width) ?? 1)
    guard let pattern, budget.details > 0 else {
      let pieces = budget.points > 0 ? InkPath.mostPieces : 1
      let path = InkPath.subdivided(line.openPoints, atMost: pieces)
      budget.takePoints(path.count)
      timeline.draw(
        SynthesisedTimeline.Stroke(ink: ink, points: try InkPath.quantised(path)), at: place)
      return
    }
    let dashes = pattern.pieces(of: line.openPoints, atMost: min(2_000, budget.details))
    budget.takeDetails(dashes.count)
    for dash in dashes {
      timeline.draw(
        SynthesisedTimeline.Stroke(
          ink: ink, points: try InkPath.quantised(InkPath.subdivided(dash, atMost: 1))),
        at: place, lift: SynthesisedTimeline.shortLift)
    }
  }

  /// Fills a shape (not yet turned) in the element's manner, below what was drawn after `place`
  /// was taken.
  mutating func fill(
    _ shape: BoardPolyline, of element: ExcalidrawElement, about centre: SIMD2<Double>,
    at place: OrderKey
  ) {
    guard let colour = element.fill else { return }
    if element.fillStyle == .solid || budget.details <= 0 {
      showFill(shape.rotated(by: element.angle, about: centre), colour, at: place)
      return
    }
    let gap = max(element.strokeWidth * 4, 1)
    var hatching = HachureFill(gap: gap)
    var lines = hatching.lines(in: shape, atMost: min(2_000, budget.details))
    switch element.fillStyle {
    case .crossHatch:
      hatching.angle += .pi / 2
      lines += hatching.lines(in: shape, atMost: min(2_000, budget.details))
    case .zigzag:
      lines = lines.isEmpty ? [] : [Array(lines.joined())]
    case .solid, .hachure:
      break
    }
    budget.takeDetails(lines.count)
    let width = BoardUnit.quantiseWidth(max(element.strokeWidth / 2, 0.5)) ?? 1
    let ink = Ink(kind: .monoline, colour: colour, width: width)
    for line in lines {
      let turned = BoardPolyline(line).rotated(by: element.angle, about: centre)
      let path = InkPath.subdivided(turned.points, atMost: 8)
      guard let points = try? InkPath.quantised(path) else { continue }
      timeline.draw(
        SynthesisedTimeline.Stroke(ink: ink, points: points), at: place,
        lift: SynthesisedTimeline.shortLift)
    }
  }

  /// Shows a filled shape at once.
  mutating func showFill(_ shape: BoardPolyline, _ colour: Colour, at place: OrderKey) {
    guard let outline = shape.outline(fillRule: .evenOdd) else { return }
    timeline.show(
      OutlinePlacement(outline: outline, colour: colour, order: place), after: 0.1)
  }
}
