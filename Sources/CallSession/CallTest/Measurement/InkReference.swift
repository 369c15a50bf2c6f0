import MediaCore
import Strokes

/// The board as its author sees it, with which viewers' pictures are compared, and which stroke made which
/// pixel inked.
final class InkReference {
  struct Stroke: Equatable {
    var number: Int
    /// When so much of it stood on the author's own board that it could be read there.
    var readable: MediaTime
    /// When its last point was drawn.
    var ended: MediaTime
    /// Blocks that it touched.
    var blocks: BlockMap
    /// Pixels that it alone has inked.
    var count: Int
  }

  private(set) var strokes: [Stroke] = []
  let width: Int32
  let height: Int32

  private let renderer: BoardRenderer
  private var picture: I420Picture
  private let inkTest: InkTest
  /// The stroke that inked a pixel first; 0 for none, −1 for what is no stroke.
  private var owners: [Int32]
  /// Strokes that are being drawn.
  private var open: [Int: OpenStroke] = [:]
  private var sequence: UInt64 = 0

  private struct OpenStroke {
    /// What it has touched.
    var blocks: BlockMap
    /// How many pixels it had inked when.
    var growth: [(time: MediaTime, count: Int)] = []
  }

  /// Of fewer pixels nothing can be said.
  private static let fewest = 12
  static let likeness = 0.8

  init(header: BoardHeader, width: Int32, height: Int32) {
    self.width = width
    self.height = height
    renderer = BoardRenderer.whole(header, width: width, height: height)
    picture = I420Picture(width: width, height: height)
    owners = [Int32](repeating: 0, count: Int(width) * Int(height))
    let damage = renderer.render()
    picture.take(damage.blocks, of: renderer.canvas)
    inkTest = InkTest(background: picture)
  }

  /// The author does something.
  func apply(_ act: DrawingScript.Act, by author: AuthorID) {
    sequence += 1
    renderer.apply(
      BoardEvent(sequence: sequence, time: .zero, author: author, action: act.action))
    if case .resource(let hash, let resource) = act.action,
      let decoded = PictureDecoder.picture(of: resource)
    {
      renderer.provide(decoded, for: hash)
    }
    let blocks = renderer.render().blocks
    picture.take(blocks, of: renderer.canvas)
    claim(blocks, for: act.stroke)
    guard let number = act.stroke else { return }
    var stroke = open[number] ?? OpenStroke(blocks: BlockMap(width: width, height: height))
    stroke.blocks.formUnion(blocks)
    stroke.growth.append((act.time, owned(by: number, in: stroke.blocks)))
    open[number] = act.endsStroke ? nil : stroke
    if act.endsStroke { finish(number, stroke, at: act.time) }
  }

  private func claim(_ blocks: BlockMap, for stroke: Int?) {
    let owner = stroke.map { Int32(truncatingIfNeeded: $0) } ?? -1
    inkTest.forEach(in: picture, blocks) { place, isInked in
      if !isInked {
        owners[place] = 0
      } else if owners[place] == 0 {
        owners[place] = owner
      }
    }
  }

  private func finish(_ number: Int, _ stroke: OpenStroke, at time: MediaTime) {
    guard let count = stroke.growth.last?.count, count >= Self.fewest else { return }
    let enough = Self.likeness * Double(count)
    let readable = stroke.growth.first { Double($0.count) >= enough }?.time ?? time
    strokes.append(
      Stroke(
        number: number, readable: readable, ended: time, blocks: stroke.blocks, count: count))
  }

  private func owned(by number: Int, in blocks: BlockMap) -> Int {
    var count = 0
    inkTest.forEach(in: picture, blocks) { place, _ in
      if owners[place] == Int32(truncatingIfNeeded: number) { count += 1 }
    }
    return count
  }

  /// How a viewer's picture shows a stroke.
  struct Sight {
    /// Pixels of the stroke that are inked, and others in its blocks that should not be.
    var seen: Int
    var extra: Int
    /// Pixels that the stroke has for its author now.
    var count: Int

    /// Intersection over union with a stroke of so many pixels.
    func isLegible(of count: Int) -> Bool { Double(seen) >= likeness * Double(count + extra) }
    /// Whether the author has taken away most of what were so many pixels.
    func isGone(of count: Int) -> Bool { self.count * 5 < count }
  }

  /// Strokes that are being drawn, by number.
  var openStrokes: [Int] { open.keys.sorted() }

  /// A stroke that is drawn, or being drawn; nil when there is none, or the picture is none of this board.
  func sight(of number: Int, in shown: borrowing I420Picture) -> Sight? {
    guard shown.width == width, shown.height == height,
      let blocks = open[number]?.blocks ?? strokes.last(where: { $0.number == number })?.blocks
    else { return nil }
    let own = Int32(truncatingIfNeeded: number)
    var sight = Sight(seen: 0, extra: 0, count: 0)
    inkTest.forEach(in: shown, blocks) { place, isInked in
      let owner = owners[place]
      if owner == own {
        sight.count += 1
        if isInked { sight.seen += 1 }
      } else if owner == 0, isInked {
        sight.extra += 1
      }
    }
    return sight
  }
}

extension BoardRenderer {
  /// All of a board's canvas in a picture of a size.
  static func whole(_ header: BoardHeader, width: Int32, height: Int32) -> BoardRenderer {
    let canvas = BoardBounds(
      minX: 0, minY: 0, maxX: Double(header.canvasWidth ?? width),
      maxY: Double(header.canvasHeight ?? height))
    return BoardRenderer(
      header: header, width: width, height: height,
      viewport: Viewport(fitting: canvas, width: width, height: height), backdrop: .white)
  }
}
