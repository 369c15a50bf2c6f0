extension DocumentFormat {
  /// How many bytes from a file's beginning are enough to tell what it is.
  package static let headSize = 65_536

  /// What a file is, by its first bytes, and by its name where the bytes leave it open.
  ///
  /// - Parameters:
  ///   - head: at most the first `headSize` bytes.
  ///   - name: the file's name or path; only its ending counts.
  /// - Returns: nil for what is none of the known formats.
  package static func detect(_ head: [UInt8], name: String) -> DocumentFormat? {
    if let format = byMagic(head, name) { return format }
    var text = head[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    while let first = text.first, first == 0x20 || first >= 0x09 && first <= 0x0D {
      text = text.dropFirst()
    }
    if text.first == UInt8(ascii: "<") { return byMarkup(text) }
    guard text.first == UInt8(ascii: "{") else { return nil }
    return DocumentJSONKeys(Array(text)).format ?? byName(name)
  }

  private static func byMagic(_ head: [UInt8], _ name: String) -> DocumentFormat? {
    func starts(_ magic: [UInt8], at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: magic)
    }
    func starts(_ magic: String, at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: magic.utf8)
    }
    if starts([0x77, 0x72, 0x64, 0xF0]) { return .pkDrawing }
    if starts([0xFB, 0x42, 0x52, 0x44]) { return .boardBinary }
    if starts([0x89, 0x50, 0x4E, 0x47]) { return .png }
    if starts([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if starts([0x1A, 0x45, 0xDF, 0xA3]) { return .webM }
    if starts([0xFF, 0xFE]) || starts([0xFE, 0xFF]) { return .utf16 }
    if starts("GIF8") { return .gif }
    if starts("%PDF-") { return .pdf }
    if starts("OggS") { return .ogg }
    if starts("RIFF"), starts("WEBP", at: 8) { return .webP }
    if starts("RIFF"), starts("WAVE", at: 8) { return .wave }
    if starts("ftyp", at: 4) { return .mp4 }
    if starts([0x1F, 0x8B]) { return compressed(head, name) }
    if starts([0x50, 0x4B, 0x03, 0x04]) {
      // The ZIP form of Xournal++ begins with its version's folder.
      return starts("META-INF/", at: 30) || ending(name) == "xopp" ? .xournal : .zip
    }
    return nil
  }

  /// What gzip holds is told by the file's name, or by the one that gzip keeps (RFC 1952).
  private static func compressed(_ head: [UInt8], _ name: String) -> DocumentFormat {
    var kept = ""
    if head.count > 10, head[3] & 0x0C == 0x08 {
      let end = head[10...].firstIndex(of: 0) ?? head.endIndex
      kept = String(decoding: head[10..<end], as: UTF8.self)
    }
    for candidate in [name, kept] {
      switch ending(candidate) {
      case "xopp", "xoj": return .xournal
      case "rnote": return .rnote
      case "svgz": return .svg
      default: continue
      }
    }
    return .gzip
  }

  /// By the first elements of XML or HTML.
  private static func byMarkup(_ text: ArraySlice<UInt8>) -> DocumentFormat? {
    var position = text.startIndex
    while let open = text[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = open + 1
      let end =
        text[position...].firstIndex { byte in
          byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
        } ?? text.endIndex
      let element = String(decoding: text[position..<end], as: UTF8.self).lowercased()
      switch element.split(separator: ":").last.map(String.init) ?? "" {
      case "xournal": return .xournal
      case "ink": return .inkML
      case "svg": return .svg
      case "html": return .html
      default:
        // Comments and declarations may stand before the first element; any other is foreign.
        if element.hasPrefix("!--") {
          position = endOfComment(text, from: position)
        } else if !element.hasPrefix("!"), !element.hasPrefix("?") {
          return nil
        }
      }
    }
    return nil
  }

  private static func endOfComment(_ text: ArraySlice<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 2 < text.endIndex {
      if text[index] == UInt8(ascii: "-"), text[index + 1] == UInt8(ascii: "-"),
        text[index + 2] == UInt8(ascii: ">")
      {
        return index + 3
      }
      index += 1
    }
    return text.endIndex
  }

  /// For JSON whose first keys say nothing.
  private static func byName(_ name: String) -> DocumentFormat? {
    switch ending(name) {
    case "board": .board
    case "excalidraw": .excalidraw
    case "excalidrawlib": .excalidrawLibrary
    case "tldr": .tldraw
    default: nil
    }
  }

  /// The part behind the last dot, in lower case.
  private static func ending(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
