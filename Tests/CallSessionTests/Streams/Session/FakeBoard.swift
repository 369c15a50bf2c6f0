import MediaCore
import Strokes
import TestSupport

@testable import CallSession

/// A board whose blocks have versions, and a codec of the kind that boards have: a frame says what its
/// blocks are now. The bytes begin as VP8's do.
struct FakeBoard {
  static let columns = 40
  static let rows = 23
  static let keyFrame: [UInt8] = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0x80, 2, 0x70, 1]

  private(set) var versions = [UInt32](repeating: 0, count: columns * rows)
  private var latest: UInt32 = 0

  static var noBlocks: BlockMap { BlockMap(width: 640, height: 368) }

  /// A stroke goes on: a few blocks change.
  mutating func draw(using random: inout SeededGenerator) -> BlockMap {
    var blocks = Self.noBlocks
    let first = Int.random(in: 0..<versions.count - 3, using: &random)
    for block in first..<first + Int.random(in: 1...3, using: &random) {
      latest += 1
      versions[block] = latest
      blocks.insert(block)
    }
    return blocks
  }

  /// About as large as real blocks are.
  func frame(_ blocks: BlockMap) -> [UInt8] {
    var bytes: [UInt8] = [0x11, 0, 0]
    for block in blocks.indices {
      bytes += [UInt8(block >> 8), UInt8(block & 255)]
      for shift in [24, 16, 8, 0] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: versions[block] >> shift))
      }
      bytes += [UInt8](repeating: 0xAA, count: 40)
    }
    return bytes
  }

  /// What is sent to whoever has a need, and the blocks that it shows.
  func frames(
    for need: BoardSendStream.Need, at now: MediaTime
  ) -> (frames: [SharedFrame], blocks: BlockMap) {
    switch need {
    case .bootstrap:
      let blocks = inked
      return (
        [SharedFrame(Self.keyFrame, time: now), SharedFrame(frame(blocks), time: now)], blocks
      )
    case .blocks(let blocks): return ([SharedFrame(frame(blocks), time: now)], blocks)
    }
  }

  var inked: BlockMap {
    var blocks = Self.noBlocks
    for block in versions.indices where versions[block] > 0 { blocks.insert(block) }
    return blocks
  }

  /// What a receiver shows.
  struct Screen {
    private(set) var versions: [UInt32]?

    mutating func show(_ frame: [UInt8]) {
      if frame[0] & 1 == 0 {
        versions = [UInt32](repeating: 0, count: FakeBoard.columns * FakeBoard.rows)
        return
      }
      var place = 3
      while place + 46 <= frame.count {
        var version: UInt32 = 0
        for offset in 2..<6 { version = version << 8 | UInt32(frame[place + offset]) }
        versions?[Int(frame[place]) << 8 | Int(frame[place + 1])] = version
        place += 46
      }
    }
  }
}
