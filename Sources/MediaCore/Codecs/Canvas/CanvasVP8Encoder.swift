import Strokes

/// VP8 for boards, written by us: what is not damaged costs nothing.
///
/// A frame is a run of "nothing changed here" from a table, interrupted by the few macroblocks that
/// ink touched; these are predicted, transformed, quantised, written, and rebuilt in place as every
/// decoder rebuilds them (RFC 6386). There is no loop filter, which would soften ink and touch what
/// was not damaged. The quantiser of a stream is constant: what is shown once is shown well.
package struct CanvasVP8Encoder: VideoEncoder, ~Copyable {
  let settings: CanvasVP8Settings
  let width: Int32
  let height: Int32
  /// What decoders have after the last frame.
  var references: VP8References
  /// The coefficient probabilities that a key frame brings and that stay until the next.
  let probabilities: VP8CoefficientProbabilities
  let choice: CanvasVP8Choice
  var hasKeyFrame = false
  /// Whether the stream is canonical now; a picture that is hardly page makes it free.
  var isCanonical = false
  /// Whether GOLDEN is the page: the last key frame was.
  var hasPage = false
  /// The ground that was asked for, the one the page is made for, and what decoders make of it.
  let wantedGround: VP8Colour
  var ground: VP8Colour
  var page: VP8Colour
  /// The constant key frame.
  var pageBytes: [UInt8] = []
  /// Macroblocks that hardly show the page.
  var covered: BlockMap
  /// Empty in free streams.
  var sources: CanvasVP8Sources
  var joining: CanvasVP8Bootstrap
  /// What viewers do not have yet.
  var backlog: CanvasVP8Backlog
  /// Whether any frame had a budget, or is going to: then every key frame brings the probabilities of
  /// ink, for no later frame can be sure of room for them.
  var hasBudgets: Bool
  /// The qualities that it may be shown in.
  let ladder: CanvasVP8Ladder
  /// What new macroblocks cost lately, and one that is brought up to full quality.
  var costs: CanvasVP8Costs
  var improvementCosts: CanvasVP8Costs

  /// The tokens of all frames so far, when the settings ask for them.
  package var tokenStatistics = TokenStatistics()

  // Memory that one frame after the other uses.
  var macroblocks: [VP8Macroblock] = []
  /// Those of a canonical frame that were found without coding.
  var repeats: [VP8Macroblock] = []
  var levels = VP8Levels()
  var writer: VP8FrameWriter

  package init(
    width: Int32, height: Int32, settings: CanvasVP8Settings = CanvasVP8Settings()
  ) throws(VideoEncoderError) {
    let sides = 1...I420Picture.largestSide
    guard sides.contains(width), sides.contains(height) else {
      throw .size(width: width, height: height)
    }
    self.width = width
    self.height = height
    self.settings = settings
    references = VP8References(width: width, height: height)
    writer = VP8FrameWriter(width: width, height: height)
    probabilities = settings.mode == .free ? CanvasVP8Prior.free : CanvasVP8Prior.canonical
    if case .canonical(let colour) = settings.mode {
      wantedGround = Self.converted(colour)
      sources = CanvasVP8Sources(width: width, height: height)
    } else {
      wantedGround = .white
      sources = CanvasVP8Sources(width: 0, height: 0)
    }
    ground = wantedGround
    page = wantedGround
    covered = BlockMap(width: width, height: height)
    joining = CanvasVP8Bootstrap(width: width, height: height)
    backlog = CanvasVP8Backlog(width: width, height: height)
    hasBudgets = settings.expectsBudgets
    ladder = CanvasVP8Ladder(quantiser: settings.quantiser, costs: VP8TokenCosts(probabilities))
    choice = ladder[.final]
    costs = CanvasVP8Costs(bits: 600, choice.costs)
    improvementCosts = CanvasVP8Costs(bits: 400, choice.costs)
  }

  package var capabilities: VideoEncoderCapabilities {
    // The page comes first and the picture with the next frame, which a refinement asks for soon.
    VideoEncoderCapabilities(
      name: "canvas VP8", canBootstrap: isCanonical, canRecode: isCanonical, honoursBudget: true,
      usesHints: true, refinements: settings.refinements)
  }

  package var isBehind: Bool { !backlog.isEmpty }

  package mutating func encode(
    _ picture: borrowing I420Picture, _ request: EncodeRequest
  ) throws(VideoEncoderError) -> EncodedFrame? {
    guard picture.width == width, picture.height == height,
      Int(request.blocks.columns) == references.columns,
      Int(request.blocks.rows) == references.rows
    else { throw .size(width: picture.width, height: picture.height) }
    if request.budget != nil { hasBudgets = true }
    if request.wantsKeyFrame || !hasKeyFrame {
      isCanonical = false
      hasPage = false
      if settings.mode != .free, let ground = ground(of: picture) {
        self.ground = ground
        isCanonical = true
        return try pageFrame(at: request.time)
      }
      return try keyFrame(of: picture, at: request.time)
    }
    joining.touch(request.blocks)
    return try interFrame(of: picture, request)
  }

  /// Macroblocks with levels from which on a frame has probabilities of its own.
  static let adaptedRows = 24

  func header(isKeyFrame: Bool) -> VP8FrameHeader {
    var header = VP8FrameHeader(
      isKeyFrame: isKeyFrame, width: width, height: height, quantiser: settings.quantiser)
    // What a key frame says of probabilities holds until the next; other frames leave nothing
    // behind, so none of them is missed by those who lose it.
    header.refreshesEntropy = isKeyFrame
    return header
  }

  /// Writes the macroblocks that were coded.
  ///
  /// - Parameter named: instead of these.
  mutating func frame(
    _ header: VP8FrameHeader, _ named: [VP8Macroblock]? = nil, background: VP8Background = .last,
    at time: MediaTime
  ) throws(VideoEncoderError) -> EncodedFrame {
    var header = header
    let probabilities = chooseProbabilities(for: &header)
    let macroblocks = named ?? macroblocks
    let bytes: [UInt8]
    do throws(VP8FrameError) {
      bytes = try writer.write(
        header, macroblocks, levels, background: background,
        probabilities: probabilities)
    } catch {
      throw .library("the picture does not fit a VP8 frame: \(error)")
    }
    return EncodedFrame(
      bytes: bytes, time: time, isKeyFrame: header.isKeyFrame, isShown: header.isShown)
  }

  /// What the levels of a frame are coded with; nil is what decoders have.
  private mutating func chooseProbabilities(
    for header: inout VP8FrameHeader
  ) -> VP8CoefficientProbabilities? {
    let old = writer.probabilities(before: header)
    let isOwed = settings.mode == .free && !hasBudgets && old != probabilities
    // Small frames cannot pay for probabilities of their own.
    let isLarge = levels.rows >= Self.adaptedRows
    if isLarge || settings.countsTokens {
      let counts = writer.counts(macroblocks, levels)
      if settings.countsTokens { tokenStatistics.counts.add(counts) }
      if isLarge, !header.isKeyFrame { return counts.improving(old) }
      if isLarge, !hasBudgets, let own = ownProbabilities(counts, of: &header) { return own }
    }
    guard header.isKeyFrame || (isOwed && levels.rows > 0) else { return nil }
    header.refreshesEntropy = true
    return probabilities
  }

  /// A key frame's own probabilities, when it is smaller with them than with those of ink that it
  /// would bring otherwise.
  ///
  /// They hold for it alone, and the next frame with levels brings the others. A stream that is meant
  /// to be canonical keeps them: none of its frames is missed by those who lose it.
  private func ownProbabilities(
    _ counts: VP8TokenCounts, of header: inout VP8FrameHeader
  ) -> VP8CoefficientProbabilities? {
    let own = counts.improving(.standard)
    let saved =
      counts.cost(with: probabilities, replacing: .standard)
      - counts.cost(with: own, replacing: .standard)
    let isKept = settings.mode != .free
    guard saved > (isKept ? 0 : VP8TokenCounts.cost(of: probabilities, replacing: .standard))
    else { return nil }
    header.refreshesEntropy = isKept
    return own
  }

  /// How often each token was coded: how priors are trained.
  package struct TokenStatistics: Sendable {
    var counts = VP8TokenCounts()

    package init() {}

    /// The 1 056 probabilities with which those frames would have been smallest (RFC 6386, 13.4).
    package var probabilities: [UInt8] { counts.trained.values }
  }

  /// One plane of what decoders have, at the coded size: for tests and comparisons.
  package func withReconstruction<Result, Failure: Error>(
    _ plane: I420Picture.Plane,
    _ body: (Span<UInt8>, _ origin: Int, _ stride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try references.assembled().withPlane(plane, body)
  }
}
