import Strokes
import TestSupport

@testable import MediaCore

/// A seeded session of rectangles that appear, change and go, coded by the encoder of boards: all
/// sizes, both modes, every quantiser, key frames, pages that come back, views that move, hints that
/// are true and hints that are not.
struct RectangleSession: ~Copyable {
  private var generator: SeededGenerator
  private(set) var encoder: CanvasVP8Encoder
  private(set) var picture: I420Picture
  /// The page before the last one.
  private var otherPage: I420Picture
  private var number: Int64 = 0
  /// Whether frames may not cost what they like.
  private let hasBudgets: Bool
  /// That of the last frame.
  private(set) var budget: EncodeRequest.Budget?

  /// Small ones in turn; the last three now and then, for they take a hundred times longer.
  private static let sizes: [(Int32, Int32)] = [
    (1, 1), (2, 2), (17, 33), (33, 1), (1, 65), (15, 17), (16, 16), (64, 48), (175, 143),
  ]
  private static let largeSizes: [(Int32, Int32)] = [(320, 240), (1_366, 768), (1_920, 1_080)]

  enum Texture: Int, CaseIterable {
    case flat, noise, faintNoise, gradient, checker, extremes
  }

  /// Frames that are worth coding at the session's size.
  var frames: Int { picture.width > 1_000 ? 4 : 20 }
  var size: String { "\(picture.width)×\(picture.height)" }

  /// - Parameters:
  ///   - isLive: whether it is canonical; half of them when it is not said.
  ///   - hasBudgets: three fifths of them when it is not said.
  init(seed: UInt64, isLive: Bool? = nil, hasBudgets: Bool? = nil) throws {
    generator = SeededGenerator(seed: seed)
    let (width, height) =
      seed % 40 == 39
      ? Self.largeSizes[Int(seed / 40 % 3)] : Self.sizes[Int(seed % UInt64(Self.sizes.count))]
    self.hasBudgets = hasBudgets ?? (seed % 5 < 3)
    picture = I420Picture(width: width, height: height)
    otherPage = I420Picture(width: width, height: height)
    let quantiser =
      generator.chance(0.3)
      ? [0, 1, 126, 127][Int(generator.next() % 4)] : UInt8(generator.next() % 128)
    let white = Colour(red: 255, green: 255, blue: 255)
    encoder = try CanvasVP8Encoder(
      width: width, height: height,
      settings: CanvasVP8Settings(
        mode: isLive ?? (seed % 2 == 1) ? .canonical(ground: white) : .free, quantiser: quantiser))
    // A white page, on which a live board begins.
    fill(x: 0, y: 0, width: Int(width), height: Int(height), .flat, .white, .white)
  }

  /// The next frame.
  mutating func next() throws -> EncodedFrame? {
    var blocks = BlockMap(width: picture.width, height: picture.height)
    var hint: DamageHint?
    let (width, height) = (Int(picture.width), Int(picture.height))
    switch pick(14) {
    case 0:
      keepPage()
      fill(x: 0, y: 0, width: width, height: height, .flat, .white, .white)
      blocks.insertAll()
      hint = .cleared
    case 1:
      break
    case 2:
      // Said to be damaged, and is not.
      blocks.insertAll()
    case 3:
      swap(&picture, &otherPage)
      blocks.insertAll()
      if generator.chance(0.5) { hint = .restored(step: generator.next() % 20) }
    case 4:
      hint = scroll()
      blocks.insertAll()
    default:
      for _ in 0...pick(3) { rectangle(&blocks) }
    }
    // Not all that is said is true.
    switch pick(20) {
    case 0: hint = .cleared
    case 1: hint = .restored(step: generator.next() % 20)
    case 2: hint = .scrolled(dx: Int32(pick(64)) - 32, dy: Int32(pick(64)) - 32)
    default: break
    }
    for row in 0..<Int(blocks.rows) {
      picture.pad([BlockRun(row: row, column: 0, count: Int(blocks.columns))])
    }
    var request = EncodeRequest(
      time: time, blocks: blocks, hint: hint, pass: generator.chance(0.5) ? .preview : .final,
      wantsKeyFrame: generator.chance(0.06))
    if hasBudgets, generator.chance(0.8) { request.budget = nextBudget() }
    budget = request.budget
    number += 1
    return try encoder.encode(picture, request)
  }

  /// A frame in which nothing changes but what budgets left over.
  mutating func rest() throws -> EncodedFrame? {
    number += 1
    let none = BlockMap(width: picture.width, height: picture.height)
    return try encoder.encode(picture, EncodeRequest(time: time, blocks: none))
  }

  mutating func bootstrap() throws -> [EncodedFrame]? {
    try encoder.bootstrap(picture, at: time)
  }

  mutating func recode(_ blocks: BlockMap) throws -> EncodedFrame? {
    try encoder.recode(blocks, of: picture, at: time)
  }

  /// From less than an empty frame to more than all of it takes, most often in between.
  private mutating func nextBudget() -> EncodeRequest.Budget {
    let blocks = (Int(picture.width) + 15) / 16 * ((Int(picture.height) + 15) / 16)
    let each = [10, 60, 150, 400, 1_500, 20_000][pick(6)]
    let time = [0, 20, 200, 30_000][pick(4)] * blocks
    return EncodeRequest.Budget(
      bits: 300 + pick(blocks * each), time: MediaTime(nanoseconds: Int64(time) * 1_000),
      mayWait: generator.chance(0.2))
  }

  private var time: MediaTime { MediaTime(milliseconds: number * 33) }

  private mutating func keepPage() {
    for plane in I420Picture.Plane.allCases {
      picture.withPlane(plane) { source, _ in
        otherPage.withMutablePlane(plane) { target, _ in
          for index in source.indices { target[index] = source[index] }
        }
      }
    }
  }

  /// Moves the picture by whole blocks or by any distance; white comes in.
  private mutating func scroll() -> DamageHint {
    let unit = generator.chance(0.6) ? 16 : 1
    let (dx, dy) = ((pick(7) - 3) * unit, (pick(7) - 3) * unit)
    keepPage()
    let (width, height) = (Int(picture.width), Int(picture.height))
    fill(x: 0, y: 0, width: width, height: height, .flat, .white, .white)
    for plane in I420Picture.Plane.allCases {
      let shift = plane == .luma ? 0 : 1
      let (right, down) = (dx >> shift, dy >> shift)
      let size = picture.size(of: plane)
      otherPage.withPlane(plane) { source, stride in
        picture.withMutablePlane(plane) { target, _ in
          for y in max(0, down)..<max(0, down, min(size.height, size.height + down)) {
            for x in max(0, right)..<max(0, right, min(size.width, size.width + right)) {
              target[y * stride + x] = source[(y - down) * stride + x - right]
            }
          }
        }
      }
    }
    return .scrolled(dx: Int32(dx), dy: Int32(dy))
  }

  private mutating func pick(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }

  private mutating func colour() -> VP8Colour {
    if generator.chance(0.2) { return .white }
    let bits = generator.next()
    return VP8Colour(
      luma: UInt8(truncatingIfNeeded: bits), blue: UInt8(truncatingIfNeeded: bits >> 8),
      red: UInt8(truncatingIfNeeded: bits >> 16))
  }

  private mutating func rectangle(_ blocks: inout BlockMap) {
    let (width, height) = (Int(picture.width), Int(picture.height))
    let left = pick(width)
    let top = pick(height)
    let right = left + 1 + pick(width - left)
    let bottom = top + 1 + pick(height - top)
    let texture = Texture(rawValue: pick(Texture.allCases.count)) ?? .flat
    let (one, other) = (colour(), colour())
    fill(x: left, y: top, width: right - left, height: bottom - top, texture, one, other)
    // A sample of chroma belongs to two rows and columns of luma, so nothing beyond is touched.
    blocks.insert(
      x: Int32(left & ~1), y: Int32(top & ~1), width: Int32(right - left + 2),
      height: Int32(bottom - top + 2))
  }

  private mutating func fill(
    x: Int, y: Int, width: Int, height: Int, _ texture: Texture, _ one: VP8Colour,
    _ other: VP8Colour
  ) {
    let slope = (pick(13) - 6, pick(13) - 6)
    for plane in I420Picture.Plane.allCases {
      let shift = plane == .luma ? 0 : 1
      let (base, second) =
        switch plane {
        case .luma: (Int(one.luma), Int(other.luma))
        case .blue: (Int(one.blue), Int(other.blue))
        case .red: (Int(one.red), Int(other.red))
        }
      var noise = SeededGenerator(seed: generator.next())
      picture.withMutablePlane(plane) { samples, stride in
        for line in (y >> shift)...((y + height - 1) >> shift) {
          for column in (x >> shift)...((x + width - 1) >> shift) {
            let value: Int =
              switch texture {
              case .flat: base
              case .noise: Int(noise.next() & 255)
              case .faintNoise: base + Int(noise.next() % 7) - 3
              case .gradient: base + (slope.0 * column + slope.1 * line) / 4
              case .checker: (column >> 1 ^ line >> 1) & 1 == 0 ? base : second
              case .extremes: noise.next() & 1 == 0 ? 0 : 255
              }
            samples[line * stride + column] = UInt8(min(max(value, 0), 255))
          }
        }
      }
    }
  }
}

/// A frame that is larger than it may be.
struct OverBudget: Error {
  var budget: Int
  var bytes: Int
}
