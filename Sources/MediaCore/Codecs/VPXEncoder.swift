package import Strokes

/// VP8 by libvpx: real time, one thread, screen content, only the damaged macroblocks active.
///
/// Speed: a 1920×1080 frame in which the pen moves costs about as much as one in which nothing moves,
/// since libvpx walks through all macroblocks. With an active map it never returns to a macroblock
/// that was coded coarsely: whoever calls asks for that, see `EncodeRequest.refinement`.
package struct VPXEncoder: VideoEncoder, ~Copyable {
  private var context: VPXEncoderContext
  private let settings: VPXSettings
  private var activeMap: [UInt8]
  private var hasKeyFrame = false
  private let width: Int32
  private let height: Int32

  package init(
    width: Int32, height: Int32, settings: VPXSettings = VPXSettings()
  ) throws(VideoEncoderError) {
    context = try VPXEncoderContext(width: width, height: height, settings.configuration)
    self.settings = settings
    self.width = width
    self.height = height
    let blocks = (Int(width) + 15) / 16 * ((Int(height) + 15) / 16)
    activeMap = Array(repeating: 0, count: blocks)
  }

  package var isBehind: Bool { false }

  package var capabilities: VideoEncoderCapabilities {
    VideoEncoderCapabilities(
      name: "libvpx VP8 \(VPXEncoderContext.version)", canBootstrap: false, canRecode: false,
      honoursBudget: false,
      usesHints: false, refinements: settings.refinements.count)
  }

  package mutating func encode(
    _ picture: borrowing I420Picture, _ request: EncodeRequest
  ) throws(VideoEncoderError) -> EncodedFrame? {
    guard picture.width == width, picture.height == height,
      Int(request.blocks.columns) * Int(request.blocks.rows) == activeMap.count
    else { throw .size(width: picture.width, height: picture.height) }
    let isKeyFrame = request.wantsKeyFrame || !hasKeyFrame
    try setQuantiser(for: request, isKeyFrame: isKeyFrame)
    if settings.usesActiveMap { try setActiveMap(request.blocks) }
    let coded = try context.encode(
      picture, at: request.time, microseconds: 1, asKeyFrame: isKeyFrame)
    guard let frame = coded else { return nil }
    hasKeyFrame = true
    return frame
  }

  package mutating func bootstrap(
    _ picture: borrowing I420Picture, at time: MediaTime
  ) throws(VideoEncoderError) -> [EncodedFrame]? { nil }

  package mutating func recode(
    _ blocks: BlockMap, of picture: borrowing I420Picture, at time: MediaTime
  ) throws(VideoEncoderError) -> EncodedFrame? { nil }

  /// A pass has one quantiser for the whole frame; blocks outside the active map are not touched by it.
  private mutating func setQuantiser(
    for request: EncodeRequest, isKeyFrame: Bool
  ) throws(VideoEncoderError) {
    let range: ClosedRange<Int>
    if isKeyFrame || request.pass == .final, let last = settings.refinements.last {
      let step = request.refinement
      let refined = !isKeyFrame && settings.refinements.indices.contains(step - 1)
      let quantiser = refined ? settings.refinements[step - 1] : last
      range = quantiser...quantiser
    } else {
      range = settings.quantisers
    }
    try context.reconfigure(bitrate: settings.bitrate, quantisers: range)
  }

  private mutating func setActiveMap(_ blocks: BlockMap) throws(VideoEncoderError) {
    for index in activeMap.indices { activeMap[index] = 0 }
    for run in blocks.runs {
      let start = run.row * Int(blocks.columns) + run.column
      for index in start..<(start + run.count) { activeMap[index] = 1 }
    }
    try context.setActiveMap(
      &activeMap, columns: Int(blocks.columns), rows: Int(blocks.rows))
  }
}

extension VPXSettings {
  /// Lowest and highest quantiser of frames in motion.
  fileprivate var quantisers: ClosedRange<Int> {
    switch rate {
    case .quantiser(let value): min(max(value, 0), 63)...min(max(value, 0), 63)
    case .bitrate: 2...56
    }
  }

  /// Bits a second; where quantisers decide, what leaves them alone.
  fileprivate var bitrate: Int {
    if case .bitrate(let bits) = rate { bits } else { 2_000_000 }
  }

  fileprivate var configuration: VPXConfiguration {
    VPXConfiguration(
      speed: speed, profile: profile, isScreen: true, quantisers: quantisers, bitrate: bitrate)
  }
}
