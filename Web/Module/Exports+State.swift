// What a page asks of a board without changing it.

/// The time of the last event, in milliseconds.
@_expose(wasm, "board_last_time") @_cdecl("board_last_time")
func exportedLastTime(_ board: Int32) -> Double {
  Double(PageBoard.named(board).editor.lastTime.ticks) / 10
}

/// Bits: 1 something can be undone, 2 redone, 4 no item is shown.
@_expose(wasm, "board_can") @_cdecl("board_can")
func exportedCan(_ board: Int32) -> Int32 {
  let editor = PageBoard.named(board).editor
  return (editor.canUndo ? 1 : 0) | (editor.canRedo ? 2 : 0)
    | (editor.hasShownItems ? 0 : 4)
}

/// The board's edges in board pixels; 0 for none.
@_expose(wasm, "board_edge_width") @_cdecl("board_edge_width")
func exportedEdgeWidth(_ board: Int32) -> Int32 {
  PageBoard.named(board).editor.header.canvasWidth ?? 0
}

@_expose(wasm, "board_edge_height") @_cdecl("board_edge_height")
func exportedEdgeHeight(_ board: Int32) -> Int32 {
  PageBoard.named(board).editor.header.canvasHeight ?? 0
}

/// The version of the ink engine that drew the session.
@_expose(wasm, "board_engine") @_cdecl("board_engine")
func exportedBoardEngine(_ board: Int32) -> UInt32 {
  PageBoard.named(board).editor.header.inkEngine
}

/// The background's colour as 0xRRGGBBAA; 0 for what is no colour.
@_expose(wasm, "board_background") @_cdecl("board_background")
func exportedBackground(_ board: Int32) -> UInt32 {
  guard case .colour(let colour) = PageBoard.named(board).editor.background else { return 0 }
  return colour.rgba
}

/// The box around the ink that is shown of a selection, in board pixels: 1 and four numbers (x, y,
/// width, height) at `board_numbers`, or 0.
@_expose(wasm, "board_bounds") @_cdecl("board_bounds")
func exportedBounds(_ board: Int32, _ items: Int32, _ count: Int32) -> Int32 {
  let board = PageBoard.named(board)
  guard let box = board.editor.bounds(of: selection(at: items, count: count)) else { return 0 }
  board.numbers = [box.minX, box.minY, box.maxX - box.minX, box.maxY - box.minY]
  return 1
}

@_expose(wasm, "board_numbers") @_cdecl("board_numbers")
func exportedNumbers(_ board: Int32) -> Int32 {
  address(of: PageBoard.named(board).numbers)
}

/// Where the last answered selection lies: author and number of each item.
@_expose(wasm, "board_selection") @_cdecl("board_selection")
func exportedSelection(_ board: Int32) -> Int32 {
  address(of: PageBoard.named(board).selection)
}

/// The items whose ink lies inside a path in pixels of the picture; how many.
@_expose(wasm, "board_lasso") @_cdecl("board_lasso")
func exportedLasso(_ board: Int32, _ path: Int32, _ count: Int32) -> Int32 {
  let board = PageBoard.named(board)
  return board.answer(board.editor.lasso(places(at: path, count: count, board.editor)))
}

/// The topmost item that a disc of `width` board pixels touches, at a place in pixels of the
/// picture; how many, 1 or 0.
@_expose(wasm, "board_item_at") @_cdecl("board_item_at")
func exportedItemAt(_ board: Int32, _ x: Double, _ y: Double, _ width: Double) -> Int32 {
  let board = PageBoard.named(board)
  let place = board.editor.boardPlace(canvasX: x, y: y)
  guard let item = board.editor.item(at: place, width: width) else { return 0 }
  return board.answer(Selection([item]))
}

/// All items that are shown; how many.
@_expose(wasm, "board_all") @_cdecl("board_all")
func exportedAll(_ board: Int32) -> Int32 {
  let board = PageBoard.named(board)
  return board.answer(board.editor.shownItems)
}
