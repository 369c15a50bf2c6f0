import MediaCore
import Strokes
import Testing

@Suite struct StillRendererTests {
  static let author = AuthorID(1)

  /// A board on which a black square of 10×10 appears at `seconds`, at (20, 20).
  func document(
    canvas: (Int32, Int32)?, seconds: Int64 = 2, background: Background = .colour(.white)
  ) -> BoardDocument {
    var header = BoardHeader(canvasWidth: canvas?.0, canvasHeight: canvas?.1)
    header.background = background
    let steps = BoardUnit.perPixel
    let square = Outline(segments: [
      .move(x: 20 * steps, y: 20 * steps), .line(x: 30 * steps, y: 20 * steps),
      .line(x: 30 * steps, y: 30 * steps), .line(x: 20 * steps, y: 30 * steps), .close,
    ])
    let event = BoardEvent(
      sequence: 1, time: BoardTime(ticks: seconds * 10_000), author: Self.author,
      action: .outlinePlaced(
        BoardID(author: Self.author, number: 1), OutlinePlacement(outline: square, colour: .black)))
    return BoardDocument(format: .board, header: header, events: [event])
  }

  func pixel(_ canvas: Canvas, _ x: Int, _ y: Int) -> UInt32 {
    canvas.pixels[y * Int(canvas.width) + x]
  }

  @Test func `a canvas with edges is shown whole, at any scale`() throws {
    var warnings = DocumentWarnings()
    var document = document(canvas: (64, 48))
    let once = try StillRenderer().render(&document, warnings: &warnings)
    #expect(once.width == 64 && once.height == 48)
    #expect(pixel(once, 25, 25) == 0xFF00_0000 && pixel(once, 10, 10) == 0xFFFF_FFFF)
    let twice = try StillRenderer(scale: 2).render(&document, warnings: &warnings)
    #expect(twice.width == 128 && twice.height == 96)
    #expect(pixel(twice, 59, 59) == 0xFF00_0000 && pixel(twice, 61, 61) == 0xFFFF_FFFF)
    let tiny = try StillRenderer(scale: 0.01).render(&document, warnings: &warnings)
    #expect(tiny.width == 1 && tiny.height == 1)
  }

  @Test func `a board without edges is framed by what is ever drawn, at every moment`() throws {
    var warnings = DocumentWarnings()
    var document = document(canvas: nil)
    for seconds: Int64? in [nil, 0] {
      let time = seconds.map { MediaTime(milliseconds: $0 * 1_000) }
      let canvas = try StillRenderer(time: time).render(&document, warnings: &warnings)
      #expect(canvas.width == 42 && canvas.height == 42)
      #expect(pixel(canvas, 21, 21) == (seconds == nil ? 0xFF00_0000 : 0xFFFF_FFFF))
    }
  }

  @Test func `what happens at the asked time is seen, what happens later is not`() throws {
    var warnings = DocumentWarnings()
    var document = document(canvas: (64, 48))
    for (milliseconds, colour) in [(1_999, 0xFFFF_FFFF), (2_000, 0xFF00_0000)] {
      let still = StillRenderer(time: MediaTime(milliseconds: Int64(milliseconds)))
      #expect(pixel(try still.render(&document, warnings: &warnings), 25, 25) == UInt32(colour))
    }
  }

  @Test func `another background stands instead of the document's`() throws {
    var warnings = DocumentWarnings()
    var document = document(canvas: (64, 48))
    let clear = try StillRenderer(background: .transparent).render(&document, warnings: &warnings)
    #expect(pixel(clear, 0, 0) == 0 && pixel(clear, 25, 25) == 0xFF00_0000)
    let navy = Colour(red: 0, green: 0, blue: 128)
    let blue = try StillRenderer(background: .colour(navy)).render(&document, warnings: &warnings)
    #expect(pixel(blue, 0, 0) == 0xFF00_0080)
  }

  @Test func `an empty board is a plain picture`() throws {
    var warnings = DocumentWarnings()
    var document = BoardDocument(format: .excalidraw, header: BoardHeader(), events: [])
    let canvas = try StillRenderer(scale: 0.1).render(&document, warnings: &warnings)
    #expect(canvas.width == 192 && canvas.height == 108)
  }

  @Test func `a picture that is too large is refused before it is drawn`() {
    var warnings = DocumentWarnings()
    for (width, height, scale) in [
      (Int32.max, Int32.max, 64.0), (40_000, 1, 1), (9_000, 9_000, 1), (100, 100, 1_000),
    ] {
      var document = document(canvas: (Int32(width), Int32(height)))
      var code: MediaError.Code?
      do throws(MediaError) {
        _ = try StillRenderer(scale: scale).render(&document, warnings: &warnings)
      } catch {
        code = error.code
      }
      #expect(code == .usage)
    }
  }
}
