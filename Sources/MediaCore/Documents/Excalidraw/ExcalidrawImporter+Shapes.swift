internal import Strokes

/// Rectangles, diamonds, ellipses, lines, arrows, frames and embedded pages.
extension ExcalidrawImporter {
  private static let frameColour = Colour(red: 0xBB, green: 0xBB, blue: 0xBB)
  private static let labelColour = Colour(red: 0x99, green: 0x99, blue: 0x99)

  mutating func drawShape(_ element: ExcalidrawElement) throws(ExcalidrawFault) {
    guard element.json["width"]?.number != nil, element.json["height"]?.number != nil else {
      throw ExcalidrawFault("its width or height is no number")
    }
    let shape = contour(of: element)
    let fillPlace = element.fill == nil ? nil : timeline.takePlace()
    try drawEdge(shape.rotated(by: element.angle, about: element.centre), of: element)
    guard let fillPlace else { return }
    // Below a translucent edge the fill would show.
    let isSeen = element.opacity < 1 && element.stroke != nil
    fill(
      contour(of: element, inset: isSeen ? element.strokeWidth / 2 : 0), of: element,
      about: element.centre, at: fillPlace)
  }

  private func contour(of element: ExcalidrawElement, inset: Double = 0) -> BoardPolyline {
    let (dx, dy) = (min(inset, element.width / 2), min(inset, element.height / 2))
    let (x, y) = (element.x + dx, element.y + dy)
    let (width, height) = (element.width - 2 * dx, element.height - 2 * dy)
    let isRound = Self.isRound(element)
    switch element.type {
    case "ellipse":
      return .ellipse(
        centre: element.centre, radii: SIMD2(width / 2, height / 2),
        mostPoints: budget.points > 0 ? 512 : 32)
    case "diamond":
      var radii = SIMD2<Double>.zero
      if isRound {
        radii = SIMD2(
          Self.radius(side: width / 2, element), Self.radius(side: height / 2, element))
      }
      return .diamond(x: x, y: y, width: width, height: height, radii: radii)
    default:
      let side = min(element.width, element.height)
      let radius = isRound ? max(Self.radius(side: side, element) - inset, 0) : 0
      return .rectangle(x: x, y: y, width: width, height: height, radius: radius)
    }
  }

  /// Older files say it with `strokeSharpness`.
  private static func isRound(_ element: ExcalidrawElement) -> Bool {
    if element.json["roundness"]?.object != nil { return true }
    return element.json["strokeSharpness"]?.string == "round"
  }

  /// A quarter of the side; for the adaptive kind (3) never more than its value, usually 32.
  private static func radius(side: Double, _ element: ExcalidrawElement) -> Double {
    let roundness = element.json["roundness"]?.object
    guard roundness?["type"]?.number == 3 else { return side / 4 }
    let value = roundness?["value"]?.number ?? 32
    return min(side / 4, value >= 0 ? value : 32)
  }

  // MARK: Lines

  mutating func drawLine(_ element: inout ExcalidrawElement) throws(ExcalidrawFault) {
    var given = element.json["points"]?.points
    if given == nil, element.json["points"] == nil, element.width > 0 || element.height > 0 {
      given = [SIMD2(0, 0), SIMD2(element.width, element.height)]
    }
    guard let given else { throw ExcalidrawFault("its points are missing") }
    var none: [Double]?
    let points = try boardPoints(given, &element, alongside: &none)
    let line = path(of: element, through: points)
    let centre = line.boxCentre

    let isArrow = element.type == "arrow"
    let isFilled = !isArrow && element.fill != nil && Self.isLoop(points)
    let fillPlace = isFilled ? timeline.takePlace() : nil
    let turned = line.rotated(by: element.angle, about: centre)
    if isArrow {
      try drawArrow(turned, points: points, element)
    } else {
      try drawEdge(turned, of: element)
    }
    if let fillPlace { fill(line, of: element, about: centre, at: fillPlace) }
  }

  private func path(
    of element: ExcalidrawElement, through points: [SIMD2<Double>]
  ) -> BoardPolyline {
    if element.json["elbowed"]?.bool == true { return .elbow(through: points, radius: 16) }
    guard Self.isRound(element), budget.points > 0 else { return BoardPolyline(points) }
    return .curve(through: points)
  }

  /// Draws the shaft, then the heads. Where both are solid lines they are one stroke, and below
  /// closed heads the shaft ends: a translucent arrow is no darker where they meet.
  private mutating func drawArrow(
    _ shaft: BoardPolyline, points: [SIMD2<Double>], _ element: ExcalidrawElement
  ) throws(ExcalidrawFault) {
    let count = points.count
    let first = count > 1 ? BoardPolyline.length(points[1] - points[0]) : 0
    let last = count > 1 ? BoardPolyline.length(points[count - 1] - points[count - 2]) : 0
    let startHead = element.json["startArrowhead"]?.string.flatMap {
      Arrowhead(
        name: $0, line: shaft.points.reversed(), lastPiece: first,
        strokeWidth: element.strokeWidth)
    }
    let endHead = element.json["endArrowhead"]?.string.flatMap {
      Arrowhead(
        name: $0, line: shaft.points, lastPiece: last, strokeWidth: element.strokeWidth)
    }
    var path = shaft.points
    var separate: [Arrowhead] = []
    let isSolid = element.strokeStyle == .solid
    if let endHead {
      if isSolid, endHead.isOpenTip {
        path += endHead.retraced
      } else {
        path = Arrowhead.trimmed(path, by: endHead.cover)
        separate.append(endHead)
      }
    }
    if let startHead {
      if isSolid, startHead.isOpenTip {
        path = startHead.retraced.reversed() + path
      } else {
        path = Arrowhead.trimmed(path.reversed(), by: startHead.cover).reversed()
        separate.append(startHead)
      }
    }
    try drawEdge(BoardPolyline(path), of: element)
    for head in separate { try drawHead(head, element) }
  }

  private mutating func drawHead(
    _ head: Arrowhead, _ element: ExcalidrawElement
  ) throws(ExcalidrawFault) {
    let fillPlace = head.fill == nil ? nil : timeline.takePlace()
    let isFlat = head.fill == .line && (element.stroke?.alpha ?? 0) < 255
    if !isFlat { for line in head.lines { try drawEdge(line, of: element, dashed: false) } }
    guard let fillPlace, let shape = head.lines.first, let colour = element.stroke else { return }
    let inside = head.fill == .line ? colour : boardColour
    if let inside { showFill(shape, inside, at: fillPlace) }
  }

  // MARK: Frames and embedded pages

  /// A thin border with its name above; what it holds is not cut at its edge.
  mutating func drawFrame(_ element: inout ExcalidrawElement) throws(ExcalidrawFault) {
    element.stroke = Self.frameColour
    element.fill = nil
    element.strokeWidth = 2
    element.strokeStyle = .solid
    try drawShape(element)
    let name = element.json["name"]?.string ?? (element.type == "frame" ? "Frame" : "AI Frame")
    try drawLabel(
      name, at: SIMD2(element.x, element.y - 20), width: max(element.width, 1), element)
  }

  /// A box with the page's address: the page itself is never fetched.
  mutating func drawEmbedded(_ element: inout ExcalidrawElement) throws(ExcalidrawFault) {
    if element.stroke == nil { element.stroke = Self.labelColour }
    try drawShape(element)
    let link = element.json["link"]?.string ?? "embedded page"
    try drawLabel(
      link, at: SIMD2(element.x + 8, element.centre.y - 10), width: max(element.width - 16, 1),
      element)
  }

  private mutating func drawLabel(
    _ text: String, at origin: SIMD2<Double>, width: Double, _ element: ExcalidrawElement
  ) throws(ExcalidrawFault) {
    var block = ExcalidrawTextBlock(text: text, size: 14, family: PinnedFonts.sansSerif)
    block.colour = Self.labelColour
    block.origin = origin
    block.width = width
    block.turn = (element.angle, element.centre)
    try set(block)
  }

  /// A box with a cross in the place of an image that cannot be shown.
  mutating func drawPlaceholder(_ element: ExcalidrawElement) throws(ExcalidrawFault) {
    var box = element
    box.stroke = Self.frameColour
    box.fill = nil
    box.strokeWidth = 2
    box.strokeStyle = .solid
    let (low, high) = (
      SIMD2(box.x, box.y), SIMD2(box.x + box.width, box.y + box.height)
    )
    let corners = [
      low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y), low, high, SIMD2(high.x, low.y),
      SIMD2(low.x, high.y),
    ]
    try drawEdge(BoardPolyline(corners).rotated(by: box.angle, about: box.centre), of: box)
  }
}
