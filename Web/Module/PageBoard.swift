/// A board of a page: what stands behind the number that JavaScript holds.
final class PageBoard {
  let editor: BoardEditor
  /// What a page is shown: straight alpha.
  private(set) var picture: StraightCanvas
  /// Where the last step changed it.
  private(set) var rectangles: [PixelRectangle] = []
  private var decoder: BinaryCodecDecoder

  // Answers that are no single number. The page copies them before its next call.
  var selection: [UInt32] = []
  var numbers: [Double] = []
  var text: [UInt8] = []

  init(
    header: BoardHeader, _ size: PictureSize, author: UInt32,
    decoder: BinaryCodecDecoder = BinaryCodecDecoder()
  ) throws(BoardSchemaError) {
    editor = try BoardEditor(
      header: header, width: size.width, height: size.height, viewport: size.viewport,
      author: AuthorID(author))
    picture = StraightCanvas(width: size.width, height: size.height)
    self.decoder = decoder
  }

  /// Gives the decoder more of a stream in the binary form.
  func append(_ bytes: [UInt8]) {
    decoder.append(bytes)
  }

  /// Applies the next event of the stream; false when the bytes end.
  func applyNext() throws(BinaryCodecError) -> Bool {
    guard let event = try decoder.next() else { return false }
    do throws(BoardSchemaError) {
      try editor.apply(event)
    } catch {
      throw .schema(error)
    }
    return true
  }

  func render() {
    let damage = editor.render().blocks
    picture.follow(editor.canvas, in: damage)
    rectangles = damage.rectangles(width: picture.width, height: picture.height)
  }

  func resize(width: Int32, height: Int32) {
    guard width != picture.width || height != picture.height else { return }
    editor.renderer.resize(width: width, height: height)
    picture = StraightCanvas(width: width, height: height)
  }

  /// Answers with items: two numbers each, author and number.
  func answer(_ chosen: Selection) -> Int32 {
    selection.removeAll(keepingCapacity: true)
    for item in chosen.items {
      selection.append(item.author.rawValue)
      selection.append(item.number)
    }
    return Int32(chosen.items.count)
  }
}

/// The size of a board's picture and the part of the board that it shows.
struct PictureSize {
  /// Pixels each way.
  static let largestSide: Int32 = 16_384
  /// In all: 768 MiB with what is kept of each pixel.
  static let mostPixels: Int32 = 67_108_864

  let width: Int32
  let height: Int32
  let viewport: Viewport

  init(_ width: Int32, _ height: Int32, _ viewport: Viewport) throws(PageFault) {
    let sides = 1...Self.largestSide
    guard sides.contains(width), sides.contains(height), width * height <= Self.mostPixels else {
      throw .size
    }
    guard viewport.scale > 0, viewport.transform.isUsable else { throw .view }
    self.width = width
    self.height = height
    self.viewport = viewport
  }
}
