import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// Which coefficient probabilities frames are coded with, and which they leave behind.
@Suite struct CanvasVP8ProbabilityTests {
  private static let side: Int32 = 256
  private static var all: BlockMap {
    var blocks = BlockMap(width: side, height: side)
    blocks.insertAll()
    return blocks
  }

  /// Grain, which is as unlike ink as can be.
  private static func grain() -> I420Picture {
    var generator = SeededGenerator(seed: 41)
    var picture = I420Picture(width: side, height: side)
    picture.withMutablePlane(.luma) { bytes, _ in
      for i in bytes.indices { bytes[i] = 120 + UInt8(truncatingIfNeeded: generator.next() & 15) }
    }
    return picture
  }

  private static func request(
    _ number: Int, _ blocks: BlockMap, isKeyFrame: Bool = false, budget: Bool = false
  ) -> EncodeRequest {
    let time = MediaTime(milliseconds: Int64(number) * 33)
    return EncodeRequest(
      time: time, blocks: blocks, wantsKeyFrame: isKeyFrame,
      budget: budget
        ? EncodeRequest.Budget(bits: 1 << 30, time: MediaTime(milliseconds: 10_000)) : nil)
  }

  /// What decoders have after a frame.
  private static func held(_ encoder: borrowing CanvasVP8Encoder) -> VP8CoefficientProbabilities {
    encoder.writer.probabilities(before: encoder.header(isKeyFrame: false))
  }

  /// One block of something else.
  private static func touch(_ picture: inout I420Picture, _ luma: UInt8) -> BlockMap {
    picture.withMutablePlane(.luma) { bytes, _ in
      for i in 0..<8 { bytes[i] = luma }
    }
    var blocks = BlockMap(width: side, height: side)
    blocks.insert(0)
    return blocks
  }

  @Test func aKeyFrameUnlikeInkHasItsOwnAndTheNextFrameWithLevelsBringsThoseOfInk() throws {
    var picture = Self.grain()
    var encoder = try CanvasVP8Encoder(width: Self.side, height: Self.side)
    let viewer = try Viewer()
    try viewer.take(try #require(try encoder.encode(picture, Self.request(0, Self.all))))
    #expect(Self.held(encoder) == .standard)
    let none = BlockMap(width: Self.side, height: Self.side)
    try viewer.take(try #require(try encoder.encode(picture, Self.request(1, none))))
    #expect(Self.held(encoder) == .standard)
    var blocks = Self.touch(&picture, 20)
    let first = try #require(try encoder.encode(picture, Self.request(2, blocks)))
    try viewer.take(first)
    #expect(Self.held(encoder) == CanvasVP8Prior.free)
    blocks = Self.touch(&picture, 200)
    let second = try #require(try encoder.encode(picture, Self.request(3, blocks)))
    #expect(try viewer.take(second) == DecodedFrame(encoder, like: picture))
    #expect(Self.held(encoder) == CanvasVP8Prior.free)
    #expect(first.bytes.count > second.bytes.count + 900)
  }

  @Test func ownProbabilitiesMakeTheKeyFrameSmallerThanWhatTheyCost() throws {
    let picture = Self.grain()
    var free = try CanvasVP8Encoder(width: Self.side, height: Self.side)
    var budgeted = try CanvasVP8Encoder(width: Self.side, height: Self.side)
    let own = try #require(try free.encode(picture, Self.request(0, Self.all)))
    let ink = try #require(try budgeted.encode(picture, Self.request(0, Self.all, budget: true)))
    #expect(Self.held(budgeted) == CanvasVP8Prior.free)
    let prior = VP8TokenCounts.cost(of: CanvasVP8Prior.free, replacing: .standard) / 2_048
    #expect(own.bytes.count + prior < ink.bytes.count)
  }

  /// A budget that begins later leaves no room for them.
  @Test func framesWithBudgetsBringNoProbabilities() throws {
    var picture = Self.grain()
    var encoder = try CanvasVP8Encoder(width: Self.side, height: Self.side)
    _ = try encoder.encode(picture, Self.request(0, Self.all))
    let blocks = Self.touch(&picture, 20)
    _ = try encoder.encode(picture, Self.request(1, blocks, budget: true))
    #expect(Self.held(encoder) == .standard)
    _ = try encoder.encode(picture, Self.request(2, Self.all, isKeyFrame: true))
    #expect(Self.held(encoder) == CanvasVP8Prior.free)
  }

  /// Nobody may miss what only one frame brings.
  @Test func aStreamMeantToBeCanonicalKeepsAKeyFramesOwn() throws {
    var picture = Self.grain()
    var encoder = try CanvasVP8Encoder(
      width: Self.side, height: Self.side,
      settings: CanvasVP8Settings(mode: .canonical(ground: .white)))
    let viewer = try Viewer()
    try viewer.take(try #require(try encoder.encode(picture, Self.request(0, Self.all))))
    let own = Self.held(encoder)
    #expect(own != .standard && own != CanvasVP8Prior.canonical)
    let blocks = Self.touch(&picture, 20)
    let next = try #require(try encoder.encode(picture, Self.request(1, blocks)))
    #expect(try viewer.take(next) == DecodedFrame(encoder, like: picture))
    #expect(Self.held(encoder) == own)
  }
}
