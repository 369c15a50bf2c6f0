internal import Strokes

/// A text to be set: lines below each other, each a run of glyphs of its own.
struct ExcalidrawTextBlock {
  enum Alignment: String {
    case left
    case center
    case right
  }

  var text: String
  /// Of the em, in board pixels.
  var size: Double
  var family: String
  var isBold = false
  /// How far the baseline lies below the middle of a line, as a share of the size.
  var drop = 0.34
  var colour = Colour.black
  /// Upper left corner of the box.
  var origin = SIMD2<Double>.zero
  /// Of the box: wider lines make the whole text smaller. 0 for a box that is not known.
  var width = 0.0
  var lineHeight = 1.25
  var alignment = Alignment.left
  /// Radians, and the point about which the block is turned.
  var turn: (angle: Double, centre: SIMD2<Double>) = (0, .zero)
  /// 0…1, for glyphs that bring their own colours.
  var opacity = 1.0

  init(text: String, size: Double, family: String) {
    self.text = text
    self.size = size
    self.family = family
  }
}

extension ExcalidrawImporter {
  /// Unicode scalars of one text beyond which it is cut.
  private static let longestText = 10_000
  /// Seconds before a line of text appears: a pause, and the time to write it.
  private static let linePause = 0.25
  private static let secondsPerScalar = 0.03
  private static let longestPause = 1.5

  mutating func drawText(_ element: inout ExcalidrawElement) throws(ExcalidrawFault) {
    guard let text = element.json["text"]?.string ?? element.json["originalText"]?.string else {
      throw ExcalidrawFault("its text is missing")
    }
    let size = element.optionalNumber("fontSize", in: 1...4_000) ?? 20
    let face = Self.face(element.json["fontFamily"]?.number)
    var block = ExcalidrawTextBlock(text: text, size: size, family: face.family)
    block.isBold = face.isBold
    block.drop = face.drop
    guard let colour = element.stroke else { return }
    block.colour = colour
    block.opacity = element.opacity
    block.origin = SIMD2(element.x, element.y)
    block.width = element.width
    if let name = element.json["textAlign"]?.string {
      block.alignment = ExcalidrawTextBlock.Alignment(rawValue: name) ?? .left
    }
    block.lineHeight =
      element.optionalNumber("lineHeight", in: 0.5...5) ?? lineHeight(element, block)
    block.turn = (element.angle, element.centre)
    if try set(block) { element.note("its text is longer than \(Self.longestText); cut") }
  }

  /// Files from before line heights were kept tell it by the height of the box.
  private func lineHeight(_ element: ExcalidrawElement, _ block: ExcalidrawTextBlock) -> Double {
    let lines = 1 + block.text.unicodeScalars.reduce(0) { $1 == "\n" ? $0 + 1 : $0 }
    let height = element.height / Double(lines) / block.size
    return 0.8...3 ~= height ? height : 1.25
  }

  private struct Face {
    var family: String
    var isBold = false
    var drop = 0.34
  }

  /// What stands for Excalidraw's fonts: its hands (1 Virgil, 5 Excalifont), 2 Helvetica,
  /// 3 Cascadia, 6 Nunito, 7 Lilita One, 8 Comic Shanns, 9 Liberation Sans. Baselines are theirs.
  private static func face(_ number: Double?) -> Face {
    switch number {
    case 2: Face(family: PinnedFonts.sansSerif, drop: 0.27)
    case 3: Face(family: PinnedFonts.monospace)
    case 4, 6, 9: Face(family: PinnedFonts.sansSerif)
    case 7: Face(family: PinnedFonts.sansSerif, isBold: true)
    case 8: Face(family: PinnedFonts.monospace, drop: 0.25)
    default: Face(family: PinnedFonts.handwriting, drop: 0.256)
    }
  }

  /// Sets a text line by line. True when it was too long and has been cut.
  @discardableResult
  mutating func set(_ block: ExcalidrawTextBlock) throws(ExcalidrawFault) -> Bool {
    let scalars = block.text.unicodeScalars
    let isCut = scalars.count > Self.longestText
    let text =
      isCut ? String(String.UnicodeScalarView(scalars.prefix(Self.longestText))) : block.text
    guard budget.takeScalars(min(scalars.count, Self.longestText)) else {
      throw ExcalidrawFault("the drawing holds more text than can be set")
    }
    let style = TextOutliner.Style(family: block.family, isBold: block.isBold, size: block.size)
    var lines: [TextOutliner.Line] = []
    var widest = 0.0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      do throws(TextOutliner.SetError) {
        let set = try typesetter.set(String(line), style)
        widest = max(widest, set.width)
        lines.append(set)
      } catch {
        throw ExcalidrawFault("its text cannot be set: \(error.explanation)")
      }
    }
    // The fonts here may run wider than the author's.
    let scale = block.width > 0 && widest > block.width ? block.width / widest : 1
    let pitch = block.size * block.lineHeight
    for (index, line) in lines.enumerated() {
      let middle = block.origin.y + (Double(index) + 0.5) * pitch
      let baseline = middle + block.drop * block.size * scale
      let room = block.width - line.width * scale
      let indent: Double
      switch block.alignment {
      case .left: indent = 0
      case .center: indent = room / 2
      case .right: indent = room
      }
      let left = block.origin.x + (block.width > 0 ? indent : 0)
      let move = AffineTransform.scale(scale)
        .followed(by: .translation(x: left, y: baseline))
        .followed(by: Self.turn(block.turn.angle, about: block.turn.centre))
      try show(line, block, move)
    }
    return isCut
  }

  private mutating func show(
    _ line: TextOutliner.Line, _ block: ExcalidrawTextBlock, _ move: AffineTransform
  ) throws(ExcalidrawFault) {
    guard move.isUsable else { throw ExcalidrawFault("it reaches beyond any board") }
    let count = Double(line.text.unicodeScalars.count)
    var pause = min(Self.linePause + Self.secondsPerScalar * count, Self.longestPause)
    if !line.outline.segments.isEmpty {
      let place = timeline.takePlace()
      timeline.show(
        OutlinePlacement(
          outline: line.outline, colour: block.colour, transform: move, order: place,
          text: line.text), after: pause)
      pause = 0
    }
    for glyphs in line.pictures {
      guard let bytes = try? PNGEncoder.encode(glyphs.picture) else { continue }
      let hash = ContentHash(sha256Of: bytes)
      supply(Resource(mediaType: "image/png", bytes: bytes), named: hash)
      let shift = AffineTransform.translation(x: glyphs.x, y: glyphs.y).followed(by: move)
      timeline.show(
        PicturePlacement(
          hash: hash, width: glyphs.width, height: glyphs.height, transform: shift,
          opacity: UInt8((block.opacity * 255).rounded()), order: timeline.takePlace(),
          text: line.outline.segments.isEmpty ? line.text : glyphs.text), after: pause)
      pause = 0
    }
  }

  /// Puts a resource into the log before its first use.
  mutating func supply(_ resource: Resource, named hash: ContentHash) {
    guard supplied.insert(hash).inserted else { return }
    timeline.supply(resource, named: hash)
  }
}
