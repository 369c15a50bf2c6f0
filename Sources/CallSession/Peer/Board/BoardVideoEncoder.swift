package import MediaCore
package import Strokes

/// The encoder of a call's board: ours, of which joiners and those who lost frames get what they need, or
/// libvpx, for comparison.
package struct BoardVideoEncoder: VideoEncoder, ~Copyable {
  package enum Kind: String, CaseIterable, Sendable {
    case faceboard
    case libvpx
  }

  /// One of the two.
  private var canvas: CanvasVP8Encoder?
  private var library: VPXEncoder?
  /// As of the beginning.
  package let capabilities: VideoEncoderCapabilities
  /// Passes in which what has been shown becomes better; ours is as good as it gets at once.
  let refinements: Int

  package init(
    _ kind: Kind, width: Int32, height: Int32, ground: Colour
  ) throws(VideoEncoderError) {
    switch kind {
    case .faceboard:
      let encoder = try CanvasVP8Encoder(
        width: width, height: height,
        settings: CanvasVP8Settings(mode: .canonical(ground: ground)))
      capabilities = encoder.capabilities
      refinements = 0
      canvas = consume encoder
    case .libvpx:
      let encoder = try VPXEncoder(width: width, height: height)
      capabilities = encoder.capabilities
      refinements = capabilities.refinements
      library = consume encoder
    }
  }

  package var isBehind: Bool {
    switch canvas {
    case .some(let encoder): encoder.isBehind
    case .none: false
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
  ) throws(VideoEncoderError) -> [EncodedFrame]? {
    try canvas?.bootstrap(picture, at: time) ?? nil
  }

  package mutating func recode(
    _ blocks: BlockMap, of picture: borrowing I420Picture, at time: MediaTime
  ) throws(VideoEncoderError) -> EncodedFrame? {
    try canvas?.recode(blocks, of: picture, at: time) ?? nil
  }
}
