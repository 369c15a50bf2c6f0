import Glibc
import TestSupport
import Testing

@testable import MediaCore

/// Two decoders that share no code show exactly what this side rebuilds, after every frame of
/// seeded sessions.
///
/// FACEBOARD_VP8_SESSIONS says how many of each kind (500), FACEBOARD_VP8_SEED where seeds begin (0).
@Suite("Sessions before two decoders")
struct DecoderSessionTests {
  private static let lanes = 16
  private static let sessions = number("FACEBOARD_VP8_SESSIONS") ?? 500
  private static let firstSeed = number("FACEBOARD_VP8_SEED") ?? 0

  private static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }

  /// The seeds of one lane.
  private static func seeds(_ lane: Int) -> StrideTo<Int> {
    stride(from: firstSeed + lane, to: firstSeed + sessions, by: lanes)
  }

  private static let sizes: [(Int32, Int32)] = [
    (1, 1), (2, 2), (17, 33), (33, 1), (1, 65), (15, 17), (16, 16), (64, 48), (175, 143),
  ]

  @Test("Frames of random modes, vectors and levels", arguments: 0..<lanes)
  func randomFrames(lane: Int) throws {
    for seed in Self.seeds(lane) {
      let (width, height) = Self.sizes[seed % Self.sizes.count]
      var random = RandomVP8Frames(seed: UInt64(seed) + 10_000, width: width, height: height)
      var writer = VP8FrameWriter(width: width, height: height)
      var decoders = try TwoDecoders()
      var plain: PlainDecoder?
      for number in 0..<12 {
        let frame = random.next(writer.probabilities(before:))
        let bytes = try writer.write(
          frame.header, frame.macroblocks, frame.levels, background: frame.background,
          probabilities: frame.probabilities)
        if plain == nil { plain = PlainDecoder(frame.header) }
        plain?.decode(
          frame.header, frame.macroblocks, frame.levels, background: frame.background)
        let place: Comment = "seed \(seed), \(width)×\(height), frame \(number)"
        do {
          guard try decoders.decode(bytes) else {
            #expect(!frame.header.isShown, place)
            continue
          }
        } catch {
          Issue.record("\(place): \(error)")
          return
        }
        let isEqual = plain?.current.firstDifference(from: decoders.picture) == nil
        try #require(isEqual, place)
      }
    }
  }

  @Test("Every way to code a macroblock", arguments: 0..<lanes)
  func jointSessions(lane: Int) throws {
    for seed in Self.seeds(lane) {
      var session = VP8JointSession(seed: UInt64(seed) + 10_000)
      var decoders = try TwoDecoders()
      for number in 0..<12 {
        do {
          guard try decoders.decode(try session.next(isFirst: number == 0)) else {
            throw NothingCoded()
          }
          let rebuilt = session.references.assembled()
          for plane in I420Picture.Plane.allCases {
            try rebuilt.withPlane(plane) { samples, origin, stride in
              try decoders.compare(plane, with: samples, origin: origin, stride: stride)
            }
          }
        } catch {
          Issue.record("seed \(seed), frame \(number): \(error)")
          return
        }
      }
    }
  }

  @Test("Boards of rectangles in both modes", arguments: 0..<lanes)
  func rectangles(lane: Int) throws {
    for seed in Self.seeds(lane) {
      var session = try RectangleSession(seed: UInt64(seed))
      var decoders = try TwoDecoders()
      for number in 0..<session.frames {
        do {
          guard let frame = try session.next() else { continue }
          if let budget = session.budget, !frame.isKeyFrame, frame.bytes.count * 8 > budget.bits {
            throw OverBudget(budget: budget.bits, bytes: frame.bytes.count)
          }
          guard try decoders.decode(frame.bytes) else { throw NothingCoded() }
          for plane in I420Picture.Plane.allCases {
            try session.encoder.withReconstruction(plane) { samples, origin, stride in
              try decoders.compare(plane, with: samples, origin: origin, stride: stride)
            }
          }
        } catch {
          Issue.record("seed \(seed), \(session.size), frame \(number): \(error)")
          return
        }
      }
    }
  }
}
