import Strokes

/// A screen that is shown in the picture of a recorded call, with the board's ink over it.
///
/// Of the board there is only what was drawn: no ground hides the screen. A class: it holds a decoder.
final class SharedScreen {
  let owner: Int32
  private let screen: CameraPicture
  private let ink: BoardRenderer
  private let header: BoardHeader
  private var isInkStale = true
  private var isScreenStale = true

  /// - Parameters:
  ///   - width: of the whole picture, in pixels, like `height`.
  ///   - log: what has been drawn so far.
  init(
    of owner: Int32, header: BoardHeader, width: Int32, height: Int32, log: [BoardEvent]
  ) throws(MediaError) {
    self.owner = owner
    screen = try CameraPicture()
    var clear = header
    clear.background = .transparent
    self.header = clear
    ink = BoardRenderer(
      header: clear, width: width, height: height,
      viewport: BoardView.recorded.start(
        header: clear, bounds: nil, width: width, height: height))
    for event in log { apply(event) }
  }

  /// Whether there is a picture of it.
  var isShown: Bool { screen.isShown }
  var isStale: Bool { isInkStale || isScreenStale }

  func apply(_ event: BoardEvent) {
    if case .background = event.action { return }
    ink.apply(event)
    if case .resource(let hash, let resource) = event.action,
      let picture = PictureDecoder.picture(of: resource)
    {
      ink.provide(picture, for: hash)
    }
    isInkStale = true
  }

  /// Takes the next frame; its size may differ from the one before.
  func take(_ frame: [UInt8]) {
    if screen.take(frame) { isScreenStale = true }
  }

  /// It stands elsewhere than before.
  func invalidate() { (isInkStale, isScreenStale) = (true, true) }

  /// - Parameter view: of who moved it.
  /// - Returns: the blocks that differ.
  func draw(_ view: Viewport?, into compositor: inout VideoCompositor) -> BlockMap {
    let canvas = ink.canvas
    if let view,
      let shown = BoardView.followed(
        view, header: header, width: canvas.width, height: canvas.height)
    {
      ink.show(shown)
    }
    let damage = ink.render().blocks
    defer { (isInkStale, isScreenStale) = (false, false) }
    let pixels = ink.canvas.pixels
    return isScreenStale
      ? compositor.drawShare(screen.picture, under: pixels.span)
      : compositor.drawInk(pixels.span, in: damage)
  }
}
