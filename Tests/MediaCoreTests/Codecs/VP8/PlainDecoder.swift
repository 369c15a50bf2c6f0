@testable import MediaCore

/// What a decoder holds after frames that are given as modes and levels: RFC 6386 sample by sample,
/// without any thought of speed, and without the loop filter.
struct PlainDecoder {
  private(set) var last: PlainPicture
  private var golden: PlainPicture
  private var alternate: PlainPicture
  /// The picture of the last frame, shown or not.
  private(set) var current: PlainPicture
  private let columns: Int
  private let rows: Int

  init(_ header: VP8FrameHeader) {
    (columns, rows) = (Int(header.columns), Int(header.rows))
    last = PlainPicture(columns: columns, rows: rows)
    (golden, alternate, current) = (last, last, last)
  }

  mutating func decode(
    _ header: VP8FrameHeader, _ macroblocks: [VP8Macroblock], _ levels: VP8Levels,
    background: VP8Background
  ) {
    var rest = macroblocks[...]
    for row in 0..<rows {
      for column in 0..<columns {
        var macroblock = VP8Macroblock(
          column: Int32(column), row: Int32(row),
          prediction: background.prediction(inKeyFrame: header.isKeyFrame))
        if let next = rest.first, Int(next.row) == row, Int(next.column) == column {
          macroblock = rest.removeFirst()
        }
        let quantiser =
          header.segmentation.map { $0.quantisers[Int(macroblock.segment)] } ?? header.quantiser
        rebuild(macroblock, levels, PlainResidual(index: Int(quantiser)))
      }
    }
    keep(header)
  }

  private mutating func keep(_ header: VP8FrameHeader) {
    if header.isKeyFrame {
      (last, golden, alternate) = (current, current, current)
      return
    }
    let (oldGolden, oldAlternate) = (golden, alternate)
    if header.copiesToGolden == .last { golden = last }
    if header.copiesToGolden == .other { golden = oldAlternate }
    if header.copiesToAlternate == .last { alternate = last }
    if header.copiesToAlternate == .other { alternate = oldGolden }
    if header.refreshesGolden { golden = current }
    if header.refreshesAlternate { alternate = current }
    if header.refreshesLast { last = current }
  }

  private mutating func rebuild(
    _ macroblock: VP8Macroblock, _ levels: VP8Levels, _ residual: PlainResidual
  ) {
    let (column, row) = (Int(macroblock.column), Int(macroblock.row))
    let chroma: VP8ChromaMode
    switch macroblock.prediction {
    case .inter(let reference, let vector):
      let source = reference == .last ? last : reference == .golden ? golden : alternate
      for plane in 0..<3 {
        let side = plane == 0 ? 16 : 8
        current.planes[plane].move(
          source.planes[plane], column * side, row * side, side: side, vector,
          shift: plane == 0 ? 2 : 3)
      }
      add(macroblock, levels, residual)
      return
    case .intra(let luma, let colour):
      current.planes[0].predict(
        luma.rawValue, column * 16, row * 16, side: 16)
      chroma = colour
    case .subblocks(let modes, let colour):
      chroma = colour
      let aboveRight = current.planes[0].aboveRight(column, row)
      for index in 0..<16 {
        let (x, y) = (column * 16 + index % 4 * 4, row * 16 + index / 4 * 4)
        current.planes[0].predict(
          modes[index], x, y, aboveRight: index % 4 == 3 ? aboveRight : nil)
        guard let levelRow = macroblock.levels else { continue }
        let values = residual.coefficients(levels, row: Int(levelRow), block: index, plane: 3)
        current.planes[0].add(PlainResidual.inverseCosine(values), x, y)
      }
    }
    for plane in 1..<3 {
      current.planes[plane].predict(chroma.rawValue, column * 8, row * 8, side: 8)
    }
    add(macroblock, levels, residual)
  }

  /// Everything but the luma of subblocks.
  private mutating func add(
    _ macroblock: VP8Macroblock, _ levels: VP8Levels, _ residual: PlainResidual
  ) {
    guard let row = macroblock.levels.map(Int.init) else { return }
    let (column, line) = (Int(macroblock.column), Int(macroblock.row))
    if macroblock.prediction.hasY2 {
      let averages = PlainResidual.inverseWalsh(
        residual.coefficients(levels, row: row, block: 24, plane: 1))
      for index in 0..<16 {
        var values = residual.coefficients(levels, row: row, block: index, plane: 0)
        values[0] = averages[index]
        current.planes[0].add(
          PlainResidual.inverseCosine(values), column * 16 + index % 4 * 4,
          line * 16 + index / 4 * 4)
      }
    }
    for index in 16..<24 {
      let values = residual.coefficients(levels, row: row, block: index, plane: 2)
      current.planes[index < 20 ? 1 : 2].add(
        PlainResidual.inverseCosine(values), column * 8 + index % 2 * 4,
        line * 8 + index / 2 % 2 * 4)
    }
  }
}
