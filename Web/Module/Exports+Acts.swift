// Acts on selections and on the whole board. A selection is two numbers an item, author and number.
// Times are milliseconds of session time; 1 says that something was done, 0 that there was nothing.

@_expose(wasm, "board_preview") @_cdecl("board_preview")
func exportedPreview(
  _ board: Int32, _ items: Int32, _ count: Int32, _ a: Double, _ b: Double, _ c: Double,
  _ d: Double, _ tx: Double, _ ty: Double
) {
  PageBoard.named(board).editor.preview(
    selection(at: items, count: count),
    by: count > 0 ? AffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty) : nil)
}

@_expose(wasm, "board_move") @_cdecl("board_move")
func exportedMove(
  _ board: Int32, _ items: Int32, _ count: Int32, _ a: Double, _ b: Double, _ c: Double,
  _ d: Double, _ tx: Double, _ ty: Double, _ time: Double
) -> Int32 {
  PageBoard.named(board).editor.move(
    selection(at: items, count: count),
    by: AffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty), at: BoardTime(page: time)) ? 1 : 0
}

/// How many copies there are, at `board_selection`.
@_expose(wasm, "board_duplicate") @_cdecl("board_duplicate")
func exportedDuplicate(
  _ board: Int32, _ items: Int32, _ count: Int32, _ a: Double, _ b: Double, _ c: Double,
  _ d: Double, _ tx: Double, _ ty: Double, _ time: Double
) -> Int32 {
  let board = PageBoard.named(board)
  return board.answer(
    board.editor.duplicate(
      selection(at: items, count: count),
      by: AffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty), at: BoardTime(page: time)))
}

/// `parts` says what changes: bits 1 the colour (0xRRGGBBAA), 2 the width in board pixels, 4 the ink.
@_expose(wasm, "board_restyle") @_cdecl("board_restyle")
func exportedRestyle(
  _ board: Int32, _ items: Int32, _ count: Int32, _ parts: Int32, _ colour: UInt32,
  _ width: Double, _ kind: Int32, _ time: Double
) -> Int32 {
  let style = Restyle(
    colour: parts & 1 != 0 ? Colour(rgba: colour) : nil,
    width: parts & 2 != 0 ? BoardUnit.quantiseWidth(width) : nil,
    kind: parts & 4 != 0 ? InkKind(rawValue: UInt8(truncatingIfNeeded: kind)) : nil)
  return PageBoard.named(board).editor.restyle(
    selection(at: items, count: count), style, at: BoardTime(page: time)) ? 1 : 0
}

@_expose(wasm, "board_delete") @_cdecl("board_delete")
func exportedDelete(_ board: Int32, _ items: Int32, _ count: Int32, _ time: Double) -> Int32 {
  PageBoard.named(board).editor.delete(
    selection(at: items, count: count), at: BoardTime(page: time)) ? 1 : 0
}

/// What is done to selections until the group ends is one step to undo.
@_expose(wasm, "board_group_begin") @_cdecl("board_group_begin")
func exportedGroupBegin(_ board: Int32) {
  PageBoard.named(board).editor.beginGroup()
}

@_expose(wasm, "board_group_end") @_cdecl("board_group_end")
func exportedGroupEnd(_ board: Int32) {
  PageBoard.named(board).editor.endGroup()
}

@_expose(wasm, "board_clear") @_cdecl("board_clear")
func exportedClear(_ board: Int32, _ time: Double) -> Int32 {
  PageBoard.named(board).editor.clear(at: BoardTime(page: time)) ? 1 : 0
}

/// 0xRRGGBBAA; transparent when its alpha is 0.
@_expose(wasm, "board_set_background") @_cdecl("board_set_background")
func exportedSetBackground(_ board: Int32, _ colour: UInt32, _ time: Double) -> Int32 {
  PageBoard.named(board).editor.setBackground(
    Background(page: colour), at: BoardTime(page: time)) ? 1 : 0
}

@_expose(wasm, "board_undo") @_cdecl("board_undo")
func exportedUndo(_ board: Int32, _ time: Double) -> Int32 {
  PageBoard.named(board).editor.undo(at: BoardTime(page: time)) ? 1 : 0
}

@_expose(wasm, "board_redo") @_cdecl("board_redo")
func exportedRedo(_ board: Int32, _ time: Double) -> Int32 {
  PageBoard.named(board).editor.redo(at: BoardTime(page: time)) ? 1 : 0
}
