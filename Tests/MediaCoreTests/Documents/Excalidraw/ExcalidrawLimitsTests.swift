import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// Drawings that are very large, or made to harm.
@Suite struct ExcalidrawLimitsTests {
  private static func wave(points count: Int) -> [UInt8] {
    var text = "[[0,0]"
    for index in 1..<count {
      let step = index % 80
      text += ",[\(Double(index) * 0.02),\(step < 40 ? step : 80 - step)]"
    }
    return Drawing.file([Drawing.freedraw(text + "]", "\"simulatePressure\":true")])
  }

  private static func points(_ document: ExcalidrawDocument) -> Int {
    var count = 0
    for event in document.events {
      if case .strokePoints(_, let points) = event.action { count += points.count }
    }
    return count
  }

  /// A reader whose time grew with the square of the points would take hours.
  @Test func `a stroke of a million points keeps them all`() throws {  // INK-15
    let document = try ExcalidrawDocument(bytes: Self.wave(points: 1_000_000), name: "w")
    #expect(Self.points(document) == 1_000_000)
    guard case .strokePoints(_, let points) = document.events[document.events.count - 2].action
    else {
      Issue.record("the last event but one holds no points")
      return
    }
    #expect(points.last?.x == Int32((100 + 999_999 * 0.02) * 64 + 0.5))
    #expect(document.events.last.map { $0.time.ticks <= 6_000_000 } ?? false)
  }

  @Test(arguments: [
    ("", "[", 300_000), ("", "{\"elements\":", 100_000),
    ("{\"elements\":[{\"type\":\"freedraw\",\"points\":", "[", 100_000),
  ])
  func `deep nesting is refused`(start: String, opening: String, count: Int) {
    let text = start + String(repeating: opening, count: count)
    #expect {
      try ExcalidrawDocument(bytes: Array(text.utf8), name: "deep")
    } throws: { error in
      (error as? MediaError)?.code == .inputDamaged
    }
  }

  @Test func `shapes as large as boards may be stay small in memory`() throws {
    let huge = "\"x\":-4000000,\"y\":-4000000,\"width\":8000000,\"height\":8000000"
    let document = try ExcalidrawDocument(
      bytes: Drawing.file([
        Drawing.element("ellipse", huge + ",\"strokeStyle\":\"dotted\""),
        Drawing.element(
          "rectangle", huge + ",\"fillStyle\":\"cross-hatch\",\"backgroundColor\":\"red\""),
      ]), name: "huge")
    #expect(document.events.count < 20_000)
    let beyond = try ExcalidrawDocument(
      bytes: Drawing.file([Drawing.element("ellipse", "\"x\":4194304,\"width\":8000000")]),
      name: "beyond")
    #expect(beyond.warnings.lines().first?.contains("beyond any board") ?? false)
    #expect(beyond.events.isEmpty)
  }

  @Test func `a drawing of too many hatched shapes is simplified, and says so`() throws {
    let one = Drawing.element(
      "rectangle",
      "\"width\":1000,\"height\":1000,\"fillStyle\":\"hachure\",\"backgroundColor\":\"red\"")
    let document = try ExcalidrawDocument(
      bytes: Drawing.file(Array(repeating: one, count: 2_000)), name: "many")
    #expect(document.warnings.lines().last?.contains("full detail") ?? false)
    #expect(document.events.count < 800_000)
  }

  @Test func `elements beyond the limit are left out, with a warning`() throws {
    let count = ExcalidrawImporter.mostElements + 1
    let document = try ExcalidrawDocument(
      bytes: Drawing.file(
        Array(repeating: "{\"type\":\"selection\",\"x\":0,\"y\":0}", count: count)),
      name: "many")
    #expect(document.warnings.count == 1)
  }

  @Test func `an image of 50 000 by 50 000 pixels is refused by its header`() throws {
    var bytes = TestPictures.png
    bytes.replaceSubrange(16..<24, with: [0, 0, 0xC3, 0x50, 0, 0, 0xC3, 0x50])
    let url = "data:image/png;base64," + TestPictures.base64(bytes)
    let document = try ExcalidrawDocument(
      bytes: Drawing.file(
        [Drawing.element("image", "\"fileId\":\"f\"")], files: "{\"f\":{\"dataURL\":\"\(url)\"}}"),
      name: "bomb")
    #expect(document.warnings.lines().first?.contains("50000×50000 pixels is too large") ?? false)
  }

  @Test(arguments: [
    "file:///etc/passwd", "http://example.org/a.png", "/etc/passwd", "data:image/png,abc",
    "data:image/png;base64,%%%", "", "data:",
  ])
  func `nothing but data inside the file is opened`(url: String) throws {
    let document = try ExcalidrawDocument(
      bytes: Drawing.file(
        [Drawing.element("image", "\"fileId\":\"f\"")], files: "{\"f\":{\"dataURL\":\"\(url)\"}}"),
      name: "link")
    #expect(document.warnings.count == 1)
    for event in document.events {
      if case .resource = event.action { Issue.record("a resource came from \(url)") }
    }
  }
}
