import MediaCore
import Strokes

/// A `.board` file of 160×96 from a list of actions.
enum WrittenBoard {
  static let ada = AuthorID(1)
  static let bob = AuthorID(2)

  /// - Parameter actions: times in milliseconds.
  static func bytes(_ actions: [(milliseconds: Int64, action: BoardAction)]) throws -> [UInt8] {
    var text: [UInt8] = []
    var writer = BoardTextWriter()
    try writer.append(BoardHeader(canvasWidth: 160, canvasHeight: 96), to: &text)
    for (index, (milliseconds, action)) in actions.enumerated() {
      let event = BoardEvent(
        sequence: UInt64(index + 1), time: BoardTime(ticks: milliseconds * 10), author: ada,
        action: action)
      try writer.append(event, to: &text)
    }
    return text
  }

  /// A straight black stroke from one place to another, in pixels.
  static func stroke(
    _ number: UInt32, at milliseconds: Int64, lasting length: Int64 = 200,
    from: (x: Int32, y: Int32), to: (x: Int32, y: Int32)
  ) -> [(milliseconds: Int64, action: BoardAction)] {
    let stroke = BoardID(author: ada, number: number)
    let ink = Ink(kind: .monoline, colour: .black, width: 6 * 64)
    return [
      (milliseconds, .strokeBegan(stroke, ink: ink, channels: [], order: nil)),
      (milliseconds, .strokePoints(stroke, [StrokePoint(x: from.x * 64, y: from.y * 64)])),
      (milliseconds + length, .strokePoints(stroke, [StrokePoint(x: to.x * 64, y: to.y * 64)])),
      (milliseconds + length, .strokeEnded(stroke)),
    ]
  }

  /// Hours in which hardly anything happens, and which take long to record with `endlessOptions`.
  static func endless(chat: Bool = false) throws -> [UInt8] {
    var actions = stroke(1, at: 100, from: (10, 10), to: (150, 80))
    if chat { actions.append((400, .chat("hello"))) }
    actions.append((7_200_000, .pointer(x: 0, y: 0, isVisible: false)))
    return try bytes(actions)
  }

  /// Every frame is encoded: 240 a second for two hours.
  static let endlessOptions = ["--size", "160x96", "--fps", "240", "--constant-rate"]
}
