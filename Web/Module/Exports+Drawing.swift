// The pen, the eraser and the ruler, as the page moves them. Times are milliseconds of session time.

/// Puts a pen down: the stroke's number, or 0. `colour` is 0xRRGGBBAA, `width` in board pixels.
@_expose(wasm, "board_stroke_begin") @_cdecl("board_stroke_begin")
func exportedStrokeBegin(
  _ board: Int32, _ kind: Int32, _ colour: UInt32, _ width: Double, _ channels: Int32,
  _ time: Double
) -> UInt32 {
  guard let kind = InkKind(rawValue: UInt8(truncatingIfNeeded: kind)),
    let width = BoardUnit.quantiseWidth(width)
  else { return 0 }
  let ink = Ink(kind: kind, colour: Colour(rgba: colour), width: width)
  let id = PageBoard.named(board).editor.beginStroke(
    ink: ink, channels: PointChannels(rawValue: UInt8(truncatingIfNeeded: channels)),
    at: BoardTime(page: time))
  return id?.number ?? 0
}

/// Draws on: six numbers a sample, x and y in pixels of the picture, milliseconds, force, azimuth and
/// altitude in radians.
@_expose(wasm, "board_stroke_extend") @_cdecl("board_stroke_extend")
func exportedStrokeExtend(
  _ board: Int32, _ stroke: UInt32, _ samples: Int32, _ count: Int32, _ predicted: Int32,
  _ predictedCount: Int32, _ time: Double
) {
  let editor = PageBoard.named(board).editor
  editor.extend(
    editor.own(stroke), samples: penSamples(at: samples, count: count, editor),
    predicted: penSamples(at: predicted, count: predictedCount, editor), at: BoardTime(page: time))
}

@_expose(wasm, "board_stroke_end") @_cdecl("board_stroke_end")
func exportedStrokeEnd(_ board: Int32, _ stroke: UInt32, _ time: Double) -> Int32 {
  let editor = PageBoard.named(board).editor
  return editor.endStroke(editor.own(stroke), at: BoardTime(page: time)) ? 1 : 0
}

@_expose(wasm, "board_stroke_cancel") @_cdecl("board_stroke_cancel")
func exportedStrokeCancel(_ board: Int32, _ stroke: UInt32, _ time: Double) {
  let editor = PageBoard.named(board).editor
  editor.cancelStroke(editor.own(stroke), at: BoardTime(page: time))
}

/// Puts an eraser of `width` board pixels down.
@_expose(wasm, "board_erase_begin") @_cdecl("board_erase_begin")
func exportedEraseBegin(_ board: Int32, _ isVector: Int32, _ width: Double) {
  PageBoard.named(board).editor.beginErasing(isVector != 0 ? .vector : .bitmap, width: width)
}

/// Moves it along places in pixels of the picture; how many items it touched.
@_expose(wasm, "board_erase") @_cdecl("board_erase")
func exportedErase(_ board: Int32, _ path: Int32, _ count: Int32, _ time: Double) -> Int32 {
  let editor = PageBoard.named(board).editor
  return Int32(
    editor.erase(along: places(at: path, count: count, editor), at: BoardTime(page: time)))
}

@_expose(wasm, "board_erase_end") @_cdecl("board_erase_end")
func exportedEraseEnd(_ board: Int32) {
  PageBoard.named(board).editor.endErasing()
}

/// Lifts it and gives back what it took.
@_expose(wasm, "board_erase_cancel") @_cdecl("board_erase_cancel")
func exportedEraseCancel(_ board: Int32, _ time: Double) {
  PageBoard.named(board).editor.cancelErasing(at: BoardTime(page: time))
}

/// Lays the ruler at a place in board pixels, in a direction of 2π/2048, or takes it away.
@_expose(wasm, "board_ruler") @_cdecl("board_ruler")
func exportedRuler(
  _ board: Int32, _ isLaid: Int32, _ x: Double, _ y: Double, _ direction: Int32,
  _ breadth: Double, _ reach: Double, _ time: Double
) {
  let editor = PageBoard.named(board).editor
  var ruler: Ruler?
  if isLaid != 0, let x = BoardUnit.quantise(x), let y = BoardUnit.quantise(y) {
    ruler = Ruler(x: x, y: y, direction: UInt16(truncatingIfNeeded: direction & 2_047))
  }
  editor.setRuler(ruler, breadth: breadth, reach: reach, at: BoardTime(page: time))
}
