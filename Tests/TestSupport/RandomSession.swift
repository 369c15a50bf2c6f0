import Strokes

/// A seeded board session that does everything a board can do, on purpose in awkward ways: open
/// strokes of several authors and all inks over each other, erasers that hit them midway, undo and
/// redo, insertion below what exists, moves, copies, restyles, pictures and outlines, backgrounds,
/// and what draws nothing in between.
package struct RandomSession {
  package let width: Int32
  package let height: Int32
  package let viewport: Viewport
  package let header: BoardHeader
  package private(set) var events: [BoardEvent] = []
  package let picture: Picture
  package let pictureHash = ContentHash(words: SIMD4(1, 2, 3, 4))

  private var random: SeededGenerator
  private var numbers: [UInt32] = [0, 0, 0, 0]
  private var known: [Known] = []
  private var acts: [(id: BoardID, isUndone: Bool)] = []
  private var ticks: Int64 = 0
  private let kinds: [InkKind]
  /// Long pieces between points bulge: their provisional tails leave the blocks of the final ones.
  private let isSparse: Bool

  private struct Known {
    var id: BoardID
    var order: OrderKey
    var points: [StrokePoint]
    var isOpen: Bool
    var channels: PointChannels
  }

  package init(seed: UInt64, steps: Int = 60, kinds: [InkKind] = InkKind.allCases) {
    random = SeededGenerator(seed: seed)
    self.kinds = kinds
    isSparse = seed % 3 == 0
    width = Int32.random(in: 1...150, using: &random)
    height = Int32.random(in: 1...110, using: &random)
    let scales = [1, 1, 0.5, 1.75]
    viewport = Viewport(
      scale: scales[Int.random(in: 0..<4, using: &random)],
      offsetX: Double(Int32.random(in: -20...20, using: &random)),
      offsetY: Double.random(in: -20...20, using: &random))
    var header = BoardHeader(canvasWidth: 150, canvasHeight: 110)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: header.background = .transparent
    case 1: header.background = .colour(Colour(red: 20, green: 40, blue: 30))
    default: header.background = .colour(.white)
    }
    self.header = header
    var pixels: [UInt32] = []
    for index in 0..<UInt32(35) { pixels.append(0xFF00_0000 | index &* 0x00A5_1D37 & 0xFF_FFFF) }
    picture = Picture(width: 7, height: 5, pixels: pixels)!
    for _ in 0..<steps { step() }
  }

  /// The same session with its points handed over in other portions.
  package func split(seed: UInt64) -> [BoardEvent] {
    var random = SeededGenerator(seed: seed)
    var result: [BoardEvent] = []
    for event in events {
      guard case .strokePoints(let id, let points) = event.action, points.count > 1 else {
        result.append(event)
        continue
      }
      var start = 0
      while start < points.count {
        let end = Int.random(in: start + 1...points.count, using: &random)
        var part = event
        part.action = .strokePoints(id, Array(points[start..<end]))
        result.append(part)
        start = end
      }
    }
    return result
  }

  private mutating func step() {
    ticks += Int64.random(in: 0...400, using: &random)
    let author = Int.random(in: 1...3, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<22: begin(author)
    case 22..<52: extend()
    case 52..<64: end()
    case 64..<72: erase(author)
    case 72..<79: undo(author)
    case 79..<83: redo(author)
    case 83..<85: send(author, .cleared(act(author)))
    case 85..<89:
      send(author, .transformed(act(author), items: someItems(), someTransform()))
    case 89..<91: duplicate(author)
    case 91..<93: send(author, .restyled(act(author), items: someItems(), someRestyle()))
    case 93..<95: send(author, .deleted(act(author), items: someItems()))
    case 95..<97: placeOutline(author)
    case 97..<98: placePicture(author)
    case 98..<99: send(author, .left)
    default: send(author, .background(act(author), someBackground()))
    }
    if random.chance(0.03) { send(author, somethingUndrawn()) }
  }

  private mutating func send(_ author: Int, _ action: BoardAction) {
    if case .left = action {
      for index in known.indices where known[index].id.author.rawValue == UInt32(author) {
        known[index].isOpen = false
      }
    }
    events.append(
      BoardEvent(
        sequence: UInt64(events.count + 1), time: BoardTime(ticks: ticks),
        author: AuthorID(UInt32(author)), action: action))
  }

  private mutating func act(_ author: Int) -> BoardID {
    numbers[author] += 1
    let id = BoardID(author: AuthorID(UInt32(author)), number: numbers[author])
    acts.append((id, false))
    return id
  }

  private mutating func someColour() -> Colour {
    Colour(
      red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
      blue: .random(in: 0...255, using: &random),
      alpha: random.chance(0.6) ? 255 : .random(in: 0...255, using: &random))
  }

  private mutating func someKind() -> InkKind {
    kinds[Int.random(in: 0..<kinds.count, using: &random)]
  }

  private mutating func someRestyle() -> Restyle {
    Restyle(
      colour: random.chance(0.7) ? someColour() : nil, width: random.chance(0.4) ? 300 : nil,
      kind: random.chance(0.4) ? someKind() : nil)
  }

  private mutating func someBackground() -> Background {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .transparent
    case 1: return .picture(pictureHash)
    case 2: return .sharedScreen(AuthorID(2))
    default: return .colour(someColour())
    }
  }

  private mutating func somethingUndrawn() -> BoardAction {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .pointer(x: 900, y: 700, isVisible: random.chance(0.5))
    case 1: return .ruler(random.chance(0.5) ? Ruler(x: 640, y: 64, direction: 200) : nil)
    case 2: return .chat("x ≠ y")
    case 3: return .joined(name: "Ada")
    case 4: return .resource(pictureHash, Resource(mediaType: "image/png", bytes: [1, 2, 3]))
    default: return .unknown(kind: "binary:77", payload: [4, 5])
    }
  }

  private mutating func someTransform() -> AffineTransform {
    if random.chance(0.1) {
      // Mirrored and of two scales.
      return AffineTransform(
        a: -.random(in: 0.4...1.5, using: &random), b: 0.2, c: 0.3,
        d: .random(in: 0.4...1.5, using: &random), tx: 150, ty: -5)
    }
    let turn = Double.random(in: -1...1, using: &random)
    let scale = Double.random(in: 0.5...1.6, using: &random)
    let across = random.chance(0.5) ? turn : 0
    return AffineTransform(
      a: scale, b: across, c: -across, d: scale, tx: .random(in: -40...40, using: &random),
      ty: .random(in: -30...30, using: &random))
  }

  private mutating func someOrder() -> OrderKey? {
    guard random.chance(0.2), known.count > 1 else { return nil }
    let sorted = known.map(\.order).sorted()
    let place = Int.random(in: 0..<sorted.count - 1, using: &random)
    return OrderKey.between(sorted[place], sorted[place + 1])
  }

  private mutating func somePoint(near last: StrokePoint?) -> StrokePoint {
    let far: Int32 = random.chance(isSparse ? 0.5 : 0.05) ? 6_000 : 900
    var x = Int32.random(in: -1_000...10_500, using: &random)
    var y = Int32.random(in: -1_000...8_000, using: &random)
    var time: UInt32 = 0
    if let last {
      x = last.x + .random(in: -far...far, using: &random)
      y = last.y + .random(in: -far...far, using: &random)
      if random.chance(0.1) { (x, y) = (last.x, last.y) }
      time = last.timeOffset + .random(in: 0...200, using: &random)
    }
    return StrokePoint(
      x: x, y: y, timeOffset: time,
      force: .random(in: 0...(random.chance(0.1) ? 4_095 : 2_000), using: &random),
      azimuth: .random(in: 0...2_047, using: &random),
      altitude: .random(in: 0...511, using: &random), width: .random(in: 0...600, using: &random),
      aspect: .random(in: 200...1_000, using: &random),
      opacity: .random(in: 0...255, using: &random))
  }

  private mutating func begin(_ author: Int) {
    let order = someOrder()
    let id = act(author)
    let channels = PointChannels(rawValue: .random(in: 0...127, using: &random))
    let kind = someKind()
    let width = UInt16.random(in: 10...1_200, using: &random)
    let ink = Ink(kind: kind, colour: someColour(), width: width)
    let key = order ?? OrderKey(major: (known.map(\.order.major).max() ?? 0) + 1)
    known.append(Known(id: id, order: key, points: [], isOpen: true, channels: channels))
    send(author, .strokeBegan(id, ink: ink, channels: channels, order: order))
    if random.chance(0.8) { extend(known.count - 1) }
  }

  private mutating func extend() {
    let open = known.indices.filter { known[$0].isOpen }
    guard let index = open.randomElement(using: &random) else { return }
    extend(index)
  }

  private mutating func extend(_ index: Int) {
    var points: [StrokePoint] = []
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      points.append(somePoint(near: points.last ?? known[index].points.last))
    }
    known[index].points += points
    send(Int(known[index].id.author.rawValue), .strokePoints(known[index].id, points))
  }

  private mutating func end() {
    let open = known.indices.filter { known[$0].isOpen }
    guard let index = open.randomElement(using: &random) else { return }
    known[index].isOpen = false
    send(Int(known[index].id.author.rawValue), .strokeEnded(known[index].id))
  }

  private mutating func someItems() -> [BoardID] {
    var result: [BoardID] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      if let item = known.randomElement(using: &random) { result.append(item.id) }
    }
    return result
  }

  private mutating func erase(_ author: Int) {
    var hits: [Erasure.Hit] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard let item = known.randomElement(using: &random) else { continue }
      let count = UInt32(item.points.count)
      let part = random.chance(0.2) ? UInt32.random(in: 0...count, using: &random) : count
      let map: AffineTransform? = random.chance(0.2) ? someTransform() : nil
      hits.append(Erasure.Hit(item: item.id, pointCount: part, toItem: map))
    }
    var path: [SIMD2<Int32>] = []
    let start = known.randomElement(using: &random)?.points.first
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let near = path.last.map { StrokePoint(x: $0.x, y: $0.y) } ?? start
      let point = somePoint(near: near)
      path.append(SIMD2(point.x, point.y))
    }
    let width = UInt16.random(in: 100...1_500, using: &random)
    let shape: Erasure.Shape = random.chance(0.3) ? .vector : .bitmap(path: path, width: width)
    send(author, .erased(act(author), Erasure(shape: shape, hits: hits)))
  }

  private mutating func undo(_ author: Int) {
    guard let index = acts.indices.randomElement(using: &random) else { return }
    acts[index].isUndone = true
    send(author, .undone(acts[index].id))
  }

  private mutating func redo(_ author: Int) {
    let undone = acts.indices.filter { acts[$0].isUndone }
    guard let index = undone.randomElement(using: &random) else { return }
    send(author, .redone(acts[index].id))
  }

  private mutating func duplicate(_ author: Int) {
    let id = act(author)
    var copies: [Duplicate] = []
    for source in someItems() {
      numbers[author] += 1
      copies.append(
        Duplicate(
          source: source, copy: BoardID(author: AuthorID(UInt32(author)), number: numbers[author])))
    }
    send(author, .duplicated(id, copies: copies, someTransform()))
  }

  private mutating func placeOutline(_ author: Int) {
    let point = somePoint(near: nil)
    let (x, y) = (point.x, point.y)
    let outline = Outline(
      segments: [
        .move(x: x, y: y), .line(x: x + 2_000, y: y + 300),
        .quadratic(controlX: x + 2_500, controlY: y + 1_500, x: x + 900, y: y + 1_800),
        .cubic(
          control1X: x, control1Y: y + 2_000, control2X: x - 900, control2Y: y + 700, x: x, y: y),
        .close, .move(x: x + 300, y: y + 300), .line(x: x + 700, y: y + 300),
        .line(x: x + 500, y: y + 900),
      ], fillRule: random.chance(0.5) ? .evenOdd : .nonZero)
    let order = someOrder()
    send(
      author,
      .outlinePlaced(
        act(author), OutlinePlacement(outline: outline, colour: someColour(), order: order)))
  }

  private mutating func placePicture(_ author: Int) {
    let placement = PicturePlacement(
      hash: pictureHash, width: .random(in: 3...60, using: &random),
      height: .random(in: 3...60, using: &random), transform: someTransform(),
      opacity: .random(in: 100...255, using: &random), order: someOrder())
    send(author, .picturePlaced(act(author), placement))
  }
}
