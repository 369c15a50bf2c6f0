import Strokes

/// A board of 160×120 pixels with an editor, for tests that draw by hand.
package final class Desk {
  package let editor: BoardEditor
  private var ticks: Int64 = 0

  package init(
    width: Int32 = 160, height: Int32 = 120, viewport: Viewport = .identity
  ) throws {
    editor = try BoardEditor(
      header: BoardHeader(canvasWidth: 160, canvasHeight: 120), width: width, height: height,
      viewport: viewport, author: AuthorID(1))
  }

  /// The next moment, 4 ms later.
  package func tick() -> BoardTime {
    ticks += 40
    return BoardTime(ticks: ticks)
  }

  package func sample(_ x: Double, _ y: Double, force: Double = 1) -> PenSample {
    PenSample(x: x, y: y, milliseconds: Double(ticks) / 10, force: force)
  }

  package func begin(
    _ kind: InkKind = .monoline, width: Double = 6, channels: PointChannels = []
  ) -> BoardID? {
    let ink = Ink(kind: kind, colour: .black, width: BoardUnit.quantiseWidth(width) ?? 0)
    return editor.beginStroke(ink: ink, channels: channels, at: tick())
  }

  @discardableResult
  package func stroke(
    _ points: [(Double, Double)], _ kind: InkKind = .monoline, width: Double = 6,
    channels: PointChannels = []
  ) -> BoardID {
    guard let id = begin(kind, width: width, channels: channels) else {
      return BoardID(author: AuthorID(0), number: 0)
    }
    for point in points {
      let time = tick()
      editor.extend(id, samples: [sample(point.0, point.1)], at: time)
    }
    editor.endStroke(id, at: tick())
    return id
  }

  /// A filled square.
  package func square(_ x: Int32, _ y: Int32, size: Int32) -> BoardID? {
    let (left, top, right, bottom) = (x * 64, y * 64, (x + size) * 64, (y + size) * 64)
    let outline = Outline(segments: [
      .move(x: left, y: top), .line(x: right, y: top), .line(x: right, y: bottom),
      .line(x: left, y: bottom), .close,
    ])
    return editor.place(OutlinePlacement(outline: outline, colour: .black), at: tick())
  }

  package var pixels: [UInt32] {
    _ = editor.render()
    return editor.canvas.pixels
  }

  package func pixel(_ x: Int, _ y: Int) -> UInt32 {
    pixels[y * Int(editor.canvas.width) + x]
  }
}

extension Desk {
  /// The points that the log holds of a stroke.
  package func points(of id: BoardID) throws -> [StrokePoint] {
    var decoder = BinaryCodecDecoder(editor.log.bytes)
    _ = try decoder.header()
    var points: [StrokePoint] = []
    while let event = try decoder.next() {
      if case .strokePoints(id, let more) = event.action { points += more }
    }
    return points
  }
}
