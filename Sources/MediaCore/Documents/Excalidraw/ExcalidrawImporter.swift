internal import Strokes

/// Draws the elements of an Excalidraw file, one after the other, onto a timeline.
struct ExcalidrawImporter {
  /// Elements beyond this many are left out.
  static let mostElements = 100_000

  /// Of images, by their key in the file.
  let files: [String: JSONValue]
  /// What shows through hollow arrowheads; nil on a transparent board.
  let boardColour: Colour?
  var timeline = SynthesisedTimeline()
  var warnings: DocumentWarnings
  var budget = ExcalidrawBudget()
  /// Images met so far; nil for those that cannot be shown.
  var pictures: [String: ExcalidrawPicture?] = [:]
  /// Resources that are in the log already.
  var supplied: Set<ContentHash> = []
  let typesetter = TextOutliner()

  init(files: [String: JSONValue], background: Background, warnings: DocumentWarnings) {
    self.files = files
    if case .colour(let colour) = background { boardColour = colour } else { boardColour = nil }
    self.warnings = warnings
  }

  mutating func draw(_ elements: [JSONValue]) {
    var unknown: [String: Int] = [:]
    for (index, member) in elements.prefix(Self.mostElements).enumerated() {
      guard let json = member.object else {
        warnings.add("element \(index)", "is no element; left out")
        continue
      }
      // What its author deleted is no part of the drawing, however broken.
      if json["isDeleted"]?.bool == true { continue }
      let place = Self.place(index, json)
      do {
        var element = try ExcalidrawElement(json)
        if try draw(&element) {
          for fault in element.faults.prefix(1) {
            let more = element.faults.count - 1
            warnings.add(place, more > 0 ? "\(fault), and \(more) more like it" : fault)
          }
        } else {
          unknown[element.type, default: 0] += 1
        }
      } catch {
        warnings.add(place, "\(error.text); left out")
      }
    }
    for (type, count) in unknown.sorted(by: { $0.key < $1.key }) {
      warnings.add(
        "elements of type \(Self.printable(type))",
        "\(count) left out: this version does not know the type")
    }
    if elements.count > Self.mostElements {
      warnings.add("elements", "only the first \(Self.mostElements) of \(elements.count) are drawn")
    }
    if budget.isSpent {
      warnings.add(
        "drawing", "too large to be drawn in full detail; fills and lines are simplified")
    }
  }

  /// False for a type that is not known.
  private mutating func draw(_ element: inout ExcalidrawElement) throws(ExcalidrawFault) -> Bool {
    switch element.type {
    case "freedraw", "draw": try drawFreehand(&element)
    case "rectangle", "diamond", "ellipse": try drawShape(element)
    case "line", "arrow": try drawLine(&element)
    case "text": try drawText(&element)
    case "image": try drawImage(&element)
    case "frame", "magicframe": try drawFrame(&element)
    case "embeddable", "iframe": try drawEmbedded(&element)
    case "selection": break
    default: return false
    }
    return true
  }

  /// Names an element for a person: its number in the file, its identifier if it has one.
  private static func place(_ index: Int, _ json: JSONObject) -> String {
    guard let id = json["id"]?.string, !id.isEmpty else { return "element \(index)" }
    return "element \(index) (\(printable(id)))"
  }

  /// Short, and without what a terminal would act on.
  static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(40) {
      let isControl = scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
      result.unicodeScalars.append(isControl ? "?" : scalar)
    }
    return result
  }
}

/// What a whole drawing may cost, so that a hostile one is simplified and not endless.
struct ExcalidrawBudget {
  /// Lines of hatchings, dashes and dots.
  private(set) var details = 50_000
  /// Points that only make shapes appear gradually or smoothly.
  private(set) var points = 2_000_000
  /// Unicode scalars that are set in type.
  private(set) var scalars = 200_000
  /// Pixels of pictures that are decoded.
  private(set) var pixels: Int64 = 256 << 20
  private(set) var isSpent = false

  mutating func takeDetails(_ count: Int) {
    details -= count
    if details <= 0 { isSpent = true }
  }

  mutating func takePoints(_ count: Int) {
    points -= count
    if points <= 0 { isSpent = true }
  }

  mutating func takeScalars(_ count: Int) -> Bool {
    scalars -= count
    if scalars <= 0 { isSpent = true }
    return scalars > 0
  }

  mutating func takePixels(_ count: Int64) -> Bool {
    pixels -= min(count, pixels)
    return pixels > 0
  }
}
