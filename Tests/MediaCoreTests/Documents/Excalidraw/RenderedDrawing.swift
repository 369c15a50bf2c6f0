import Strokes
import TestSupport

@testable import MediaCore

/// A drawing imported and rendered at scale 1, for tests that look at pixels.
struct RenderedDrawing {
  let document: ExcalidrawDocument
  let canvas: Canvas

  init(_ bytes: [UInt8], width: Int32 = 640, height: Int32 = 480, until: BoardTime? = nil) throws {
    document = try ExcalidrawDocument(bytes: bytes, name: "test")
    canvas = Self.render(document, width: width, height: height, viewport: .identity, until: until)
  }

  static func render(
    _ document: ExcalidrawDocument, width: Int32, height: Int32, viewport: Viewport,
    until: BoardTime? = nil
  ) -> Canvas {
    let renderer = BoardRenderer(
      header: document.header, width: width, height: height, viewport: viewport)
    for event in document.events {
      if let until, event.time > until { break }
      renderer.apply(event)
      if case .resource(let hash, let resource) = event.action,
        let picture = PictureDecoder.picture(of: resource)
      {
        renderer.provide(picture, for: hash)
      }
    }
    _ = renderer.render()
    return renderer.canvas
  }

  func pixel(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
    let pixel = canvas.pixels[y * Int(canvas.width) + x]
    return (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
  }

  /// 0 for white … 1 for black, by the green channel.
  func ink(_ x: Int, _ y: Int) -> Double { 1 - Double(pixel(x, y).green) / 255 }

  /// Ink in a part of one column, in pixels.
  func height(ofColumn x: Int, rows: Range<Int>) -> Double {
    var total = 0.0
    for y in rows { total += ink(x, y) }
    return total
  }

  var area: Double {
    var total = 0.0
    for y in 0..<Int(canvas.height) { for x in 0..<Int(canvas.width) { total += ink(x, y) } }
    return total
  }

  /// Pixels with more than half ink: their box, nil without any.
  var inkBox: (minX: Int, minY: Int, maxX: Int, maxY: Int)? {
    var box: (minX: Int, minY: Int, maxX: Int, maxY: Int)?
    for y in 0..<Int(canvas.height) {
      for x in 0..<Int(canvas.width) where ink(x, y) > 0.5 {
        let old = box ?? (x, y, x, y)
        box = (min(old.minX, x), min(old.minY, y), max(old.maxX, x), max(old.maxY, y))
      }
    }
    return box
  }

  /// How many pieces the ink consists of (pixels with some ink, joined also at corners).
  var blobCount: Int {
    let (width, height) = (Int(canvas.width), Int(canvas.height))
    var isSeen = [Bool](repeating: false, count: width * height)
    var count = 0
    for start in isSeen.indices where !isSeen[start] && ink(start % width, start / width) > 0.2 {
      count += 1
      var stack = [start]
      isSeen[start] = true
      while let place = stack.popLast() {
        let (x, y) = (place % width, place / width)
        for ny in max(y - 1, 0)...min(y + 1, height - 1) {
          for nx in max(x - 1, 0)...min(x + 1, width - 1) {
            let next = ny * width + nx
            guard !isSeen[next], ink(nx, ny) > 0.2 else { continue }
            isSeen[next] = true
            stack.append(next)
          }
        }
      }
    }
    return count
  }
}

/// Builds small drawings for tests.
enum Drawing {
  static func file(
    _ elements: [String], background: String = "#ffffff", files: String = "{}"
  )
    -> [UInt8]
  {
    let list = elements.joined(separator: ",")
    return Array(
      """
      {"type":"excalidraw","version":2,"source":"test","elements":[\(list)],\
      "appState":{"viewBackgroundColor":"\(background)"},"files":\(files)}
      """.utf8)
  }

  /// An element of 100 × 60 at (100, 100); `more` is put after what all have, and wins.
  static func element(_ type: String, _ more: String = "") -> String {
    """
    {"id":"\(type)-1","type":"\(type)","x":100,"y":100,"width":100,"height":60,"angle":0,\
    "strokeColor":"#000000","backgroundColor":"transparent","fillStyle":"solid","strokeWidth":2,\
    "strokeStyle":"solid","roughness":1,"opacity":100,"isDeleted":false\
    \(more.isEmpty ? "" : "," + more)}
    """
  }

  static func freedraw(_ points: String, _ more: String = "") -> String {
    element("freedraw", "\"points\":\(points)" + (more.isEmpty ? "" : "," + more))
  }

  /// Points of a level line.
  static func level(length: Double, points: Int) -> String {
    let list = (0..<points).map { "[\(length * Double($0) / Double(points - 1)),0]" }
    return "[" + list.joined(separator: ",") + "]"
  }
}
