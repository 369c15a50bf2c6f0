import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// Shapes, lines and arrows as pixels at scale 1.
@Suite struct ExcalidrawShapesTests {
  private func draw(_ type: String, _ more: String) throws -> RenderedDrawing {
    try RenderedDrawing(Drawing.file([Drawing.element(type, more)]))
  }

  @Test func `a rectangle has sharp corners or round ones`() throws {
    let sharp = try draw("rectangle", "\"strokeWidth\":4")
    #expect(sharp.ink(100, 100) > 0.9 && sharp.ink(150, 100) > 0.9 && sharp.ink(150, 130) == 0)
    let round = try draw("rectangle", "\"strokeWidth\":4,\"roundness\":{\"type\":3}")
    #expect(round.ink(101, 101) < 0.1 && round.ink(150, 100) > 0.9)
    let legacy = try draw("rectangle", "\"strokeWidth\":4,\"strokeSharpness\":\"round\"")
    #expect(legacy.canvas.pixels == round.canvas.pixels)
  }

  @Test func `a diamond and an ellipse touch the middles of their box's sides`() throws {
    for type in ["diamond", "ellipse"] {
      let drawing = try draw(type, "\"strokeWidth\":4")
      for (x, y) in [(150, 100), (200, 130), (150, 160), (100, 130)] {
        #expect(drawing.ink(x, y) > 0.6, "\(type) at \(x), \(y)")
      }
      #expect(drawing.ink(103, 103) == 0)
    }
    let (diamond, ellipse) = try (draw("diamond", ""), draw("ellipse", ""))
    #expect(diamond.ink(125, 115) > 0.5)
    #expect(ellipse.ink(125, 115) < 0.5)
  }

  @Test func `fills lie below edges, solid or as lines`() throws {
    let solid = try draw("rectangle", "\"backgroundColor\":\"#f00\"")
    #expect(solid.pixel(150, 130) == (255, 0, 0))
    #expect(solid.pixel(150, 100) == (0, 0, 0))
    var covers: [Double] = []
    for style in ["hachure", "zigzag", "cross-hatch"] {
      let more =
        "\"strokeColor\":\"transparent\",\"backgroundColor\":\"#00f\",\"fillStyle\":\"\(style)\""
      covers.append(try draw("rectangle", more).area / 6_000)
    }
    // Lines of 1 every 8; and crossing ones hide a part of each other.
    #expect((covers[0] - 1.0 / 8).magnitude < 0.03)
    #expect(covers[1] > covers[0])
    #expect(covers[2] > 1.6 * covers[0])
  }

  @Test func `below a translucent edge no fill shows`() throws {
    let drawing = try draw(
      "rectangle", "\"strokeWidth\":8,\"opacity\":50,\"backgroundColor\":\"#f00\"")
    let (inner, outer) = (drawing.pixel(150, 102), drawing.pixel(150, 98))
    #expect(inner == outer)
    #expect(drawing.pixel(150, 130).red == 255 && 127...128 ~= drawing.pixel(150, 130).green)
  }

  @Test func `dashed and dotted lines have gaps`() throws {
    let line = "\"points\":[[0,0],[200,0]]"
    for (style, pieces) in [("dashed", 11), ("dotted", 21)] {
      let drawing = try draw("line", line + ",\"strokeStyle\":\"\(style)\"")
      #expect((drawing.blobCount - pieces).magnitude <= 1, "\(style)")
    }
  }

  @Test func `a rounded line is a curve, an elbow keeps its legs`() throws {
    let points = "\"points\":[[0,0],[50,50],[100,0]]"
    let sharp = try draw("line", points)
    let round = try draw("line", points + ",\"roundness\":{\"type\":2}")
    #expect(sharp.ink(125, 125) > 0.5 && round.ink(125, 125) < 0.5)
    #expect(round.ink(150, 150) > 0.5, "it goes through its points")
    let elbow = try draw("arrow", "\"points\":[[0,0],[100,0],[100,80]],\"elbowed\":true")
    #expect(elbow.ink(200, 100) < 0.1 && elbow.ink(150, 100) > 0.5 && elbow.ink(200, 150) > 0.5)
  }

  @Test func `a closed line is filled, an arrow never`() throws {
    let loop = "\"points\":[[0,0],[100,0],[100,60],[0,60],[0,0]],\"backgroundColor\":\"#0f0\""
    #expect(try draw("line", loop).pixel(150, 130) == (0, 255, 0))
    #expect(try draw("arrow", loop).pixel(150, 130) == (255, 255, 255))
  }

  @Test(arguments: [
    "arrow", "bar", "dot", "circle", "circle_outline", "triangle", "triangle_outline", "diamond",
    "diamond_outline", "crowfoot_one", "crowfoot_many", "crowfoot_one_or_many",
  ])
  func `every arrowhead stands at its end and is one piece with the line`(name: String) throws {
    let shaft = try draw("arrow", "\"points\":[[0,0],[150,0]]")
    let drawing = try draw("arrow", "\"points\":[[0,0],[150,0]],\"endArrowhead\":\"\(name)\"")
    #expect(drawing.blobCount == 1)
    #expect(drawing.area > shaft.area)
    let (start, end) = (
      drawing.height(ofColumn: 110, rows: 60..<140),
      (220..<252).map { drawing.height(ofColumn: $0, rows: 60..<140) }.max() ?? 0
    )
    #expect((start - 2).magnitude < 0.1 && end > 3.5)
  }

  @Test func `an unknown arrowhead is left out`() throws {
    let line = "\"points\":[[0,0],[150,0]]"
    #expect(
      try draw("arrow", line + ",\"endArrowhead\":\"spoon\"").canvas.pixels
        == draw("arrow", line).canvas.pixels)
  }

  @Test func `a shape grows while it is drawn`() throws {
    let bytes = Drawing.file([Drawing.element("rectangle")])
    let document = try ExcalidrawDocument(bytes: bytes, name: "r")
    let last = try #require(document.events.last?.time)
    var areas: [Double] = []
    for share in 0...4 {
      let time = BoardTime(ticks: 3_000 + (last.ticks - 3_000) * Int64(share) / 4)
      areas.append(try RenderedDrawing(bytes, until: time).area)
    }
    for index in 1..<areas.count { #expect(areas[index] > areas[index - 1] + 50) }
  }

  @Test func `a box drawn to the left or upwards is the same box`() throws {
    let back = try draw("rectangle", "\"x\":200,\"y\":160,\"width\":-100,\"height\":-60")
    #expect(back.inkBox.map { $0 == (99, 99, 200, 160) } ?? false)
  }

  @Test func `hatching follows the shape, also through a hole`() {
    let square = BoardPolyline.rectangle(x: 0, y: 0, width: 10, height: 10, radius: 0)
    let lines = HachureFill(angle: 0, gap: 2).lines(in: square, atMost: 100)
    #expect(lines.count == 5)
    for line in lines { #expect((line[1].x - line[0].x).magnitude == 10) }
    let bow = BoardPolyline(
      [SIMD2(0, 0), SIMD2(10, 10), SIMD2(10, 0), SIMD2(0, 10)], isClosed: true)
    #expect(HachureFill(angle: 0, gap: 2).lines(in: bow, atMost: 100).count == 10)
    #expect(HachureFill(angle: 0, gap: 1e-9).lines(in: square, atMost: 1_000).count <= 250)
  }

  @Test func `dashes cover mark and gap in turn and never exceed their number`() {
    guard let pattern = DashPattern(style: .dashed, strokeWidth: 2) else {
      Issue.record("dashed lines have a pattern")
      return
    }
    let line = [SIMD2(0.0, 0.0), SIMD2(100.0, 0.0)]
    let pieces = pattern.pieces(of: line, atMost: 100)
    #expect(pieces.count == 6)
    #expect(pieces[1][0] == SIMD2(18, 0) && pieces[1][1] == SIMD2(26, 0))
    #expect(pattern.pieces(of: [SIMD2(0, 0), SIMD2(1e7, 0)], atMost: 50).count <= 51)
    #expect(pattern.pieces(of: [SIMD2(0, 0), SIMD2(1e7, 0)], atMost: 0).count <= 2)
  }
}
