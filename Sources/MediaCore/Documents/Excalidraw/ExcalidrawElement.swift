internal import Strokes

/// What every element of an Excalidraw drawing has, checked and with defaults filled in.
struct ExcalidrawElement {
  enum StrokeStyle: String {
    case solid
    case dashed
    case dotted
  }

  enum FillStyle: String {
    case solid
    case hachure
    case crossHatch = "cross-hatch"
    case zigzag
  }

  /// Excalidraw's own defaults for what a file leaves out.
  private static let defaultColour = Colour(red: 0x1E, green: 0x1E, blue: 0x1E)
  private static let defaultStrokeWidth = 2.0
  private static let largestStrokeWidth = 200.0

  let json: JSONObject
  let type: String
  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
  /// Radians about the centre of the element's box.
  var angle = 0.0
  /// Of the edge, with the element's opacity in its alpha; nil when nothing of it shows.
  var stroke: Colour?
  /// Of the inside, likewise.
  var fill: Colour?
  var strokeWidth = defaultStrokeWidth
  var strokeStyle = StrokeStyle.solid
  var fillStyle = FillStyle.hachure
  /// 0…1.
  var opacity = 1.0
  /// What was wrong and has been replaced by a default.
  private(set) var faults: [String] = []

  /// - Throws: what makes the element undrawable.
  init(_ json: JSONObject) throws(ExcalidrawFault) {
    self.json = json
    guard let type = json["type"]?.string else { throw ExcalidrawFault("it has no type") }
    self.type = type
    x = try Self.coordinate(json, "x")
    y = try Self.coordinate(json, "y")
    // A box drawn to the left or upwards may have a negative size.
    let (boxWidth, boxHeight) = (size("width"), size("height"))
    (x, width) = boxWidth < 0 ? (x + boxWidth, -boxWidth) : (x, boxWidth)
    (y, height) = boxHeight < 0 ? (y + boxHeight, -boxHeight) : (y, boxHeight)
    angle = optionalNumber("angle", in: -1_000...1_000) ?? 0
    opacity = (optionalNumber("opacity", in: 0...100) ?? 100) / 100
    strokeWidth = optionalNumber("strokeWidth", in: 0...Self.largestStrokeWidth) ?? strokeWidth
    if strokeWidth == 0 { strokeWidth = Self.defaultStrokeWidth }
    if let name = json["strokeStyle"]?.string {
      strokeStyle = StrokeStyle(rawValue: name) ?? .solid
    }
    if let name = json["fillStyle"]?.string { fillStyle = FillStyle(rawValue: name) ?? .solid }
    stroke = colour("strokeColor", default: Self.defaultColour)
    fill = colour("backgroundColor", default: .transparent)
  }

  /// The centre of the box of the file: what shapes, texts and pictures turn about.
  var centre: SIMD2<Double> { SIMD2(x + width / 2, y + height / 2) }

  mutating func note(_ fault: String) {
    faults.append(fault)
  }

  private static func coordinate(
    _ json: JSONObject, _ key: String
  ) throws(ExcalidrawFault) -> Double {
    guard let value = json[key]?.number else { throw ExcalidrawFault("its \(key) is no number") }
    guard value.magnitude <= BoardUnit.largestCoordinate else {
      throw ExcalidrawFault("its \(key) lies beyond any board")
    }
    return value
  }

  private mutating func size(_ key: String) -> Double {
    let limit = 2 * BoardUnit.largestCoordinate
    guard let value = json[key]?.number, value.magnitude <= limit else {
      if json[key] != nil { note("its \(key) is no usable number") }
      return 0
    }
    return value
  }

  /// Nil for what is missing and, with a fault noted, for what is no number. Clamps to `range`.
  mutating func optionalNumber(_ key: String, in range: ClosedRange<Double>) -> Double? {
    guard let member = json[key] else { return nil }
    guard let value = member.number, !value.isNaN else {
      note("its \(key) is no number")
      return nil
    }
    return min(max(value, range.lowerBound), range.upperBound)
  }

  /// The colour with the element's opacity; nil when it is invisible.
  private mutating func colour(_ key: String, default standard: Colour) -> Colour? {
    var colour = standard
    if let member = json[key] {
      if let text = member.string, let parsed = CSSColour.parse(text) {
        colour = parsed
      } else {
        note("its \(key) is no colour; drawn \(standard == .transparent ? "without" : "dark grey")")
      }
    }
    colour.alpha = UInt8((Double(colour.alpha) * opacity).rounded())
    return colour.alpha == 0 ? nil : colour
  }
}

/// Why an element cannot be drawn.
struct ExcalidrawFault: Error, Equatable {
  var text: String

  init(_ text: String) {
    self.text = text
  }
}
