import Strokes
import TestSupport

@testable import MediaCore

/// A seeded board session that is coded event by event.
final class CodedBoard {
  private let session: RandomSession
  private let renderer: BoardRenderer
  private let mode: CanvasVP8Settings.Mode
  private var encoder: CanvasVP8Encoder
  private var picture: I420Picture
  private var position = 0
  private(set) var lastBlocks: BlockMap

  init(seed: UInt64, mode: CanvasVP8Settings.Mode, quantiser: UInt8) throws {
    session = RandomSession(seed: seed)
    self.mode = mode
    renderer = BoardRenderer(
      header: session.header, width: session.width, height: session.height,
      viewport: session.viewport, backdrop: .white)
    renderer.provide(session.picture, for: session.pictureHash)
    encoder = try CanvasVP8Encoder(
      width: session.width, height: session.height,
      settings: CanvasVP8Settings(mode: mode, quantiser: quantiser))
    picture = I420Picture(width: session.width, height: session.height)
    lastBlocks = BlockMap(width: session.width, height: session.height)
  }

  /// The next frame; nil after the last event.
  func next() throws -> EncodedFrame? {
    guard position < session.events.count else { return nil }
    renderer.apply(session.events[position])
    position += 1
    let damage = renderer.render()
    let pixels = renderer.canvas.pixels
    ColourConverter.convert(
      damage.blocks, of: pixels.span, stride: Int(session.width) * 4, into: &picture)
    lastBlocks = damage.blocks
    return try encoder.encode(
      picture,
      EncodeRequest(
        time: time, blocks: damage.blocks, hint: damage.hint,
        wantsKeyFrame: mode == .free && position % 25 == 0))
  }

  private var time: MediaTime { MediaTime(milliseconds: Int64(position) * 33) }

  var noBlocks: BlockMap { BlockMap(width: session.width, height: session.height) }

  /// What the encoder believes that every decoder shows.
  var kept: DecodedFrame { DecodedFrame(encoder, like: picture) }

  var drawn: DecodedFrame { DecodedFrame(picture) }

  func bootstrap() throws -> [EncodedFrame]? { try encoder.bootstrap(picture, at: time) }

  func recode(_ blocks: BlockMap) throws -> EncodedFrame? {
    try encoder.recode(blocks, of: picture, at: time)
  }
}
