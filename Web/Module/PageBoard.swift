/// A board of a page: what stands behind the number that JavaScript holds.
final class PageBoard {
  let renderer: BoardRenderer
  private var decoder: BinaryCodecDecoder
  private(set) var picture: StraightCanvas
  private(set) var rectangles: [PixelRectangle] = []

  init(
    header: BoardHeader, width: Int32, height: Int32, viewport: Viewport,
    decoder: BinaryCodecDecoder = BinaryCodecDecoder()
  ) {
    renderer = BoardRenderer(header: header, width: width, height: height, viewport: viewport)
    picture = StraightCanvas(width: width, height: height)
    self.decoder = decoder
  }

  /// Gives the decoder more of the stream.
  func append(_ bytes: [UInt8]) {
    decoder.append(bytes)
  }

  /// Applies the next event; false when the bytes end.
  func applyNext() throws(BinaryCodecError) -> Bool {
    guard let event = try decoder.next() else { return false }
    renderer.apply(event)
    return true
  }

  func render() {
    let damage = renderer.render().blocks
    picture.follow(renderer.canvas, in: damage)
    rectangles = damage.rectangles(width: picture.width, height: picture.height)
  }
}
