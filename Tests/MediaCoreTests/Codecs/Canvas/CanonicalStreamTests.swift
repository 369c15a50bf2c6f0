import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// What a live board's stream promises: whoever joins or lost packets costs the others nothing.
@Suite struct CanonicalStreamTests {
  private let mode = CanvasVP8Settings.Mode.canonical(ground: .white)

  /// A joiner at any frame: after the bootstrap and from then on bit for bit what everybody has.
  @Test func aJoinerSeesWhatEverybodySeesOnEveryFollowingFrame() throws {
    var compared = 0
    for seed in 0..<UInt64(40) {
      let board = try CodedBoard(seed: seed, mode: mode, quantiser: UInt8(seed * 7 % 60))
      var joiners: [Viewer] = []
      var number = 0
      while let frame = try board.next() {
        number += 1
        for joiner in joiners {
          #expect(try joiner.take(frame) == board.kept, "seed \(seed), frame \(number)")
          compared += 1
        }
        guard number > 1, number % 17 == 5, let frames = try board.bootstrap() else { continue }
        let joiner = try Viewer()
        for frame in frames { try joiner.take(frame) }
        #expect(joiner.shown == board.kept, "seed \(seed) joined at \(number)")
        joiners.append(joiner)
      }
    }
    #expect(compared > 1_000)
  }

  @Test func eightLostFramesAreMendedByOneAndOthersNoticeNothing() throws {
    var mended = 0
    for seed in 0..<UInt64(40) {
      let board = try CodedBoard(seed: seed, mode: mode, quantiser: 14)
      let (whole, lossy) = (try Viewer(), try Viewer())
      var missed = board.noBlocks
      var number = 0
      while let frame = try board.next() {
        number += 1
        try whole.take(frame)
        if (6..<14).contains(number % 20) {
          missed.formUnion(board.lastBlocks)
          continue
        }
        try lossy.take(frame)
        guard number % 20 == 14, let mend = try board.recode(missed) else { continue }
        missed.removeAll()
        #expect(try lossy.take(mend) == board.kept, "seed \(seed), frame \(number)")
        #expect(try whole.take(mend) == board.kept)
        mended += 1
      }
    }
    #expect(mended > 40)
  }

  @Test func thePageIsTheSameForEverybody() throws {
    let pages = try [3, 4, 5].map { seed in
      let board = DrawnBoard(width: 320, height: 192)
      board.script.stroke(line((20, 100), (300, Double(seed) * 20)))
      var encoder = try CanvasVP8Encoder(
        width: 320, height: 192, settings: CanvasVP8Settings(mode: mode))
      return try encoder.encode(board)?.bytes
    }
    #expect(pages[0] == pages[1] && pages[1] == pages[2])
  }

  /// Over a photograph every touched block would be paid in full, again and again.
  @Test func aPictureThatIsHardlyPageIsCodedFreely() throws {
    let board = DrawnBoard(width: 320, height: 192)
    board.script.act { .background($0, .colour(Colour(red: 40, green: 90, blue: 60))) }
    var encoder = try CanvasVP8Encoder(
      width: 320, height: 192, settings: CanvasVP8Settings(mode: mode))
    _ = try encoder.encode(board)
    #expect(!encoder.capabilities.canBootstrap)
    #expect(try encoder.bootstrap(board.picture, at: .zero) == nil)
    let plain = DrawnBoard(width: 320, height: 192)
    var other = try CanvasVP8Encoder(
      width: 320, height: 192, settings: CanvasVP8Settings(mode: mode))
    _ = try other.encode(plain)
    #expect(other.capabilities.canBootstrap)
    plain.script.stroke(line((20, 100), (300, 20)))
    #expect(try other.encode(plain) != nil)
  }
}
