import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// Real drawings of other people, where they are at hand.
@Suite(.enabled(if: SharedCases.arePresent)) struct ExcalidrawCasesTests {
  /// Freehand strokes by the list that came with the files.
  @Test(arguments: [
    ("biology-66strokes-pressure.excalidraw", 66),
    ("ds-visualizations-144-dots-negative.excalidrawlib", 144),
    ("hand-signs.excalidrawlib", 3), ("home-network-882pt-stroke.excalidrawlib", 3),
    ("isp-1stroke-pressure.excalidraw", 1), ("legacy-minimal.excalidraw", 0),
    ("manually-created-no-type.excalidraw", 0),
    ("organic-chem-dot-named-colour.excalidrawlib", 1),
    ("sketch-dotted-translucent.excalidraw", 6), ("uml-er-v1-library.excalidrawlib", 2),
    ("webpage-frames-9-dots.excalidrawlib", 9),
  ])
  func `every drawing imports whole, with its freehand strokes`(name: String, count: Int) throws {
    let bytes = try #require(SharedCases.bytes("excalidraw/" + name))
    let all = try ExcalidrawDocument(bytes: bytes, name: name)
    #expect(all.warnings.isEmpty)
    // The same without freehand strokes: the type renamed, which leaves the length as it is.
    let without = String(decoding: bytes, as: UTF8.self)
      .replacingType("freedraw", by: "selection")
    let rest = try ExcalidrawDocument(bytes: Array(without.utf8), name: name)
    #expect(strokes(all) - strokes(rest) >= count)
    if count == 0 { #expect(strokes(all) == strokes(rest)) }
    #expect(all.events.last.map { $0.time.ticks < 1_300_000 } ?? false, "under 130 s")
  }

  private func strokes(_ document: ExcalidrawDocument) -> Int {
    var count = 0
    for event in document.events {
      if case .strokeBegan = event.action { count += 1 }
    }
    return count
  }

  @Test func `only what is no colour is warned of`() throws {  // INK-21
    let bytes = try #require(SharedCases.bytes("synthetic/INK-21.colours.excalidraw"))
    let drawing = try RenderedDrawing(bytes)
    #expect(
      drawing.document.warnings.lines().map { $0.prefix(14) } == [
        "element 7 (c7)", "element 8 (c8)",
      ])
    for row in [0, 1, 3, 5, 9] { #expect(drawing.pixel(200, 50 + 40 * row) == (255, 0, 0)) }
    for row in [2, 4] {
      let pixel = drawing.pixel(200, 50 + 40 * row)
      #expect(pixel.red == 255 && 127...128 ~= pixel.green && 127...128 ~= pixel.blue)
    }
    #expect(drawing.pixel(200, 50 + 40 * 6) == (255, 255, 255))
  }

  @Test func `the cut drawing is refused`() throws {  // INK-08
    let bytes = try #require(SharedCases.bytes("synthetic/INK-08.cut-json.excalidraw"))
    #expect(throws: MediaError.self) { try ExcalidrawDocument(bytes: bytes, name: "cut") }
  }
}

extension String {
  fileprivate func replacingType(_ old: String, by new: String) -> String {
    var parts: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: "\"\(old)\"") {
      parts.append(rest[..<range.lowerBound])
      parts.append("\"\(new)\"")
      rest = rest[range.upperBound...]
    }
    parts.append(rest)
    return parts.joined()
  }
}
