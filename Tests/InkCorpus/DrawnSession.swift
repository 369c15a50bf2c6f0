import Strokes
import TestSupport

/// A session of the corpus as native code draws it.
struct DrawnSession {
  let seed: UInt64
  let session: RandomSession
  private(set) var stream: [UInt8] = []
  /// The hash of the picture after this many events.
  private(set) var checks: [(events: Int, hash: UInt64)] = []
  /// FNV-1a in 32 bits over the bytes R, G, B, A that a page shows at the end.
  private(set) var shown: UInt32 = 0x811C_9DC5

  init(seed: UInt64) {
    self.seed = seed
    session = RandomSession(seed: seed)
    encode()
    draw()
  }

  private mutating func encode() {
    var encoder = BinaryCodecEncoder()
    do {
      try encoder.append(session.header, to: &stream)
      for event in session.events { try encoder.append(event, to: &stream) }
    } catch {
      preconditionFailure("seed \(seed): \(error)")
    }
  }

  /// Half of the sessions are drawn and compared after every event, the others now and then: then
  /// several events meet in one step.
  private mutating func draw() {
    let renderer = BoardRenderer(
      header: session.header, width: session.width, height: session.height,
      viewport: session.viewport)
    renderer.provide(session.picture, for: session.pictureHash)
    var copy = StraightCanvas(width: session.width, height: session.height)
    var random = SeededGenerator(seed: seed)
    for (number, event) in session.events.enumerated() {
      renderer.apply(event)
      let isLast = number == session.events.count - 1
      guard isLast || seed % 2 == 0 || random.chance(0.3) else { continue }
      let damage = renderer.render().blocks
      copy.follow(renderer.canvas, in: damage)
      checks.append((number + 1, renderer.canvas.hash))
    }
    for pixel in copy.pixels {
      for shift in [UInt32(0), 8, 16, 24] {
        shown = (shown ^ (pixel >> shift & 255)) &* 0x0100_0193
      }
    }
  }

  func json(start: Int) -> String {
    var text = "{\"seed\":\(seed),\"start\":\(start),\"length\":\(stream.count),"
    text += "\"width\":\(session.width),\"height\":\(session.height),"
    text += "\"scale\":\(session.viewport.scale),\"offsetX\":\(session.viewport.offsetX),"
    text += "\"offsetY\":\(session.viewport.offsetY),\"shown\":\(shown),\"checks\":["
    for (index, check) in checks.enumerated() {
      let digits = String(check.hash, radix: 16)
      let padding = String(repeating: "0", count: 16 - digits.count)
      text += (index > 0 ? "," : "") + "[\(check.events),\"\(padding)\(digits)\"]"
    }
    return text + "]}"
  }
}

extension RandomSession {
  /// The picture that all sessions share: its hash's bytes, and its pixels as R, G, B, A.
  var pictureJSON: String {
    var copy = StraightPixels()
    for pixel in picture.pixels { copy.append(pixel) }
    var name: [String] = []
    for word in 0..<4 {
      for byte in 0..<8 {
        name.append("\(pictureHash.words[word] >> UInt64(56 - byte * 8) & 255)")
      }
    }
    return "\"picture\":{\"hash\":[\(name.joined(separator: ","))],\"width\":\(picture.width),"
      + "\"height\":\(picture.height),\"data\":[\(copy.bytes.joined(separator: ","))]}"
  }
}

/// Opaque 0xAARRGGBB pixels as the bytes of an `ImageData`.
private struct StraightPixels {
  var bytes: [String] = []

  mutating func append(_ pixel: UInt32) {
    bytes += ["\(pixel >> 16 & 255)", "\(pixel >> 8 & 255)", "\(pixel & 255)", "\(pixel >> 24)"]
  }
}
