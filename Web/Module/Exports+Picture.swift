// The picture of a board, as the page calls for it.

/// canvas = board · scale + offset, in pixels.
@_expose(wasm, "board_show") @_cdecl("board_show")
func exportedShow(_ board: Int32, _ scale: Double, _ offsetX: Double, _ offsetY: Double) {
  PageBoard.named(board).editor.show(
    Viewport(scale: scale, offsetX: offsetX, offsetY: offsetY))
}

/// Another size of the picture; its upper left corner shows the same place of the board.
@_expose(wasm, "board_resize") @_cdecl("board_resize")
func exportedResize(_ board: Int32, _ width: Int32, _ height: Int32) -> Int32 {
  let board = PageBoard.named(board)
  do throws(PageFault) {
    let size = try PictureSize(width, height, board.editor.viewport)
    board.resize(width: size.width, height: size.height)
    return 0
  } catch {
    return error.rawValue
  }
}

/// The pixels of a picture that items refer to: `hash` is its 32 bytes, `pixels` are straight
/// R, G, B, A.
@_expose(wasm, "board_provide") @_cdecl("board_provide")
func exportedProvide(
  _ board: Int32, _ hash: Int32, _ width: Int32, _ height: Int32, _ pixels: Int32
) -> Int32 {
  guard (1...PictureSize.largestSide).contains(width),
    (1...PictureSize.largestSide).contains(height),
    let name = ContentHash(bytes: bytes(at: hash, count: 32)),
    let picture = Picture(
      width: width, height: height, straight: words(at: pixels, count: width * height))
  else { return PageFault.size.rawValue }
  PageBoard.named(board).editor.provide(picture, for: name)
  return 0
}

/// Brings the picture up to date; how many rectangles of it changed.
@_expose(wasm, "board_render") @_cdecl("board_render")
func exportedRender(_ board: Int32) -> Int32 {
  let board = PageBoard.named(board)
  board.render()
  return Int32(board.rectangles.count)
}

/// The rectangles: four Int32 each, x, y, width, height.
@_expose(wasm, "board_rectangles") @_cdecl("board_rectangles")
func exportedRectangles(_ board: Int32) -> Int32 {
  address(of: PageBoard.named(board).rectangles)
}

/// The picture: straight R, G, B, A, rows without padding.
@_expose(wasm, "board_pixels") @_cdecl("board_pixels")
func exportedPixels(_ board: Int32) -> Int32 {
  address(of: PageBoard.named(board).picture.pixels)
}

@_expose(wasm, "board_hash") @_cdecl("board_hash")
func exportedHash(_ board: Int32) -> UInt64 {
  PageBoard.named(board).editor.canvas.hash
}
