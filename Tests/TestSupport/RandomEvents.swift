import Strokes

/// Arbitrary valid events, of every kind and with every part present and absent.
///
/// They make no drawing: identifiers name things that were never there. For the codecs that is
/// right, since a codec must carry whatever the schema allows.
package struct RandomEvents {
  private var generator: SeededGenerator
  private var sequence: UInt64 = 0
  private var ticks: Int64 = 0

  package init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Events of all kinds in turn.
  package mutating func events(_ count: Int) -> [BoardEvent] {
    var events: [BoardEvent] = []
    for index in 0..<count {
      events.append(event(kind: index % Self.kindCount))
    }
    return events
  }

  package static let kindCount = 34

  package mutating func header() -> BoardHeader {
    var header = BoardHeader()
    if chance(0.7) {
      header.canvasWidth = number(1...65_535)
      header.canvasHeight = number(1...65_535)
    }
    header.inkEngine = number(0...UInt32.max)
    header.scale = chance(0.5) ? 1 : Double.random(in: 1 / 64...64, using: &generator)
    header.background = background()
    if chance(0.5) {
      header.wallClockOrigin = number(-8_640_000_000_000_000...8_640_000_000_000_000)
    }
    if chance(0.5) { header.title = text() }
    return header
  }

  package mutating func event(kind: Int) -> BoardEvent {
    sequence += chance(0.9) ? 1 : number(1...1_000_000)
    ticks = max(0, ticks + number(-5...2_000))
    let author = AuthorID(chance(0.9) ? number(0...4) : number(0...UInt32.max))
    return BoardEvent(
      sequence: sequence, time: BoardTime(ticks: ticks), author: author,
      action: action(kind, author))
  }

  private mutating func action(_ kind: Int, _ author: AuthorID) -> BoardAction {
    let id = identifier(author)
    switch kind {
    case 0: return .strokeBegan(id, ink: ink(), channels: channels(), order: order())
    case 1: return .strokePoints(id, points())
    case 2: return .strokeEnded(id)
    case 3: return .outlinePlaced(id, outline())
    case 4: return .picturePlaced(id, picture())
    case 5: return .erased(id, erasure(author))
    case 6: return .cleared(id)
    case 7: return .transformed(id, items: identifiers(author), transform())
    case 8: return .duplicated(id, copies: copies(author), transform())
    case 9: return .restyled(id, items: identifiers(author), restyle())
    case 10: return .deleted(id, items: identifiers(author))
    case 11: return .background(id, background())
    case 12: return .undone(id)
    case 13: return .redone(id)
    case 14: return .resource(hash(), Resource(mediaType: "image/png", bytes: bytes()))
    case 15: return .viewMoved(view())
    case 16: return .pointer(x: coordinate(), y: coordinate(), isVisible: chance(0.5))
    case 17: return .ruler(ruler())
    case 18: return .chat(text())
    case 19: return .reaction(text())
    case 20: return .chapter(text())
    case 21: return .joined(name: text())
    case 22: return .left
    case 23:
      let kinds: [TrackStart.Kind] = [.audio, .camera, .screen]
      return .trackStarted(
        TrackStart(track: number(0...UInt32.max), kind: kinds[number(0...2)], name: text()))
    case 24: return .trackStopped(track: number(0...UInt32.max))
    case 25:
      return .audioFile(path: text(), offset: BoardTime(ticks: number(-100_000...100_000)))
    case 26: return .recordingPaused
    case 27: return .recordingResumed
    case 28: return .attached(hash())
    case 29: return .recordingStarted
    case 30: return .recordingStopped
    case 31: return .recordingAnnounced(to: authors())
    case 32:
      return .unknown(kind: "binary:\(number(33...255) as Int)", payload: bytes())
    default:
      let line = "{\"s\":\(sequence),\"t\":\(ticks),\"a\":\(author.rawValue),\"k\":\"hologram\"}"
      return .unknown(kind: "hologram", payload: Array(line.utf8))
    }
  }

  private mutating func chance(_ probability: Double) -> Bool {
    generator.chance(probability)
  }

  private mutating func number<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
    Number.random(in: range, using: &generator)
  }

  private mutating func identifier(_ author: AuthorID) -> BoardID {
    BoardID(
      author: chance(0.8) ? author : AuthorID(number(0...UInt32.max)),
      number: chance(0.9) ? number(0...40) : number(0...UInt32.max))
  }

  private mutating func identifiers(_ author: AuthorID) -> [BoardID] {
    var items: [BoardID] = []
    for _ in 0..<number(0...6) {
      items.append(identifier(author))
    }
    return items
  }

  private mutating func authors() -> [AuthorID] {
    var authors: [AuthorID] = []
    for _ in 0..<number(0...5) {
      authors.append(AuthorID(chance(0.8) ? number(0...4) : number(0...UInt32.max)))
    }
    return authors
  }

  private mutating func copies(_ author: AuthorID) -> [Duplicate] {
    var copies: [Duplicate] = []
    for _ in 0..<number(0...4) {
      copies.append(Duplicate(source: identifier(author), copy: identifier(author)))
    }
    return copies
  }

  private mutating func coordinate() -> Int32 {
    let limit = BoardLimits.largestCoordinate
    return chance(0.9) ? number(-64_000...128_000) : number(-limit...limit)
  }

  private mutating func channels() -> PointChannels {
    PointChannels(rawValue: number(0...PointChannels.all.rawValue))
  }

  private mutating func points() -> [StrokePoint] {
    let channels = channels()
    var points: [StrokePoint] = []
    for _ in 0..<number(0...12) {
      var point = StrokePoint(x: coordinate(), y: coordinate())
      if channels.contains(.time) { point.timeOffset = number(0...UInt32.max) }
      if channels.contains(.force) { point.force = number(0...StrokePoint.largestForce) }
      if channels.contains(.azimuth) { point.azimuth = number(0...2_047) }
      if channels.contains(.altitude) { point.altitude = number(0...StrokePoint.upright) }
      if channels.contains(.width) { point.width = number(0...UInt16.max) }
      if channels.contains(.aspect) { point.aspect = number(0...UInt16.max) }
      if channels.contains(.opacity) { point.opacity = number(0...UInt8.max) }
      points.append(point)
    }
    return points
  }

  private mutating func colour() -> Colour {
    var colour = Colour(rgba: number(0...UInt32.max))
    if chance(0.5) { colour.alpha = 255 }
    return colour
  }

  private mutating func inkKind() -> InkKind {
    InkKind.allCases[number(0...InkKind.allCases.count - 1)]
  }

  private mutating func ink() -> Ink {
    Ink(kind: inkKind(), colour: colour(), width: number(0...UInt16.max))
  }

  private mutating func order() -> OrderKey? {
    if chance(0.4) { return nil }
    return OrderKey(
      major: number(-9_007_199_254_740_991...9_007_199_254_740_991),
      minor: chance(0.5) ? 0 : number(0...UInt64.max))
  }

  private mutating func transform() -> AffineTransform {
    if chance(0.3) { return .identity }
    if chance(0.3) { return .translation(x: Double(number(-900...900) as Int), y: 0.5) }
    return AffineTransform(
      a: real(4), b: real(65_536), c: real(1e-9), d: real(4), tx: real(1e4), ty: real(4_194_304))
  }

  private mutating func real(_ limit: Double) -> Double {
    Double.random(in: -limit...limit, using: &generator)
  }

  private mutating func outline() -> OutlinePlacement {
    var segments: [Outline.Segment] = []
    for _ in 0..<number(0...9) {
      switch number(0...4) as Int {
      case 0: segments.append(.move(x: coordinate(), y: coordinate()))
      case 1: segments.append(.line(x: coordinate(), y: coordinate()))
      case 2:
        segments.append(
          .quadratic(
            controlX: coordinate(), controlY: coordinate(), x: coordinate(), y: coordinate()))
      case 3:
        segments.append(
          .cubic(
            control1X: coordinate(), control1Y: coordinate(), control2X: coordinate(),
            control2Y: coordinate(), x: coordinate(), y: coordinate()))
      default: segments.append(.close)
      }
    }
    let outline = Outline(segments: segments, fillRule: chance(0.5) ? .nonZero : .evenOdd)
    return OutlinePlacement(
      outline: outline, colour: colour(), transform: transform(), order: order(),
      text: chance(0.5) ? text() : nil)
  }

  private mutating func picture() -> PicturePlacement {
    PicturePlacement(
      hash: hash(), width: real(1_000).magnitude, height: Double(number(0...4_194_304) as Int),
      transform: transform(), opacity: chance(0.5) ? 255 : number(0...255), order: order(),
      text: chance(0.5) ? text() : nil)
  }

  private mutating func erasure(_ author: AuthorID) -> Erasure {
    var hits: [Erasure.Hit] = []
    for _ in 0..<number(0...4) {
      hits.append(
        Erasure.Hit(
          item: identifier(author), pointCount: number(0...UInt32.max),
          toItem: chance(0.5) ? nil : transform()))
    }
    if chance(0.5) { return Erasure(shape: .vector, hits: hits) }
    var path: [SIMD2<Int32>] = []
    for _ in 0..<number(0...6) {
      path.append(SIMD2(coordinate(), coordinate()))
    }
    return Erasure(shape: .bitmap(path: path, width: number(0...UInt16.max)), hits: hits)
  }

  private mutating func restyle() -> Restyle {
    Restyle(
      colour: chance(0.5) ? colour() : nil, width: chance(0.5) ? number(0...UInt16.max) : nil,
      kind: chance(0.5) ? inkKind() : nil)
  }

  private mutating func background() -> Background {
    switch number(0...3) as Int {
    case 0: .colour(colour())
    case 1: .transparent
    case 2: .picture(hash())
    default: .sharedScreen(AuthorID(number(0...UInt32.max)))
    }
  }

  private mutating func hash() -> ContentHash {
    ContentHash(
      words: SIMD4(generator.next(), generator.next(), generator.next(), generator.next()))
  }

  private mutating func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<number(0...40) {
      bytes.append(number(0...255))
    }
    return bytes
  }

  private mutating func view() -> Viewport {
    Viewport(
      scale: Double.random(in: 0.001...65_536, using: &generator), offsetX: real(1e12),
      offsetY: real(100))
  }

  private mutating func ruler() -> Ruler? {
    if chance(0.3) { return nil }
    return Ruler(x: coordinate(), y: coordinate(), direction: number(0...2_047))
  }

  /// Scripts, emoji, quotes, controls, combining marks, and every length from none.
  private mutating func text() -> String {
    let pieces: [Unicode.Scalar] = [
      "a", "Z", " ", "\"", "\\", "/", "\n", "\r", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é", "e",
      "\u{301}", "ß", "λ", "Ж", "ع", "字", "\u{2028}", "\u{FFFD}", "\u{FFFF}", "😀", "\u{10FFFF}",
      "{", "}", "[", ",", ":",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<number(0...20) {
      text.append(pieces[number(0...pieces.count - 1)])
    }
    return String(text)
  }
}
