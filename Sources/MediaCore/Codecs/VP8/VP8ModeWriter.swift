/// Writes the records of macroblocks into the first partition (RFC 6386, 19.3).
struct VP8ModeWriter: Sendable {
  /// What later macroblocks need to know of one (11.3, 16.3).
  struct Neighbour: Equatable, Sendable {
    /// Nil when it is predicted within the frame.
    var vector: VP8MotionVector?
    /// Its subblocks' modes, those that its 16×16 mode stands for included.
    var modes = InlineSubblockModes()

    /// Beyond the frame's upper and left edge.
    static let outside = Neighbour()
  }

  let columns: Int
  let rows: Int
  let isKeyFrame: Bool
  let hasSegments: Bool
  let statistics: VP8FrameStatistics

  init(_ header: VP8FrameHeader, _ statistics: VP8FrameStatistics) {
    columns = Int(header.columns)
    rows = Int(header.rows)
    isKeyFrame = header.isKeyFrame
    hasSegments = header.segmentation != nil
    self.statistics = statistics
  }

  func write<Writer: VP8BoolWriter>(
    _ macroblock: VP8Macroblock, skips: Bool, above: Neighbour, left: Neighbour,
    aboveLeft: Neighbour, to writer: inout Writer
  ) throws(VP8FrameError) {
    if hasSegments {
      VP8Tree.segments.write(Int(macroblock.segment & 3), statistics.segments, to: &writer)
    }
    writer.write(skips, statistics.coded)
    if case .inter(let reference, let vector) = macroblock.prediction {
      guard !isKeyFrame else { throw .interPredictionInKeyFrame }
      writer.write(true, statistics.intra)
      writer.write(reference != .last, statistics.last)
      if reference != .last { writer.write(reference == .alternate, statistics.golden) }
      let candidates = VP8MotionCandidates(
        above: above.vector, left: left.vector, aboveLeft: aboveLeft.vector)
      let limits = VP8MotionLimits(
        column: Int(macroblock.column), row: Int(macroblock.row), columns: columns, rows: rows)
      try write(vector, candidates, limits, to: &writer)
      return
    }
    if !isKeyFrame { writer.write(false, statistics.intra) }
    writeModes(macroblock.prediction, above: above.modes, left: left.modes, to: &writer)
  }

  /// The motion mode (16.2, 16.3): none, like a neighbour, or by the difference to the best one.
  private func write<Writer: VP8BoolWriter>(
    _ vector: VP8MotionVector, _ candidates: VP8MotionCandidates, _ limits: VP8MotionLimits,
    to writer: inout Writer
  ) throws(VP8FrameError) {
    writer.write(vector != .zero, candidates.probability(at: 0))
    if vector == .zero { return }
    let isNearest = vector == limits.clamp(candidates.nearest)
    writer.write(!isNearest, candidates.probability(at: 1))
    if isNearest { return }
    let isNear = vector == limits.clamp(candidates.near)
    writer.write(!isNear, candidates.probability(at: 2))
    if isNear { return }
    // Not split.
    writer.write(false, candidates.probability(at: 3))
    guard vector.write(from: limits.clamp(candidates.best), to: &writer) else {
      throw .vectorOutOfReach(vector)
    }
  }

  private func writeModes<Writer: VP8BoolWriter>(
    _ prediction: VP8Prediction, above: InlineSubblockModes, left: InlineSubblockModes,
    to writer: inout Writer
  ) {
    let luma: Int
    let chroma: VP8ChromaMode
    switch prediction {
    case .inter: return
    case .intra(let mode, let colour): (luma, chroma) = (Int(mode.rawValue), colour)
    case .subblocks(_, let colour): (luma, chroma) = (4, colour)
    }
    if isKeyFrame {
      VP8Tree.keyLumaModes.write(luma, VP8Tables.keyLumaModes, to: &writer)
    } else {
      VP8Tree.lumaModes.write(luma, VP8Tables.lumaModes, to: &writer)
    }
    if case .subblocks(let modes, _) = prediction {
      for index in 0..<16 {
        let mode = Int(modes[index].rawValue)
        if isKeyFrame {
          let upper = index < 4 ? above[index + 12] : modes[index - 4]
          let before = index & 3 == 0 ? left[index + 3] : modes[index - 1]
          let context = Int(upper.rawValue) * 10 + Int(before.rawValue)
          VP8Tree.subblockModes.write(
            mode, VP8Tables.keySubblockModes, at: context * 9, to: &writer)
        } else {
          VP8Tree.subblockModes.write(mode, VP8Tables.subblockModes, to: &writer)
        }
      }
    }
    VP8Tree.chromaModes.write(
      Int(chroma.rawValue), isKeyFrame ? VP8Tables.keyChromaModes : VP8Tables.chromaModes,
      to: &writer)
  }
}

extension VP8ModeWriter.Neighbour {
  init(_ prediction: VP8Prediction) {
    switch prediction {
    case .inter(_, let vector): self.vector = vector
    case .intra(let luma, _): modes = InlineSubblockModes(like: luma)
    case .subblocks(let modes, _): self.modes = modes
    }
  }
}

extension InlineSubblockModes {
  /// What a 16×16 mode counts as beside subblocks (RFC 6386, 11.3).
  init(like mode: VP8LumaMode) {
    self.init()
    let subblock: VP8SubblockMode =
      switch mode {
      case .dc: .dc
      case .vertical: .vertical
      case .horizontal: .horizontal
      case .trueMotion: .trueMotion
      }
    guard subblock != .dc else { return }
    for index in 0..<16 { self[index] = subblock }
  }
}
