// The life of a board, as the page calls it. Numbers cross; what they mean stands in
// Documentation/web.md. A negative answer is a `PageFault`.

@_expose(wasm, "ink_engine") @_cdecl("ink_engine")
func exportedEngine() -> UInt32 {
  BoardHeader.currentInkEngine
}

@_expose(wasm, "ink_fault_words") @_cdecl("ink_fault_words")
func exportedFaultWords(_ fault: Int32) -> Int32 {
  address(of: (PageFault(rawValue: fault) ?? .malformed).words)
}

/// A new board. `boardWidth` 0 makes one without edges; the background is 0xRRGGBBAA, transparent
/// when its alpha is 0; `origin` is milliseconds since 1970 at time 0, not a number when unknown.
@_expose(wasm, "board_new") @_cdecl("board_new")
func exportedNew(
  _ boardWidth: Int32, _ boardHeight: Int32, _ boardScale: Double, _ background: UInt32,
  _ origin: Double, _ author: UInt32, _ width: Int32, _ height: Int32, _ scale: Double,
  _ offsetX: Double, _ offsetY: Double
) -> Int32 {
  let hasEdges = boardWidth > 0 && boardHeight > 0
  var header = BoardHeader(
    canvasWidth: hasEdges ? boardWidth : nil, canvasHeight: hasEdges ? boardHeight : nil)
  header.scale = boardScale
  header.background = Background(page: background)
  if origin.magnitude <= 8.64e15 { header.wallClockOrigin = Int64(origin) }
  return opened { () throws(PageFault) in
    let size = try PictureSize(
      width, height, Viewport(scale: scale, offsetX: offsetX, offsetY: offsetY))
    do throws(BoardSchemaError) {
      return try PageBoard(header: header, size, author: author)
    } catch {
      throw .beyondLimits
    }
  }
}

/// A board from a stream in the binary form: its header is read, its events wait for `board_next`.
@_expose(wasm, "board_open") @_cdecl("board_open")
func exportedOpen(
  _ stream: Int32, _ count: Int32, _ author: UInt32, _ width: Int32, _ height: Int32,
  _ scale: Double, _ offsetX: Double, _ offsetY: Double
) -> Int32 {
  opened { () throws(PageFault) in
    let size = try PictureSize(
      width, height, Viewport(scale: scale, offsetX: offsetX, offsetY: offsetY))
    var decoder = BinaryCodecDecoder(bytes(at: stream, count: count))
    do throws(BinaryCodecError) {
      let header = try decoder.header()
      do throws(BoardSchemaError) {
        return try PageBoard(header: header, size, author: author, decoder: decoder)
      } catch {
        throw .schema(error)
      }
    } catch {
      throw PageFault(error)
    }
  }
}

func opened(_ make: () throws(PageFault) -> PageBoard) -> Int32 {
  do throws(PageFault) {
    return try make().handle()
  } catch {
    return error.rawValue
  }
}

@_expose(wasm, "board_close") @_cdecl("board_close")
func exportedClose(_ board: Int32) {
  PageBoard.close(board)
}

/// More bytes of the stream: whole frames or parts of them.
@_expose(wasm, "board_append") @_cdecl("board_append")
func exportedAppend(_ board: Int32, _ stream: Int32, _ count: Int32) {
  PageBoard.named(board).append(bytes(at: stream, count: count))
}

/// Applies the next event: 1, or 0 when there is none. A broken event is behind when it is
/// reported, so the next call goes on after it.
@_expose(wasm, "board_next") @_cdecl("board_next")
func exportedNext(_ board: Int32) -> Int32 {
  do throws(BinaryCodecError) {
    return try PageBoard.named(board).applyNext() ? 1 : 0
  } catch {
    return PageFault(error).rawValue
  }
}

/// Where the log lies: the session in the binary form, with everything drawn so far.
@_expose(wasm, "board_log") @_cdecl("board_log")
func exportedLog(_ board: Int32) -> Int32 {
  address(of: PageBoard.named(board).editor.log.bytes)
}

@_expose(wasm, "board_log_length") @_cdecl("board_log_length")
func exportedLogLength(_ board: Int32) -> Int32 {
  Int32(PageBoard.named(board).editor.log.bytes.count)
}
