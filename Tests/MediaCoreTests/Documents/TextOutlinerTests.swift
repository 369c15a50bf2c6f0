import Strokes
import TestSupport
import Testing

@testable import MediaCore

@Suite struct TextOutlinerTests {
  private let style = TextOutliner.Style(family: PinnedFonts.sansSerif, isBold: false, size: 20)

  @Test func `a line's glyphs are outlines on its baseline`() throws {
    let line = try TextOutliner().set("Hx", style)
    #expect(line.width > 20 && line.width < 32)
    var (low, high) = (Int32.max, Int32.min)
    for case .line(_, let y) in line.outline.segments { (low, high) = (min(low, y), max(high, y)) }
    // Noto Sans has capitals of 0.714 em.
    #expect((low + Int32(0.714 * 20 * 64)).magnitude < 32)
    #expect(high == 0)
  }

  @Test(arguments: [
    "日本語", "العربية", "עברית", "e\u{301}", "हिन्दी", "\u{202E}abc", "ﷺ", "\u{1F468}\u{200D}x",
  ])
  func `every script has ink and a width`(text: String) throws {
    let line = try TextOutliner().set(text, style)
    #expect(line.width > 5)
    #expect(line.outline.segments.count > 10)
  }

  @Test func `a long line keeps all its glyphs`() throws {
    let outliner = TextOutliner()
    let one = try outliner.set("o", style)
    let many = try outliner.set(String(repeating: "o", count: 500), style)
    #expect(many.outline.segments.count == 500 * one.outline.segments.count)
    #expect((many.width - 500 * one.width).magnitude < 1)
  }

  @Test func `emoji are pictures of their own size; the rest of the line stays outlines`() throws {
    let line = try TextOutliner().set("a 🎉 b", style)
    #expect(line.pictures.count == 1)
    let picture = try #require(line.pictures.first)
    #expect(picture.text.contains("🎉"))
    #expect(picture.height > 20 && picture.height < 30)
    #expect(picture.y < 0 && picture.y + picture.height > 0)
    var isColoured = false
    for pixel in picture.picture.pixels where pixel >> 24 == 255 {
      let (red, blue) = (pixel >> 16 & 255, pixel & 255)
      if max(red, blue) - min(red, blue) > 60 { isColoured = true }
    }
    #expect(isColoured)
    #expect(line.outline.segments.count > 20)
  }

  @Test func `nothing, blanks, a NUL and broken marks set nothing odd`() throws {
    let outliner = TextOutliner()
    #expect(try outliner.set("", style).width == 0)
    #expect(try outliner.set("   ", style).outline.segments.isEmpty)
    #expect(try outliner.set("a\0b", style).width == outliner.set("a b", style).width)
    _ = try outliner.set("\u{301}\u{301}\u{200D}\u{FE0F}", style)
  }

  @Test func `the same text gives the same outlines`() throws {
    let first = try TextOutliner().set("Twice 二", style)
    let second = try TextOutliner().set("Twice 二", style)
    #expect(first.outline == second.outline)
  }

  @Test func `a drawing's text stands where its box says, at its own size`() throws {
    for (alignment, left, right) in [("left", 100, 144), ("center", 178, 222), ("right", 256, 300)]
    {
      let text = Drawing.element(
        "text",
        "\"text\":\"HHH\",\"fontSize\":20,\"width\":200,\"height\":50,\"fontFamily\":2,"
          + "\"textAlign\":\"\(alignment)\",\"lineHeight\":2.5")
      let box = try #require(try RenderedDrawing(Drawing.file([text])).inkBox)
      #expect(
        (box.minX - left - 2).magnitude <= 3 && (box.maxX - right + 2).magnitude <= 3,
        "\(alignment)")
      // The line is 50 high: its middle is at 125, the baseline 0.27 em below.
      #expect((box.maxY - 130).magnitude <= 1)
      #expect((box.minY - 116).magnitude <= 1)
    }
  }

  @Test func `lines wider than their box make the text smaller`() throws {
    let text = Drawing.element(
      "text", "\"text\":\"WWWWWWWWWWWWWWWWWWWW\",\"fontSize\":20,\"width\":100,\"height\":25")
    let box = try #require(try RenderedDrawing(Drawing.file([text])).inkBox)
    #expect(box.minX >= 99 && box.maxX <= 201 && box.maxX > 190)
  }

  @Test func `each line comes by itself and keeps its words`() throws {
    let text = Drawing.element("text", "\"text\":\"one\\ntwo\\n\\nthree\",\"fontSize\":20")
    let document = try ExcalidrawDocument(bytes: Drawing.file([text]), name: "t")
    var words: [String] = []
    var times: [BoardTime] = []
    for event in document.events {
      if case .outlinePlaced(_, let placement) = event.action {
        words.append(placement.text ?? "")
        times.append(event.time)
      }
    }
    #expect(words == ["one", "two", "three"])
    #expect(times == times.sorted() && Set(times).count == 3)
  }
}
