// `.board` files, as the page opens and saves them. Text answers lie at `board_answer`.

/// A board from the text of a file, all of whose events are applied; what is left out is told by
/// `board_warnings`.
@_expose(wasm, "board_open_text") @_cdecl("board_open_text")
func exportedOpenText(
  _ text: Int32, _ count: Int32, _ author: UInt32, _ width: Int32, _ height: Int32,
  _ scale: Double, _ offsetX: Double, _ offsetY: Double
) -> Int32 {
  opened { () throws(PageFault) in
    let size = try PictureSize(
      width, height, Viewport(scale: scale, offsetX: offsetX, offsetY: offsetY))
    do throws(BoardTextHeaderError) {
      return try PageBoard.read(bytes(at: text, count: count), size, author: author)
    } catch {
      throw PageFault(error)
    }
  }
}

/// The bytes of the lines that say what was left out.
@_expose(wasm, "board_warnings") @_cdecl("board_warnings")
func exportedWarnings(_ board: Int32) -> Int32 {
  Int32(PageBoard.named(board).text.count)
}

/// The bytes of the session as text.
@_expose(wasm, "board_text") @_cdecl("board_text")
func exportedText(_ board: Int32) -> Int32 {
  let board = PageBoard.named(board)
  board.text = board.editor.log.text
  return Int32(board.text.count)
}

@_expose(wasm, "board_answer") @_cdecl("board_answer")
func exportedAnswer(_ board: Int32) -> Int32 {
  address(of: PageBoard.named(board).text)
}

@_expose(wasm, "board_forget_answer") @_cdecl("board_forget_answer")
func exportedForgetAnswer(_ board: Int32) {
  PageBoard.named(board).text = []
}
