package import Strokes

/// The video encoder of a recording: ours for boards, or libvpx.
package struct RecordingEncoder: VideoEncoder, ~Copyable {
  /// One of the two.
  private var canvas: CanvasVP8Encoder?
  private var library: VPXEncoder?
  package let capabilities: VideoEncoderCapabilities

  package var isBehind: Bool {
    switch canvas {
    case .some(let encoder): encoder.isBehind
    case .none: false
    }
  }

  init(_ settings: RecordingConfiguration.Video) throws(VideoEncoderError) {
    let (width, height) = (Int32(clamping: settings.width), Int32(clamping: settings.height))
    switch settings.encoder {
    case .canvas:
      let encoder = try CanvasVP8Encoder(
        width: width, height: height, settings: CanvasVP8Settings(settings.quality))
      capabilities = encoder.capabilities
      canvas = consume encoder
    case .libvpx:
      let encoder = try VPXEncoder(
        width: width, height: height, settings: VPXSettings(settings.quality))
      capabilities = encoder.capabilities
      library = consume encoder
    }
  }

  package mutating func encode(
    _ picture: borrowing I420Picture, _ request: EncodeRequest
  ) throws(VideoEncoderError) -> EncodedFrame? {
    canvas == nil
      ? try library?.encode(picture, request) ?? nil : try canvas?.encode(picture, request) ?? nil
  }

  package mutating func bootstrap(
    _ picture: borrowing I420Picture, at time: MediaTime
  ) throws(VideoEncoderError) -> [EncodedFrame]? { try canvas?.bootstrap(picture, at: time) ?? nil }

  package mutating func recode(
    _ blocks: BlockMap, of picture: borrowing I420Picture, at time: MediaTime
  ) throws(VideoEncoderError) -> EncodedFrame? {
    try canvas?.recode(blocks, of: picture, at: time) ?? nil
  }
}

extension CanvasVP8Settings {
  /// From a recording's quantiser, 0 (best) to 63. What libvpx improves in steps once the hand
  /// rests is this good at once, so the index is that of its middle step. A recording by bit rate
  /// becomes as good as one without.
  package init(_ quality: RecordingQuality) {
    let quantiser =
      switch quality {
      case .quantiser(let value): value
      case .bitrate: RecordingQuality.standardQuantiser
      }
    let clamped = min(max(quantiser, 0), 63)
    self.init(mode: .free, quantiser: Self.indices[clamped * 2 / 3])
    if case .bitrate = quality { expectsBudgets = true }
  }

  /// y_ac_qi of libvpx's 64 quantisers.
  private static let indices: [UInt8] = [
    0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30,
    31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 64, 67, 70, 73, 76, 79, 82, 85,
    88, 91, 94, 97, 100, 103, 106, 109, 112, 115, 118, 121, 124, 127,
  ]
}
