import Glibc
import MediaCore
import Strokes
import TestSupport
import Testing

/// The page that describes the format is held to what the reader and the writer do.
@Suite struct BoardFormatPageTests {
  private func examples() throws -> [String] {
    let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let path = "/\(package)/Documentation/board-format.md"
    let file = try #require(fopen(path, "rb"), "\(path) cannot be read")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var byte = fgetc(file)
    while byte >= 0 {
      bytes.append(UInt8(byte))
      byte = fgetc(file)
    }
    let page = String(decoding: bytes, as: UTF8.self)
    return page.split(separator: "\n").filter { $0.hasPrefix("{\"") }.map(String.init)
  }

  @Test func itsExamplesAreASessionThatIsReadAndWrittenBackAsItStands() throws {
    let text = Array((try examples().joined(separator: "\n") + "\n").utf8)
    var reader = try BoardTextReader(BoardGrowingSource(text), name: "board-format.md")
    var writer = BoardTextWriter()
    var written: [UInt8] = []
    try writer.append(reader.header, to: &written)
    var binary: [UInt8] = []
    var encoder = BinaryCodecEncoder()
    try encoder.append(reader.header, to: &binary)
    while let event = try reader.next() {
      try writer.append(event, to: &written)
      try encoder.append(event, to: &binary)
    }
    #expect(reader.warnings.lines() == [])
    let expected = String(decoding: text, as: UTF8.self).split(separator: "\n")
    for (line, example) in zip(
      String(decoding: written, as: UTF8.self).split(separator: "\n"), expected)
    {
      #expect(line == example)
    }
    #expect(written == text)
  }

  @Test func itHasAnExampleOfEveryKind() throws {
    let all = try examples().joined()
    let kinds = [
      "begin", "points", "end", "outline", "picture", "erase", "clear", "move", "copy", "restyle",
      "delete", "fill", "undo", "redo", "resource", "view", "pointer", "ruler", "chat", "reaction",
      "chapter", "join", "leave", "track", "untrack", "audio", "pause", "resume",
      "attach", "record", "stop", "announce",
    ]
    for kind in kinds {
      #expect(all.contains("\"k\":\"\(kind)\""), "\(kind)")
    }
  }
}
