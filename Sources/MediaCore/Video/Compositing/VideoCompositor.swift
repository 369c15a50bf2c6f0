package import Strokes

/// Puts the pictures of a room into one, and says which blocks that changed.
///
/// `lay` decides who stands where; afterwards each source is drawn when it has a new picture. A source
/// may change its size at any time: the composite keeps its own.
package struct VideoCompositor: ~Copyable {
  /// What the tiles are drawn into.
  package private(set) var picture: I420Picture
  package private(set) var plan: CompositePlan?
  private var tiles: [TileState] = []
  /// What lies under the ink, as it is without it.
  private var base: I420Picture?
  private let labels = NameLabels()

  private struct TileState {
    var tile: CompositePlan.Tile
    var label: Picture?
    /// How its last picture was placed; nil while it has shown none.
    var fit: TileFit?
  }

  private enum Ground {
    static let room = VP8Colour(luma: 24, blue: 128, red: 128)
    static let placeholder = VP8Colour(luma: 52, blue: 132, red: 126)
  }

  package init(width: Int32, height: Int32) {
    picture = I420Picture(width: width, height: height)
  }

  /// Sources whose tile is empty until they are drawn.
  package var waiting: [CompositeSource] {
    var sources: [CompositeSource] = []
    for state in tiles where state.fit == nil && !state.tile.isPlaceholder {
      sources.append(state.tile.source)
    }
    return sources
  }

  /// Arranges the tiles. When anything stands elsewhere than before, all sources have to be drawn
  /// again.
  package mutating func lay(_ plan: CompositePlan) throws(MediaError) -> BlockMap {
    var damage = BlockMap(width: picture.width, height: picture.height)
    precondition(
      plan.width == Int(picture.width) && plan.height == Int(picture.height),
      "a plan for a picture of this size")
    if plan == self.plan { return damage }
    var states: [TileState] = []
    for tile in plan.tiles {
      var state = TileState(tile: tile)
      if let name = tile.name {
        state.label = try labels.label(
          name, size: max(min(tile.frame.height / 12, plan.height / 24), 10),
          widest: tile.frame.width * 9 / 10)
      }
      states.append(state)
    }
    self.plan = plan
    tiles = states
    fill(PixelRectangle(x: 0, y: 0, width: plan.width, height: plan.height), Ground.room)
    for state in states where state.tile.isPlaceholder {
      fill(state.tile.frame, Ground.placeholder)
      putLabel(of: state)
    }
    base = plan.hasInkOverShare ? I420Picture(width: picture.width, height: picture.height) : nil
    damage.insertAll()
    return damage
  }

  /// Draws a source's new picture into its tile; nothing when it has none.
  ///
  /// - Parameter damage: what changed in it since it was drawn last; nil for everything.
  package mutating func draw(
    _ source: CompositeSource, _ new: borrowing I420Picture, damage: BlockMap? = nil
  ) -> BlockMap {
    var changed = BlockMap(width: picture.width, height: picture.height)
    guard let index = tiles.firstIndex(where: { $0.tile.source == source }) else { return changed }
    let tile = tiles[index].tile
    let fit = TileFit(
      width: Int(new.width), height: Int(new.height), in: tile.frame, isWhole: tile.isWhole)
    let isPlaced = tiles[index].fit == fit
    if isPlaced, let damage, damage.isEmpty { return changed }
    if isPlaced, let damage, tiles[index].label == nil, fit.isUnscaled {
      copy(damage, of: new, fit, noting: &changed)
    } else {
      // Bars of another shape are left from the last picture.
      if !isPlaced { fill(tile.frame, Ground.room) }
      PictureScaler.scale(new, fit.part, to: fit.frame, of: &picture)
      changed.insert(isPlaced ? fit.frame : tile.frame)
    }
    tiles[index].fit = fit
    putLabel(of: tiles[index])
    picture.pad(changed.runs)
    return changed
  }

  /// Draws what is shared, and the ink that lies over it.
  ///
  /// - Parameter ink: premultiplied 0xAARRGGBB of the composite's size.
  package mutating func drawShare(
    _ new: borrowing I420Picture, under ink: Span<UInt32>
  ) -> BlockMap {
    let changed = draw(.share, new)
    guard base != nil else { return changed }
    var all = BlockMap(width: picture.width, height: picture.height)
    all.insertAll()
    copyToBase(all)
    return drawInk(ink, in: all)
  }

  /// Draws the ink over what is shared, in blocks in which it changed.
  package mutating func drawInk(_ ink: Span<UInt32>, in blocks: BlockMap) -> BlockMap {
    let (width, height) = (Int(picture.width), Int(picture.height))
    precondition(ink.count == width * height, "ink of the composite's size")
    guard let under = base.take() else {
      return BlockMap(width: picture.width, height: picture.height)
    }
    for run in blocks.runs {
      let part = Self.part(run, width, height)
      PictureScaler.scale(under, part, to: part, of: &picture)
      PictureOverlay.blend(
        ink, stride: width, size: (width, height), part: part, at: (0, 0), over: &picture)
    }
    picture.pad(blocks.runs)
    base = consume under
    return blocks
  }

  private mutating func copyToBase(_ blocks: BlockMap) {
    guard var under = base.take() else { return }
    for run in blocks.runs {
      let part = Self.part(run, Int(picture.width), Int(picture.height))
      PictureScaler.scale(picture, part, to: part, of: &under)
    }
    base = consume under
  }

  private static func part(_ run: BlockRun, _ width: Int, _ height: Int) -> PixelRectangle {
    PixelRectangle(
      x: run.column * 16, y: run.row * 16, width: min(run.count * 16, width - run.column * 16),
      height: min(16, height - run.row * 16))
  }

  private mutating func copy(
    _ damage: BlockMap, of new: borrowing I420Picture, _ fit: TileFit,
    noting changed: inout BlockMap
  ) {
    for run in damage.runs {
      let left = max(run.column * 16, fit.part.x)
      let top = max(run.row * 16, fit.part.y)
      let right = min((run.column + run.count) * 16, fit.part.x + fit.part.width)
      let bottom = min((run.row + 1) * 16, fit.part.y + fit.part.height)
      guard left < right, top < bottom else { continue }
      let part = PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
      var frame = part
      frame.x += fit.frame.x - fit.part.x
      frame.y += fit.frame.y - fit.part.y
      PictureScaler.scale(new, part, to: frame, of: &picture)
      changed.insert(frame)
    }
  }

  private mutating func putLabel(of state: TileState) {
    guard let label = state.label else { return }
    let frame = state.tile.frame
    let (width, height) = (Int(label.width), Int(label.height))
    let margin = max(frame.height / 36, 2) & ~1
    let place =
      state.tile.isPlaceholder
      ? (x: frame.x + (frame.width - width) / 2 & ~1, y: frame.y + (frame.height - height) / 2 & ~1)
      : (x: frame.x + margin, y: frame.y + max(frame.height - height - margin, 0) & ~1)
    let part = PixelRectangle(
      x: 0, y: 0, width: min(width, frame.x + frame.width - place.x),
      height: min(height, frame.y + frame.height - place.y))
    PictureOverlay.blend(
      label.pixels.span, stride: width, size: (width, height), part: part, at: place,
      over: &picture)
  }

  private mutating func fill(_ frame: PixelRectangle, _ colour: VP8Colour) {
    for (plane, value) in [
      (I420Picture.Plane.luma, colour.luma), (.blue, colour.blue), (.red, colour.red),
    ] {
      let shift = plane == .luma ? 0 : 1
      picture.withMutablePlane(plane) { bytes, stride in
        for y in frame.y >> shift..<(frame.y + frame.height) >> shift {
          let row = y * stride
          for x in frame.x >> shift..<(frame.x + frame.width) >> shift { bytes[row + x] = value }
        }
      }
    }
  }
}

extension TileFit {
  var isUnscaled: Bool { part.width == frame.width && part.height == frame.height }
}
