import Strokes
import TestSupport
import Testing

@testable import MediaCore

@Suite struct ExcalidrawDocumentTests {
  private func read(_ text: String) throws -> ExcalidrawDocument {
    try ExcalidrawDocument(bytes: Array(text.utf8), name: "a.excalidraw")
  }

  /// One element of every kind.
  static let everything = Drawing.file(
    [
      Drawing.freedraw("[[0,0],[5,5],[10,0]]", "\"pressures\":[0.1,0.5,0.9]"),
      Drawing.element("rectangle", "\"backgroundColor\":\"#ffc\",\"roundness\":{\"type\":3}"),
      Drawing.element("diamond", "\"backgroundColor\":\"red\",\"fillStyle\":\"hachure\""),
      Drawing.element("ellipse", "\"strokeStyle\":\"dashed\",\"fillStyle\":\"zigzag\""),
      Drawing.element(
        "arrow", "\"points\":[[0,0],[50,10],[90,40]],\"endArrowhead\":\"arrow\",\"angle\":0.5"),
      Drawing.element("line", "\"points\":[[0,0],[50,10]],\"strokeStyle\":\"dotted\""),
      Drawing.element("text", "\"text\":\"Hi 😀\",\"fontSize\":20,\"fontFamily\":5"),
      Drawing.element("frame", "\"name\":\"F\""),
      Drawing.element("embeddable", "\"link\":\"https://example.org/\""),
      Drawing.element("image", "\"fileId\":\"f\""),
    ], files: "{\"f\":{\"dataURL\":\"\(TestPictures.dataURL)\"}}")

  @Test func `an empty board is a board`() throws {  // INK-18
    let document = try read(
      String(decoding: Drawing.file([], background: "#123"), as: UTF8.self))
    #expect(document.events.isEmpty && document.warnings.isEmpty)
    #expect(document.header.background == .colour(Colour(rgba: 0x1122_33FF)))
    #expect(document.header.canvasWidth == nil)
  }

  @Test func `a transparent background stays transparent`() throws {
    let document = try read(#"{"elements":[],"appState":{"viewBackgroundColor":"transparent"}}"#)
    #expect(document.header.background == .transparent)
  }

  @Test(arguments: [
    "", "x", "[]", "7", "{}", "{\"elements\":7}", "{\"type\":\"other\",\"elements\":[]}",
    "{\"type\":7,\"elements\":[]}", "{\"type\":\"excalidraw\",\"elements\":[{\"id\":\"a",
    "\u{1F}\u{8B}", "<svg/>",
  ])
  func `what is no drawing is refused in one line`(text: String) {
    #expect {
      try read(text)
    } throws: { error in
      guard let error = error as? MediaError else { return false }
      return error.code == .inputDamaged && error.message.hasPrefix("a.excalidraw: ")
        && !error.message.contains("\n")
    }
  }

  @Test func `a cut file is refused at every length`() throws {  // INK-08
    let whole = Self.everything
    _ = try ExcalidrawDocument(bytes: whole, name: "whole")
    for count in 0..<whole.count {
      #expect(throws: MediaError.self) {
        try ExcalidrawDocument(bytes: Array(whole.prefix(count)), name: "cut")
      }
    }
  }

  @Test func `changed bytes never trap, and what is read can be drawn`() throws {
    var generator = SeededGenerator(seed: 20_260)
    let replacements = Array("0123456789.-eE{}[]\",:nulltrue \u{0}".utf8)
    for round in 0..<400 {
      var bytes = Self.everything
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[place] = replacements.randomElement(using: &generator) ?? 0
        default: bytes.remove(at: place)
        }
      }
      guard let document = try? ExcalidrawDocument(bytes: bytes, name: "m") else { continue }
      if round % 20 == 0 {
        _ = RenderedDrawing.render(document, width: 64, height: 64, viewport: .identity)
      }
    }
  }

  @Test func `both versions of libraries are read`() throws {
    let element = Drawing.freedraw("[[0,0],[9,9]]")
    let first = try read("{\"type\":\"excalidrawlib\",\"version\":1,\"library\":[[\(element)]]}")
    let second = try read(
      "{\"type\":\"excalidrawlib\",\"version\":2,\"libraryItems\":[{\"elements\":[\(element)]}]}")
    #expect(first.events == second.events)
    #expect(!first.events.isEmpty)
  }

  @Test(arguments: [
    "7", "null", "\"x\"", "[]", "{}", "{\"type\":\"freedraw\"}",
    Drawing.freedraw("[]"), Drawing.freedraw("7"), Drawing.freedraw("[[null,null]]"),
    Drawing.freedraw("[[0,0],[1,1]]", "\"x\":1e308"), Drawing.freedraw("[[0,0]]", "\"x\":NaN"),
    Drawing.freedraw("[[0,0],[1,1]]", "\"strokeColor\":5"),
    Drawing.freedraw("[[0,0],[1,1]]", "\"opacity\":\"x\""),
    Drawing.element("rectangle", "\"width\":\"x\""), Drawing.element("line"),
    Drawing.element("arrow", "\"points\":{}"), Drawing.element("text"),
    Drawing.element("image"), Drawing.element("image", "\"fileId\":\"none\""),
    Drawing.element("ellipse", "\"width\":1e300"),
    Drawing.element("rectangle", "\"angle\":\"x\""), Drawing.element("hologram"),
  ])
  func `a broken element costs one warning and never the file`(element: String) throws {
    let good = Drawing.freedraw("[[0,0],[50,0]]", "\"id\":\"good\",\"y\":300")
    let document = try read(
      String(decoding: Drawing.file([element, good]), as: UTF8.self))
    #expect(document.warnings.count == (element == Drawing.element("line") ? 0 : 1))
    var strokes = 0
    for event in document.events {
      if case .strokeBegan = event.action { strokes += 1 }
    }
    #expect(strokes >= 1)
  }

  @Test func `warnings name the element by number and identifier`() throws {
    let bytes = Drawing.file(["7", Drawing.freedraw("[]", "\"id\":\"a\u{7}b\"")])
    let lines = try ExcalidrawDocument(bytes: bytes, name: "f").warnings.lines()
    #expect(lines[0] == "element 0: is no element; left out")
    #expect(lines[1] == "element 1 (a?b): it has no points; left out")
  }

  @Test func `unknown types are counted in one warning a type`() throws {
    let bytes = Drawing.file([
      Drawing.element("zeppelin"), Drawing.element("hologram"), Drawing.element("zeppelin"),
    ])
    let lines = try ExcalidrawDocument(bytes: bytes, name: "f").warnings.lines()
    #expect(lines.count == 2)
    #expect(lines[1].hasPrefix("elements of type zeppelin: 2 left out"))
  }

  @Test func `events are numbered from one, in order, at times that never fall`() throws {
    let document = try ExcalidrawDocument(bytes: Self.everything, name: "e")
    var last = BoardTime.zero
    for (index, event) in document.events.enumerated() {
      #expect(event.sequence == UInt64(index) + 1)
      #expect(event.time >= last)
      last = event.time
    }
    let again = try ExcalidrawDocument(bytes: Self.everything, name: "e")
    #expect(document.events == again.events)
  }

  @Test func `pace divides all times; a senseless one is refused`() throws {
    let natural = try ExcalidrawDocument(bytes: Self.everything, name: "e")
    let double = try ExcalidrawDocument(bytes: Self.everything, name: "e", pace: 2)
    let (a, b) = (natural.events.last?.time.ticks ?? 0, double.events.last?.time.ticks ?? 0)
    #expect((a - 2 * b).magnitude <= 2)
    for pace in [0, -1, .nan, .infinity, 1e-9] {
      #expect(throws: MediaError.self) {
        try ExcalidrawDocument(bytes: Self.everything, name: "e", pace: pace)
      }
    }
  }
}
