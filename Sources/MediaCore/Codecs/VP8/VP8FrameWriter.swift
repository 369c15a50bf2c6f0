/// Writes VP8 frames: header, modes and levels as bits (RFC 6386).
///
/// Says nothing about pixels: which modes and levels are good, and what a decoder shows, is known
/// elsewhere. The loop filter is off in every frame.
struct VP8FrameWriter: Sendable {
  let width: Int32
  let height: Int32
  /// What decoders hold between frames (9.11).
  private(set) var probabilities = VP8CoefficientProbabilities.standard
  /// False writes every macroblock bool by bool; the bytes are the same.
  var usesRuns = true

  private var modes: VP8ModePass
  private var blocks: VP8BlockWalk
  private var header = VP8BoolEncoder()

  /// - Parameters: 1…16383 pixels.
  init(width: Int32, height: Int32) {
    precondition(
      (1...16_383).contains(width) && (1...16_383).contains(height),
      "a picture has 1×1 to 16383×16383 pixels")
    self.width = width
    self.height = height
    let columns = (width + 15) / 16
    modes = VP8ModePass(columns: Int(columns))
    blocks = VP8BlockWalk(columns: columns, rows: (height + 15) / 16)
  }

  /// The probabilities that a frame begins with, and keeps unless it changes them.
  func probabilities(before header: VP8FrameHeader) -> VP8CoefficientProbabilities {
    header.isKeyFrame ? .standard : probabilities
  }

  /// The bytes of a frame.
  ///
  /// - Parameters:
  ///   - macroblocks: those that are not like the background, in raster order, each once. One whose
  ///     levels are all zero is written as one without.
  ///   - levels: −2 114…2 114; what is larger is clamped.
  ///   - background: what all others show, in frames that are no key frames.
  ///   - probabilities: what the levels are coded with; nil leaves them as they are.
  /// - Throws: with nothing changed.
  mutating func write(
    _ header: VP8FrameHeader, _ macroblocks: [VP8Macroblock], _ levels: VP8Levels,
    background: VP8Background = .last, probabilities: VP8CoefficientProbabilities? = nil
  ) throws(VP8FrameError) -> [UInt8] {
    check(header, macroblocks)
    let rest = Int(header.columns) * Int(header.rows) - macroblocks.count
    let skips = Self.skips(of: macroblocks, levels)
    let prediction = background.prediction(inKeyFrame: header.isKeyFrame)
    let statistics = VP8FrameStatistics(
      macroblocks, skips: skips, rest: rest, background: prediction)
    let old = self.probabilities(before: header)
    let new = probabilities ?? old

    self.header = VP8BoolEncoder()
    header.write(statistics, replacing: old, by: new, to: &self.header)
    try modes.write(
      macroblocks, skips: skips, background: prediction, VP8ModeWriter(header, statistics),
      usesRuns: usesRuns, to: &self.header)
    var tokens = VP8PartitionWriter(header.partitions, new)
    blocks.visit(macroblocks, skips: skips, levels, into: &tokens) { row, tokens in
      tokens.begin(row: Int(row))
    }

    let frame = try tokens.frame(header, &self.header)
    self.probabilities = header.refreshesEntropy ? new : old
    return frame
  }

  /// The tokens of a frame, for choosing probabilities: `counts.improving(probabilities(before:))`.
  mutating func counts(
    _ macroblocks: [VP8Macroblock], _ levels: VP8Levels
  ) -> VP8TokenCounts {
    var counts = VP8TokenCounts()
    blocks.visit(
      macroblocks, skips: Self.skips(of: macroblocks, levels), levels, into: &counts)
    return counts
  }

  private func check(_ header: VP8FrameHeader, _ macroblocks: [VP8Macroblock]) {
    precondition(header.width == width && header.height == height, "a frame of the writer's size")
    precondition([1, 2, 4, 8].contains(header.partitions), "1, 2, 4 or 8 token partitions")
    var last = -1
    for macroblock in macroblocks {
      precondition(
        (0..<header.columns).contains(macroblock.column)
          && (0..<header.rows).contains(macroblock.row), "macroblocks within the frame")
      let place = Int(macroblock.row) * Int(header.columns) + Int(macroblock.column)
      precondition(place > last, "macroblocks in raster order")
      last = place
    }
  }

  /// For each macroblock whether none of its blocks has levels.
  private static func skips(of macroblocks: [VP8Macroblock], _ levels: VP8Levels) -> [Bool] {
    var skips: [Bool] = []
    skips.reserveCapacity(macroblocks.count)
    for macroblock in macroblocks {
      var isEmpty = true
      if let row = macroblock.levels {
        // Luma begins behind the DC when that travels in Y2.
        let first: UInt8 = macroblock.prediction.hasY2 ? 1 : 0
        let base = Int(row) * VP8Levels.blocks
        for block in 0..<24 where levels.ends[base + block] > (block < 16 ? first : 0) {
          isEmpty = false
          break
        }
        if first > 0 && levels.ends[base + VP8Levels.y2] > 0 { isEmpty = false }
      }
      skips.append(isEmpty)
    }
    return skips
  }
}
