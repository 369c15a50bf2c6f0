package import Strokes

/// Draws one moment of a document as a picture.
///
/// The whole canvas is shown, or, on a board without edges, everything that is ever drawn on it, so
/// that two moments of one document are framed alike.
package struct StillRenderer {
  /// Session time, at the end of which the picture is taken; nil for the document's end.
  package var time: MediaTime?
  /// Pixels of the picture per board pixel.
  package var scale: Double
  /// Stands instead of every background that the document has.
  package var background: Background?

  /// A canvas of this many pixels takes a gigabyte to draw on.
  static let largestPixelCount: Int64 = 1 << 26
  static let largestSide: Double = 32_767
  /// Around the drawing on a board without edges, in board pixels.
  static let margin: Double = 16
  /// Of a board without edges on which nothing was drawn.
  static let emptySize: (width: Double, height: Double) = (1_920, 1_080)

  package init(time: MediaTime? = nil, scale: Double = 1, background: Background? = nil) {
    self.time = time
    self.scale = scale
    self.background = background
  }

  /// - Parameters:
  ///   - document: Read from its beginning, on a board without edges twice.
  ///   - warnings: Pictures that cannot be shown are added.
  package func render(
    _ document: inout BoardDocument, warnings: inout DocumentWarnings
  ) throws(MediaError) -> Canvas {
    let (width, height, viewport) = try frame(&document)
    var header = document.header
    if let background { header.background = background }
    let renderer = BoardRenderer(header: header, width: width, height: height, viewport: viewport)
    var shown = MediaTime.zero
    try document.rewind()
    while let event = try document.next() {
      shown = max(shown, MediaTime(event.time))
      if let time, shown > time { break }
      switch event.action {
      case .background where background != nil:
        continue
      case .resource(let hash, let resource):
        if let picture = PictureDecoder.picture(of: resource) {
          renderer.provide(picture, for: hash)
        } else {
          warnings.add("event \(event.sequence)", "its picture cannot be decoded; left out")
        }
      default:
        renderer.apply(event)
      }
    }
    _ = renderer.render()
    return renderer.canvas
  }

  private func frame(
    _ document: inout BoardDocument
  ) throws(MediaError) -> (width: Int32, height: Int32, Viewport) {
    if let width = document.header.canvasWidth, let height = document.header.canvasHeight {
      let size = try size(Double(width), Double(height))
      return (size.width, size.height, Viewport(scale: scale, offsetX: 0, offsetY: 0))
    }
    var content = ContentBounds()
    try document.rewind()
    while let event = try document.next() { content.include(event) }
    guard let bounds = content.bounds else {
      let size = try size(Self.emptySize.width, Self.emptySize.height)
      return (size.width, size.height, Viewport(scale: scale, offsetX: 0, offsetY: 0))
    }
    let left = (bounds.minX - Self.margin).rounded(.down)
    let top = (bounds.minY - Self.margin).rounded(.down)
    let size = try size(
      (bounds.maxX + Self.margin).rounded(.up) - left,
      (bounds.maxY + Self.margin).rounded(.up) - top)
    let viewport = Viewport(scale: scale, offsetX: -left * scale, offsetY: -top * scale)
    return (size.width, size.height, viewport)
  }

  private func size(
    _ width: Double, _ height: Double
  ) throws(MediaError) -> (width: Int32, height: Int32) {
    let (width, height) = ((width * scale).rounded(.up), (height * scale).rounded(.up))
    guard width <= Self.largestSide, height <= Self.largestSide,
      Int64(width) * Int64(height) <= Self.largestPixelCount
    else {
      let size = "\(BriefNumber.text(width))×\(BriefNumber.text(height))"
      throw MediaError(
        .usage, "the picture would have \(size) pixels; ask for less with a smaller --scale")
    }
    return (max(Int32(width), 1), max(Int32(height), 1))
  }
}

private enum BriefNumber {
  /// Whole pixels, also when there are more than an Int64 counts.
  static func text(_ value: Double) -> String {
    Int64(exactly: value).map { String($0) } ?? String(value)
  }
}
