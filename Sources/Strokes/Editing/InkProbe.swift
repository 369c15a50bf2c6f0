/// A canvas of its own over a part of the board, on which the ink of single items is judged.
///
/// What an item covers there is drawn by the painter that draws it on the board, so whatever the
/// painter knows (nibs, hidden points, masks, transforms) counts.
struct InkProbe {
  let scale: Double
  private let painter: ItemPainter
  private var scratch: CoverageLayer
  private let minX: Double
  private let minY: Double

  /// - Parameters:
  ///   - box: the part of the board, in board pixels.
  ///   - scale: probe pixels per board pixel, a power of two; less where the box would need more
  ///     than `largest` pixels each way.
  init(over box: BoardBounds, scale wanted: Double, largest: Double) {
    var scale = wanted
    let size = max(box.maxX - box.minX, box.maxY - box.minY)
    while (size + 4) * scale > largest { scale /= 2 }
    self.scale = scale
    let margin = 2 / scale
    (minX, minY) = (box.minX - margin, box.minY - margin)
    let width = Int32(((box.maxX - minX + margin) * scale).rounded(.up))
    let height = Int32(((box.maxY - minY + margin) * scale).rounded(.up))
    let view = Viewport(scale: scale, offsetX: -minX * scale, offsetY: -minY * scale)
    painter = ItemPainter(viewport: view, width: max(width, 1), height: max(height, 1))
    scratch = CoverageLayer(columns: painter.columns, rows: painter.rows)
  }

  /// From the board to the probe's pixels.
  var viewport: Viewport { painter.viewport }

  /// An empty set of the probe's blocks.
  var noBlocks: BlockMap { BlockMap(width: painter.columns * 16, height: painter.rows * 16) }

  /// What an item covers in the blocks of `wanted` (nil: everywhere).
  mutating func coverage(
    of item: BoardItem, _ attributes: ItemAttributes, wanted: BlockMap? = nil
  ) -> CoverageLayer {
    var layer = CoverageLayer(columns: painter.columns, rows: painter.rows)
    let paint = painter.paint(for: attributes, of: item)
    if case .picture(let placement) = item.content {
      // A picture is its rectangle, whatever its pixels are.
      OutlineRaster(placement.rectangle, map: paint.map).draw(into: &layer, wanted: wanted)
    } else {
      painter.cover(item, paint, wanted: wanted, into: &layer, scratch: &scratch)
    }
    return layer
  }

  /// The box around the pixels of a layer that hold ink, in board pixels.
  func bounds(of layer: CoverageLayer, isSoft: Bool) -> BoardBounds? {
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    let columns = Int(painter.columns)
    let least = layer.inkThreshold(isSoft: isSoft)
    for (number, block) in layer.blocks.enumerated() {
      let (x, y) = (Int(block) % columns * 16, Int(block) / columns * 16)
      for index in 0..<CoverageLayer.tileSize
      where layer.tiles[number * CoverageLayer.tileSize + index] >= least {
        (left, right) = (min(left, x + index & 15), max(right, x + index & 15))
        (top, bottom) = (min(top, y + index >> 4), max(bottom, y + index >> 4))
      }
    }
    guard left <= right else { return nil }
    return BoardBounds(
      minX: minX + Double(left) / scale, minY: minY + Double(top) / scale,
      maxX: minX + Double(right + 1) / scale, maxY: minY + Double(bottom + 1) / scale)
  }
}

extension PicturePlacement {
  fileprivate var rectangle: Outline {
    let right = BoardUnit.quantise(width) ?? 0
    let bottom = BoardUnit.quantise(height) ?? 0
    return Outline(segments: [
      .move(x: 0, y: 0), .line(x: right, y: 0), .line(x: right, y: bottom), .line(x: 0, y: bottom),
      .close,
    ])
  }
}
