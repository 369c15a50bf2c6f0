import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// Freehand strokes as pixels at scale 1. Numbers in brackets name the shared cases of the kind.
@Suite struct ExcalidrawFreedrawTests {
  @Test(arguments: ["[[0,0]]", "[[0,0],[0,0]]", "[[0,0],[0.0001,0.0001]]", "[[0,0],[0,0],[0.1,0]]"])
  func `a tap is one dot about its point`(points: String) throws {  // INK-09
    let drawing = try RenderedDrawing(Drawing.file([Drawing.freedraw(points)]))
    let box = try #require(drawing.inkBox)
    #expect(drawing.blobCount == 1)
    #expect((box.minX + box.maxX - 199).magnitude <= 1)
    #expect((box.minY + box.maxY - 199).magnitude <= 1)
    let diameter = 2 * 1.4 * 2
    #expect((drawing.area - .pi * diameter * diameter / 4).magnitude < 3)
  }

  @Test func `two points make the same line as many`() throws {  // INK-10
    let two = try RenderedDrawing(Drawing.file([Drawing.freedraw("[[0,0],[120,0]]")]))
    let many = try RenderedDrawing(
      Drawing.file([Drawing.freedraw(Drawing.level(length: 120, points: 41))]))
    #expect((two.area - many.area).magnitude < 3)
    #expect((two.area - 120 * 2.8).magnitude < 12)
    #expect(two.document.events.count > 6, "it grows while it is drawn")
  }

  @Test func `a backtrack at the end makes no knob`() throws {  // INK-12
    var points = (0...50).map { "[\($0 * 4),0]" }
    points += ["[199.5,0]", "[198.5,0.5]", "[197.5,0]"]
    let list = "[" + points.joined(separator: ",") + "]"
    let drawing = try RenderedDrawing(Drawing.file([Drawing.freedraw(list)]))
    let middle = drawing.height(ofColumn: 200, rows: 80..<120)
    for x in 280..<305 {
      #expect(drawing.height(ofColumn: x, rows: 80..<120) <= middle * 1.3)
    }
  }

  @Test func `pressures that are all zero draw the constant width`() throws {  // INK-13
    let zeros = "[" + Array(repeating: "0", count: 21).joined(separator: ",") + "]"
    let line = Drawing.level(length: 200, points: 21)
    let drawing = try RenderedDrawing(
      Drawing.file([Drawing.freedraw(line, "\"simulatePressure\":false,\"pressures\":\(zeros)")]))
    let plain = try RenderedDrawing(Drawing.file([Drawing.freedraw(line)]))
    #expect(drawing.canvas.pixels == plain.canvas.pixels)
    #expect((drawing.height(ofColumn: 200, rows: 80..<120) - 2.8).magnitude < 0.1)
  }

  @Test func `zero pressure in the middle or at the ends is thin, without a jump`() throws {  // INK-13
    for zeros in [8..<13, 0..<3] {
      var pressures = Array(repeating: "0.5", count: 21)
      for index in zeros { pressures[index] = "0" }
      let list = "[" + pressures.joined(separator: ",") + "]"
      let drawing = try RenderedDrawing(
        Drawing.file([
          Drawing.freedraw(
            Drawing.level(length: 200, points: 21),
            "\"strokeWidth\":4,\"simulatePressure\":false,\"pressures\":\(list)")
        ]))
      var last = drawing.height(ofColumn: 110, rows: 60..<140)
      for x in 111..<290 {
        let height = drawing.height(ofColumn: x, rows: 60..<140)
        #expect((height - last).magnitude <= 1)
        last = height
      }
      let zero = 100 + (zeros.lowerBound == 0 ? 12 : 100)
      // 4 · 8.5 · sin(π/2 · 0.2), and 0.5 for the middle pressure.
      #expect((drawing.height(ofColumn: zero, rows: 60..<140) - 10.5).magnitude < 1.2)
      #expect((drawing.height(ofColumn: 270, rows: 60..<140) - 24.0).magnitude < 0.5)
    }
  }

  @Test func `one movement sampled four times as often is equally thick`() throws {  // INK-22
    var areas: [Double] = []
    for count in [31, 121] {
      var points: [String] = []
      for index in 0..<count {
        let turn = Double(index) / Double(count - 1)
        let arm = BoardPolyline([SIMD2(100, 0)]).rotated(by: .pi * turn, about: .zero).points[0]
        points.append("[\(arm.x + 100),\(arm.y)]")
      }
      let list = "[" + points.joined(separator: ",") + "]"
      let drawing = try RenderedDrawing(
        Drawing.file([Drawing.freedraw(list, "\"simulatePressure\":true")]))
      areas.append(drawing.area)
    }
    #expect((areas[0] - areas[1]).magnitude < 0.02 * areas[0])
  }

  @Test func `a sharp zigzag is full width through each corner`() throws {  // INK-23
    let points = (0...10).map { "[\($0 * 20),\($0 % 2 * 60)]" }.joined(separator: ",")
    let halves = Array(repeating: "0.5", count: 11).joined(separator: ",")
    let drawing = try RenderedDrawing(
      Drawing.file([
        Drawing.freedraw(
          "[\(points)]", "\"strokeWidth\":1,\"simulatePressure\":false,\"pressures\":[\(halves)]")
      ]))
    #expect(drawing.blobCount == 1)
    // A leg leans by atan(20/60): a row cuts it 6.01 / cos(18.4°) = 6.34 wide.
    for y in 115..<145 {
      var row = 0.0
      for x in 0..<640 { row += drawing.ink(x, y) }
      #expect(row >= 10 * 6.34 * 0.8 && row <= 10 * 6.34 * 1.2)
    }
  }

  @Test func `what is deleted leaves no trace in ink, order or time`() throws {  // INK-25
    let live = Drawing.freedraw("[[0,0],[50,20],[90,0]]")
    let ghost = Drawing.freedraw("[[0,0],[100000,100000]]", "\"isDeleted\":true,\"x\":-50000")
    let broken = "{\"isDeleted\":true,\"type\":7}"
    let alone = try RenderedDrawing(Drawing.file([live]))
    let haunted = try RenderedDrawing(Drawing.file([ghost, live, broken]))
    #expect(alone.document.events == haunted.document.events)
    #expect(haunted.document.warnings.isEmpty)
    #expect(alone.canvas.pixels == haunted.canvas.pixels)
  }

  @Test func `an element turns about the centre of its box`() throws {  // INK-26
    let line = Drawing.freedraw(
      Drawing.level(length: 200, points: 41), "\"y\":150,\"angle\":1.5707963267948966")
    let box = try #require(try RenderedDrawing(Drawing.file([line])).inkBox)
    #expect((box.minX - 199).magnitude <= 2 && (box.maxX - 200).magnitude <= 2)
    #expect((box.minY - 49).magnitude <= 2 && (box.maxY - 250).magnitude <= 2)
  }

  @Test func `the width follows the pressure by Excalidraw's law`() {
    #expect((FreedrawWidths.width(pressure: 0.5, strokeWidth: 1) - 6.010_407_6).magnitude < 1e-6)
    #expect((FreedrawWidths.width(pressure: 1, strokeWidth: 2) - 17 * 0.951_056_5).magnitude < 1e-5)
  }

  @Test func `pressure lists that are too short, too long or holed are mended`() {
    #expect(FreedrawWidths.usable([], count: 3) == nil)
    #expect(FreedrawWidths.usable([0, 0], count: 3) == nil)
    #expect(FreedrawWidths.usable([.nan, .nan], count: 2) == nil)
    #expect(FreedrawWidths.usable([0.2], count: 3) == [0.2, 0.2, 0.2])
    #expect(FreedrawWidths.usable([0.2, 0.3, 0.4], count: 2) == [0.2, 0.3])
    #expect(FreedrawWidths.usable([.nan, 0.3, .nan, 7, -1], count: 5) == [0.3, 0.3, 0.3, 1, 0])
  }

  @Test func `a closed stroke with a background is filled below its line`() throws {
    let loop = Drawing.freedraw(
      "[[0,0],[100,0],[100,80],[0,80],[0,2]]", "\"backgroundColor\":\"#00ff00\"")
    let drawing = try RenderedDrawing(Drawing.file([loop]))
    #expect(drawing.pixel(150, 140) == (0, 255, 0))
    #expect(drawing.pixel(150, 100) == (0, 0, 0))
    let open = Drawing.freedraw(
      "[[0,0],[100,0],[100,80],[0,80],[0,40]]", "\"backgroundColor\":\"#00ff00\"")
    #expect(try RenderedDrawing(Drawing.file([open])).pixel(150, 140) == (255, 255, 255))
  }

  @Test func `opacity and the colour's alpha multiply`() throws {
    let line = Drawing.level(length: 100, points: 5)
    let drawing = try RenderedDrawing(
      Drawing.file([
        Drawing.freedraw(line, "\"strokeColor\":\"#f00\",\"opacity\":50,\"strokeWidth\":8"),
        Drawing.freedraw(line, "\"strokeColor\":\"#ff000080\",\"y\":200,\"strokeWidth\":8"),
        Drawing.freedraw(line, "\"strokeColor\":\"transparent\",\"y\":300,\"strokeWidth\":8"),
      ]))
    #expect(127...128 ~= drawing.pixel(150, 100).green)
    #expect(127...128 ~= drawing.pixel(150, 200).green)
    #expect(drawing.pixel(150, 300) == (255, 255, 255))
  }

  @Test func `a bad point costs one warning and no more than itself`() throws {
    let drawing = try RenderedDrawing(
      Drawing.file([Drawing.freedraw("[[0,0],[null,5],[1e308,0],[50,0],\"x\",[100,0]]")]))
    #expect(drawing.document.warnings.lines().count == 1)
    #expect(drawing.document.warnings.lines()[0].hasPrefix("element 0 (freedraw-1): 3 of its 6"))
    #expect(drawing.ink(150, 100) > 0.9)
  }
}
