import MediaCore
import TestSupport
import Testing

/// Files that cannot be recorded, with the real program: a code, a line, and nothing touched (INK-08).
@Suite struct ForeignInputTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  struct Input: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let code: Int32
    /// A word of the line.
    let says: String

    var testDescription: String { name }

    init(_ name: String, _ text: String, _ code: Int32, _ says: String) {
      self.init(name, Array(text.utf8), code, says)
    }

    init(_ name: String, _ bytes: [UInt8], _ code: Int32, _ says: String) {
      self.name = name
      self.bytes = bytes
      self.code = code
      self.says = says
    }
  }

  func expectRefused(_ input: Input) throws {
    try folder.write(input.bytes, input.name)
    for command in [["record"], ["render"]] {
      let output = folder.path(command == ["record"] ? "out.webm" : "out.png")
      let (code, printed, errors) = try RecorderProcess.run(
        RecorderProcess.recorder, command + [folder.path(input.name), "-o", output])
      #expect(code == input.code, "\(errors)")
      #expect(printed == "" && errors.split(separator: "\n").count == 1, "\(errors)")
      #expect(errors.contains(input.name) && errors.contains(input.says), "\(errors)")
    }
    #expect(folder.names == [input.name] && folder.read(input.name) == input.bytes)
  }

  /// The first bytes of a gzip member (RFC 1952) of which the rest is lost.
  static let cutGzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xB3, 0xB1, 0xAF, 0xC8]

  @Test(arguments: [
    Input("empty.board", "", 4, "empty"),
    Input("empty.excalidraw", "", 4, "empty"),
    Input("empty.xopp", "", 4, "empty"),
    Input("cut.excalidraw", #"{"type":"excalidraw","version":2,"elements":[{"type":"fre"#, 4, ""),
    Input("cut.board", #"{"format":"board","vers"#, 4, ""),
    Input("cut.xopp", cutGzip, 5, "Xournal++"),
    Input("words.board", "a shopping list\nmilk\n", 4, ""),
    Input("zeros.board", [UInt8](repeating: 0, count: 5_000), 4, ""),
    Input(
      "deep.excalidraw", String(repeating: "[", count: 100_000), 4, ""),
  ])
  func `an empty, cut or foreign file is refused in a line, and nothing is touched`(
    input: Input
  ) throws {
    try expectRefused(input)
  }

  @Test(arguments: [
    Input("a.pkdrawing", Array("wrd".utf8) + [0xF0, 1, 0, 2, 0, 3], 5, "PencilKit"),
    Input("a.xoj", #"<?xml version="1.0"?><xournal creator="X"><title/></xournal>"#, 5, "Xournal"),
    Input("a.inkml", #"<ink xmlns="http://www.w3.org/2003/InkML"/>"#, 5, "InkML"),
    Input("a.tldr", #"{"tldrawFileFormatVersion":1,"schema":{},"records":[]}"#, 5, "tldraw"),
    Input("a.rnote", cutGzip, 5, "Rnote"),
  ])
  func `a known format that is not read yet is named`(input: Input) throws {
    try expectRefused(input)
  }

  /// Where others' files are at hand.
  @Test(
    .enabled(if: SharedCases.arePresent),
    arguments: [
      ("synthetic/INK-08.zero-bytes.xopp", 4, "empty"),
      ("synthetic/INK-08.cut-gzip.xopp", 5, "Xournal++"),
      ("synthetic/INK-08.cut-json.excalidraw", 4, ""),
      ("xopp/strokes.xopp", 5, "Xournal++"), ("xopp/stroke-gzip.xopp", 5, "Xournal++"),
      ("xopp/stroke-zip-package.xopp", 5, "Xournal++"), ("xopp/pages.xopp", 5, "Xournal++"),
      ("xopp/stroke-line-return.xoj", 5, "Xournal"), ("xopp/not-xournal-html.xoj", 4, ""),
      ("inkml/crohme-phi-x.inkml", 5, "InkML"), ("inkml/onenote_web.inkml", 5, "InkML"),
      ("tldr/2025-05-08-bad-url.tldr", 5, "tldraw"),
      ("pkdrawing/case06-inks.pkdrawing", 5, "PencilKit"),
      ("pkdrawing/case00-empty.pkdrawing", 5, "PencilKit"),
      ("rnote/main-window-v0.2.0.rnote", 5, "Rnote"),
    ])
  func `the files of other programs likewise`(path: String, code: Int32, says: String) throws {
    let bytes = try #require(SharedCases.bytes(path))
    let name = String(try #require(path.split(separator: "/").last))
    try expectRefused(Input(name, bytes, code, says))
  }
}
