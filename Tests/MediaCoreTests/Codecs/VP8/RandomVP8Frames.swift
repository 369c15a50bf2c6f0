import TestSupport

@testable import MediaCore

/// Frames of random modes and levels: everything that the writer can write.
struct RandomVP8Frames {
  private(set) var generator: SeededGenerator
  private let width: Int32
  private let height: Int32
  private var isFirst = true

  struct Frame {
    var header: VP8FrameHeader
    var macroblocks: [VP8Macroblock] = []
    var levels = VP8Levels()
    var background = VP8Background.last
    var probabilities: VP8CoefficientProbabilities?
  }

  init(seed: UInt64, width: Int32, height: Int32) {
    generator = SeededGenerator(seed: seed)
    self.width = width
    self.height = height
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  /// The next frame; `current` are the probabilities it would begin with.
  mutating func next(_ current: (VP8FrameHeader) -> VP8CoefficientProbabilities) -> Frame {
    let isKey = isFirst || generator.chance(0.08)
    isFirst = false
    var header = VP8FrameHeader(
      isKeyFrame: isKey, width: width, height: height, quantiser: UInt8(number(0...127)))
    header.partitions = 1 << number(0...3)
    header.refreshesEntropy = generator.chance(0.5)
    if generator.chance(0.4) {
      header.segmentation = .init(quantisers: .zero)
      for index in 0..<4 { header.segmentation?.quantisers[index] = UInt8(number(0...127)) }
    }
    if !isKey {
      header.isShown = generator.chance(0.9)
      header.refreshesLast = generator.chance(0.8)
      header.refreshesGolden = generator.chance(0.2)
      header.refreshesAlternate = generator.chance(0.2)
      let copy: VP8FrameHeader.Copy = [.none, .last, .other][number(0...2)]
      if generator.chance(0.5) {
        if !header.refreshesGolden { header.copiesToGolden = copy }
      } else if !header.refreshesAlternate {
        header.copiesToAlternate = copy
      }
    }
    var frame = Frame(header: header)
    if !isKey {
      let reference = VP8Reference(rawValue: UInt8(number(1...3))) ?? .last
      frame.background = .init(
        reference: reference, vector: generator.chance(0.3) ? vector() : .zero)
    }
    let density = [0, 0.02, 0.1, 0.5, 0.97, 1][number(0...5)]
    let policy = number(0...4)
    for row in 0..<header.rows {
      for column in 0..<header.columns where generator.chance(density) {
        let macroblock = macroblock(column, row, frame, policy)
        frame.macroblocks.append(macroblock.0)
        frame.levels = macroblock.1
      }
    }
    if generator.chance(0.4) {
      var new = current(header)
      for _ in 0..<number(0...600) {
        new[number(0...VP8CoefficientProbabilities.count - 1)] = UInt8(number(0...255))
      }
      frame.probabilities = new
    }
    return frame
  }

  /// Any vector, few of them again and again, so that candidates agree.
  private mutating func vector() -> VP8MotionVector {
    switch number(0...3) {
    case 0: return .zero
    case 1: return VP8MotionVector(row: 12, column: -40)
    case 2:
      return VP8MotionVector(row: Int16(number(-2...2) * 8), column: Int16(number(-2...2) * 64))
    default:
      return VP8MotionVector(row: Int16(number(-500...500)), column: Int16(number(-500...500)))
    }
  }

  private mutating func macroblock(
    _ column: Int32, _ row: Int32, _ frame: Frame, _ policy: Int
  ) -> (VP8Macroblock, VP8Levels) {
    let kind = policy == 4 ? number(0...3) : policy
    let chroma = VP8ChromaMode(rawValue: UInt8(number(0...3))) ?? .dc
    let prediction: VP8Prediction
    if kind == 1 {
      var modes = InlineSubblockModes()
      for index in 0..<16 {
        modes[index] = VP8SubblockMode(rawValue: UInt8(number(0...9))) ?? .dc
      }
      prediction = .subblocks(modes, chroma: chroma)
    } else if kind == 0 || frame.header.isKeyFrame {
      prediction = .intra(luma: VP8LumaMode(rawValue: UInt8(number(0...3))) ?? .dc, chroma: chroma)
    } else {
      let reference = VP8Reference(rawValue: UInt8(number(1...3))) ?? .last
      prediction = .inter(reference, kind == 2 ? .zero : vector())
    }
    var macroblock = VP8Macroblock(
      column: column, row: row, prediction: prediction, segment: UInt8(number(0...3)))
    var levels = frame.levels
    if generator.chance(0.7) {
      let quantiser =
        frame.header.segmentation.map { $0.quantisers[Int(macroblock.segment)] }
        ?? frame.header.quantiser
      macroblock.levels = levels.appendRow()
      fill(&levels, prediction.hasY2, PlainResidual(index: Int(quantiser)))
    }
    return (macroblock, levels)
  }

  /// Levels whose products with their steps stay where decoders calculate in 16 bits.
  private mutating func fill(
    _ levels: inout VP8Levels, _ hasY2: Bool, _ residual: PlainResidual
  ) {
    let row = levels.rows - 1
    let busy = [0.05, 0.3, 0.9][number(0...2)]
    for block in 0..<(hasY2 ? 25 : 24) where generator.chance(busy) {
      let plane = block == 24 ? 1 : block >= 16 ? 2 : hasY2 ? 0 : 3
      let first = plane == 0 ? 1 : 0
      let steps = residual.steps(plane: plane)
      var room = 12_000
      let count = number(1...16)
      for position in first..<max(count, first + 1) {
        let step = position == 0 ? steps.first : steps.other
        let largest = min(room / step, VP8Token.largestMagnitude)
        let wanted = [0, 0, 1, 1, 2, 4, 10, 66, 2_114][number(0...8)]
        let magnitude = min(wanted < 3 ? wanted : number(0...wanted), largest)
        room -= magnitude * step
        let level = generator.chance(0.5) ? magnitude : -magnitude
        levels.values[row * 400 + block * 16 + position] = Int16(level)
        if level != 0 { levels.ends[row * 25 + block] = UInt8(position + 1) }
      }
    }
  }
}
