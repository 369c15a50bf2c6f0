import Strokes

/// The keys of a JSON object's outermost level, as far as the given beginning of it reaches.
struct DocumentJSONKeys {
  private var keys: Set<String> = []
  private var type: String?
  private var declared: String?
  private var elementsIsList = false

  init(_ head: [UInt8]) {
    let bytes = head + [0]
    var position = 1
    do throws(BoardTextError) {
      while try member(bytes, &position) {}
    } catch {
      // The beginning ends here, or it is no JSON: what has been seen decides.
    }
  }

  /// Takes one key and passes over its value; false behind the last one.
  private mutating func member(
    _ bytes: [UInt8], _ position: inout Int
  ) throws(BoardTextError) -> Bool {
    let span = bytes.span
    JSONSyntax.skipSpace(span, &position)
    let key = try name(bytes, &position)
    JSONSyntax.skipSpace(span, &position)
    guard span[position] == UInt8(ascii: ":") else { throw .syntax }
    position += 1
    JSONSyntax.skipSpace(span, &position)
    keys.insert(key)
    let isString = span[position] == UInt8(ascii: "\"")
    if key == "elements" { elementsIsList = span[position] == UInt8(ascii: "[") }
    if key == "type", isString {
      type = try name(bytes, &position)
    } else if key == "format", isString {
      declared = try name(bytes, &position)
    } else {
      try JSONSyntax.skipValue(span, &position, depth: 1)
    }
    JSONSyntax.skipSpace(span, &position)
    let next = span[position]
    position += 1
    return next == UInt8(ascii: ",")
  }

  private func name(_ bytes: [UInt8], _ position: inout Int) throws(BoardTextError) -> String {
    let start = position + 1
    try JSONSyntax.skipString(bytes.span, &position)
    return String(decoding: bytes[start..<position - 1], as: UTF8.self)
  }

  /// The format that these keys belong to; nil when none of them tells.
  var format: DocumentFormat? {
    if declared == "board" { return .board }
    if type == "excalidraw" || type == "excalidraw/clipboard" { return .excalidraw }
    if type == "excalidrawlib" { return .excalidrawLibrary }
    if keys.contains("tldrawFileFormatVersion") { return .tldraw }
    if keys.contains("store"), keys.contains("schema") { return .tldraw }
    if type == nil, elementsIsList { return .excalidraw }
    // A session whose header is lost: the reader of sessions says so best.
    if keys.isSuperset(of: ["s", "t", "a", "k"]) { return .board }
    return nil
  }
}
