import TestSupport

@testable import MediaCore

/// A seeded session of frames in which every way to code a macroblock occurs: what the encoder
/// rebuilds, and the bytes for a decoder.
struct VP8JointSession: ~Copyable {
  private(set) var references: VP8References
  private var writer: VP8FrameWriter
  private var generator: SeededGenerator
  private let width: Int32
  private let height: Int32
  private let partitions: Int
  private let extreme: Bool

  static let sizes: [(Int32, Int32)] = [
    (1, 1), (2, 2), (17, 33), (33, 1), (1, 65), (15, 17), (16, 16), (64, 48), (175, 143), (96, 80),
  ]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    let size = Self.sizes[Int(seed % UInt64(Self.sizes.count))]
    (width, height) = size
    references = VP8References(width: size.0, height: size.1)
    writer = VP8FrameWriter(width: size.0, height: size.1)
    partitions = 1 << Int(generator.next() % 4)
    extreme = generator.chance(0.3)
  }

  private mutating func pick(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }

  private mutating func quantiser() -> UInt8 {
    UInt8(extreme ? [0, 1, 126, 127][pick(4)] : pick(128))
  }

  /// The next frame; a key frame when it is the first, and now and then.
  mutating func next(isFirst: Bool) throws -> [UInt8] {
    let isKeyFrame = isFirst || generator.chance(0.06)
    var header = VP8FrameHeader(
      isKeyFrame: isKeyFrame, width: width, height: height, quantiser: quantiser())
    header.partitions = partitions
    header.refreshesEntropy = generator.chance(0.5)
    if generator.chance(0.4) {
      header.segmentation = VP8FrameHeader.Segmentation(
        quantisers: SIMD4(quantiser(), quantiser(), quantiser(), quantiser()))
    }
    return isKeyFrame ? try keyFrame(header) : try otherFrame(header)
  }

  private mutating func keyFrame(_ header: VP8FrameHeader) throws -> [UInt8] {
    var (macroblocks, levels) = ([VP8Macroblock](), VP8Levels())
    for row in 0..<references.rows {
      for column in 0..<references.columns {
        macroblocks.append(
          code(column, row, header, intra(), levels: &levels))
      }
    }
    references.copyLast(to: .golden)
    references.copyLast(to: .alternate)
    return try write(header, macroblocks, levels, .last)
  }

  private mutating func otherFrame(_ start: VP8FrameHeader) throws -> [UInt8] {
    var header = start
    var background = VP8Background.last
    var sources: [VP8Reference] = [.last, .golden, .alternate]
    switch pick(10) {
    case 0:
      // A pan: nothing may lie where it was.
      let vector = VP8MotionVector(
        row: Int16((pick(41) - 20) * 8), column: Int16((pick(41) - 20) * 8))
      background = VP8Background(reference: .last, vector: vector)
      references.pan(by: vector)
    case 1: background = VP8Background(reference: .golden)
    case 2: background = VP8Background(reference: .alternate)
    default: break
    }
    // A frame must not predict from what it overwrites beforehand; a moved LAST is no longer there.
    if background == .last || background.vector == .zero {
      switch pick(6) {
      case 0 where background.reference != .golden:
        header.copiesToGolden = generator.chance(0.5) ? .last : .other
        header.copiesToGolden == .last
          ? references.copyLast(to: .golden) : references.copyOther(to: .golden)
        sources = [.last, .alternate]
      case 1 where background.reference != .alternate:
        header.copiesToAlternate = generator.chance(0.5) ? .last : .other
        header.copiesToAlternate == .last
          ? references.copyLast(to: .alternate) : references.copyOther(to: .alternate)
        sources = [.last, .golden]
      case 2: header.refreshesGolden = true
      case 3: header.refreshesAlternate = true
      default: break
      }
    }
    let share = [0.0, 0.1, 0.5, 1][pick(4)]
    var (macroblocks, levels) = ([VP8Macroblock](), VP8Levels())
    for row in 0..<references.rows {
      for column in 0..<references.columns {
        guard generator.chance(share) else {
          references.repeatMacroblock(of: background.reference, column: column, row: row)
          continue
        }
        let prediction: VP8Prediction?
        if generator.chance(0.5) {
          let reference = sources[pick(sources.count)]
          prediction = .inter(reference, reference == .last ? background.vector : .zero)
        } else {
          prediction = intra()
        }
        macroblocks.append(code(column, row, header, prediction, levels: &levels))
      }
    }
    if header.refreshesGolden { references.copyLast(to: .golden) }
    if header.refreshesAlternate { references.copyLast(to: .alternate) }
    return try write(header, macroblocks, levels, background)
  }

  /// Nil for subblocks, whose modes are chosen on the way.
  private mutating func intra() -> VP8Prediction? {
    guard generator.chance(0.6) else { return nil }
    return .intra(
      luma: VP8LumaMode.allCases[pick(4)], chroma: VP8ChromaMode.allCases[pick(4)])
  }

  private mutating func code(
    _ column: Int, _ row: Int, _ header: VP8FrameHeader, _ prediction: VP8Prediction?,
    levels: inout VP8Levels
  ) -> VP8Macroblock {
    let segment = header.segmentation == nil ? 0 : UInt8(pick(4))
    let index = header.segmentation.map { $0.quantisers[Int(segment)] } ?? header.quantiser
    let residual = VP8Residual(quantiser: VP8Quantiser(index))
    let source = VP8RandomSamples.any(&generator)
    var coded: VP8CodedMacroblock
    if let prediction {
      coded = references.code(
        source, column: column, row: row, prediction, residual,
        detail: generator.chance(0.2) ? .averages : .all, levels: &levels)
    } else {
      var modes = InlineSubblockModes()
      for i in 0..<16 { modes[i] = VP8SubblockMode.allCases[pick(10)] }
      coded = references.code(
        source, column: column, row: row,
        .subblocks(modes, chroma: VP8ChromaMode.allCases[pick(4)]), residual, levels: &levels)
    }
    coded.macroblock.segment = segment
    return coded.macroblock
  }

  private mutating func write(
    _ header: VP8FrameHeader, _ macroblocks: [VP8Macroblock], _ levels: VP8Levels,
    _ background: VP8Background
  ) throws -> [UInt8] {
    try writer.write(header, macroblocks, levels, background: background)
  }
}
