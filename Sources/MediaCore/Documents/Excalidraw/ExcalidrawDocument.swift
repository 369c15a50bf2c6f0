package import Strokes

/// A drawing from Excalidraw (`.excalidraw`) or a library of its shapes (`.excalidrawlib`, both
/// versions), turned into the events of a board that draws it.
///
/// The file's order is the drawing's; times are synthesised (`SynthesisedTimeline`). Shapes are
/// drawn with straight clean lines, without Excalidraw's imitated roughness. Nothing outside the
/// file is ever read: links are ignored, embedded pages are shown as a labelled box.
package struct ExcalidrawDocument {
  /// Of a board without edges: it is to be fitted.
  package let header: BoardHeader
  package let events: [BoardEvent]
  /// One for each element that is broken or could not be drawn whole.
  package let warnings: DocumentWarnings

  /// More bytes are no drawing.
  package static let largestFile = 256 << 20
  package static let paces = 0.01...1_000.0

  /// - Parameters:
  ///   - name: the file's, for messages.
  ///   - pace: 1 is a natural speed, 2 is twice as fast.
  /// - Throws: `inputDamaged` when the file is empty, cut, broken or something else; `usage` for a
  ///   pace outside `paces`.
  package init(bytes: [UInt8], name: String, pace: Double = 1) throws(MediaError) {
    guard Self.paces.contains(pace) else {
      throw MediaError(.usage, "the pace must lie between 0.01 and 1000; 1 is natural")
    }
    let root = try Self.root(bytes, name)
    let elements = try Self.elements(root, name)
    var background = Background.colour(.white)
    var warnings = DocumentWarnings()
    if let version = root["version"]?.number, version > 2 {
      warnings.add(name, "written by a later Excalidraw; what is new in it may be missing")
    }
    if let text = root["appState"]?.object?["viewBackgroundColor"]?.string {
      if let colour = CSSColour.parse(text) {
        background = colour.alpha == 0 ? .transparent : .colour(colour)
      } else {
        warnings.add(name, "its background is no colour; drawn on white")
      }
    }
    var importer = ExcalidrawImporter(
      files: root["files"]?.object?.dictionary ?? [:], background: background,
      warnings: warnings)
    importer.draw(elements)
    var header = BoardHeader()
    header.background = background
    self.header = header
    events = importer.timeline.events(pace: pace)
    self.warnings = importer.warnings
  }

  private static func root(_ bytes: [UInt8], _ name: String) throws(MediaError) -> JSONObject {
    guard !bytes.isEmpty else {
      throw MediaError(.inputDamaged, "\(name): the file is empty")
    }
    guard bytes.count <= largestFile else {
      throw MediaError(.inputDamaged, "\(name): larger than any drawing (over 256 MiB)")
    }
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw MediaError(
        .inputDamaged, "\(name): not a readable Excalidraw drawing: \(error.explanation)")
    }
    guard let root = value.object else {
      throw MediaError(.inputDamaged, "\(name): JSON, but not an Excalidraw drawing")
    }
    // Files made by hand often lack the type.
    let type = root["type"]
    if type != nil, type?.string?.hasPrefix("excalidraw") != true {
      throw MediaError(.inputDamaged, "\(name): JSON of another program, not an Excalidraw drawing")
    }
    return root
  }

  /// The elements of a drawing, or of all items of a library in their order.
  private static func elements(
    _ root: JSONObject, _ name: String
  ) throws(MediaError) -> [JSONValue] {
    if let elements = root["elements"]?.elements { return elements }
    guard let items = (root["libraryItems"] ?? root["library"])?.elements else {
      throw MediaError(
        .inputDamaged, "\(name): JSON, but not an Excalidraw drawing: it has no list of elements")
    }
    var elements: [JSONValue] = []
    for item in items {
      // Version 1 holds bare lists, version 2 named ones.
      if let members = item.elements ?? item.object?["elements"]?.elements {
        elements.append(contentsOf: members)
      } else {
        elements.append(.null)
      }
    }
    return elements
  }
}

/// Reads whatever bytes it is given: for fuzzing. Answers how many events they made.
@discardableResult
package func fuzzExcalidraw(_ bytes: [UInt8]) -> Int {
  guard let document = try? ExcalidrawDocument(bytes: bytes, name: "fuzz") else { return 0 }
  return document.events.count
}
