extension PageBoard {
  /// Reads a session's text and applies all of it. `text` then says what was left out, a line each.
  static func read(
    _ text: [UInt8], _ size: PictureSize, author: UInt32
  ) throws(BoardTextHeaderError) -> PageBoard {
    var decoder = try BoardTextDecoder(text)
    let board: PageBoard
    do throws(BoardSchemaError) {
      board = try PageBoard(header: decoder.header, size, author: author)
      while let event = decoder.next() { try board.editor.apply(event) }
    } catch {
      throw .unusable(.schema(error))
    }
    var lines: [String] = []
    for fault in decoder.faults { lines.append("line \(fault.line): \(fault.text)") }
    let more = decoder.faultCount - UInt64(decoder.faults.count)
    if more > 0 { lines.append("and \(more) more") }
    board.text = Array(lines.joined(separator: "\n").utf8)
    return board
  }
}
