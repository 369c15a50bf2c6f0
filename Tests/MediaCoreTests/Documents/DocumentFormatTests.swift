import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct DocumentFormatTests {
  private func format(_ text: String, _ name: String = "file") -> DocumentFormat? {
    DocumentFormat.detect(Array(text.utf8), name: name)
  }

  @Test func jsonIsToldByItsKeysWhateverItsName() {
    #expect(format("{\"format\":\"board\",\"version\":1}\n{\"s\":1", "x.excalidraw") == .board)
    #expect(format("{\"version\":1,\"format\":\"board\"}\n") == .board)
    #expect(format("\u{FEFF}{\"format\":\"board\"}\n") == .board)
    #expect(format("{\"s\":1,\"t\":0,\"a\":0,\"k\":\"pause\"}\n") == .board)
    #expect(format("{\"type\":\"excalidraw\",\"version\":2,\"el", "x.board") == .excalidraw)
    #expect(format("\n\t{ \"type\" : \"excalidrawlib\" }", "x.json") == .excalidrawLibrary)
    #expect(format("{\"type\":\"excalidraw/clipboard\",\"elements\":[]}") == .excalidraw)
    #expect(format("{\"elements\":[{\"type\":\"rectangle\"}") == .excalidraw)
    #expect(format("{\"version\":2,\"type\":\"excalidraw\"") == .excalidraw)
    #expect(format("{\"appState\":{\"a\":[1,{}]},\"elements\":[") == .excalidraw)
    #expect(format("{\"tldrawFileFormatVersion\":1,\"schema\":{}}") == .tldraw)
    #expect(format("{\"schema\":{},\"store\":{\"page:p\":{}}}") == .tldraw)
  }

  @Test func otherJSONIsForeignUnlessItsNameSaysOtherwise() {
    #expect(format("{\"type\":\"FeatureCollection\",\"elements\":[]}", "map.json") == nil)
    #expect(format("{\"elements\":{}}", "a.json") == nil)
    #expect(format("{}", "a.json") == nil)
    #expect(format("[1,2]", "a.json") == nil)
    #expect(format("{}", "A.Excalidraw") == .excalidraw)
    #expect(format("{\"id", "cut.excalidrawlib") == .excalidrawLibrary)
    #expect(format("{\"ver", "cut.board") == .board)
    #expect(format("hello", "x.board") == nil)
  }

  @Test func markupIsToldByItsFirstElement() {
    #expect(format("<?xml version=\"1.0\"?>\n<!-- <svg> -->\n<xournal creator=\"x\">") == .xournal)
    #expect(format("<inkml:ink xmlns:inkml=\"http://www.w3.org/2003/InkML\">") == .inkML)
    #expect(format("<ink>") == .inkML)
    #expect(format("<?xml version=\"1.0\"?><!DOCTYPE svg PUBLIC \"\"><svg/>") == .svg)
    #expect(format("<!DOCTYPE html><html>") == .html)
    #expect(format("<note><svg/></note>") == nil)
    #expect(format("<") == nil)
    #expect(format("<!--") == nil)
  }

  @Test func compressedFilesAreToldByTheirName() {
    let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1]
    #expect(DocumentFormat.detect(gzip, name: "a.xopp") == .xournal)
    #expect(DocumentFormat.detect(gzip, name: "a.XOJ") == .xournal)
    #expect(DocumentFormat.detect(gzip, name: "a.rnote") == .rnote)
    #expect(DocumentFormat.detect(gzip, name: "a.svgz") == .svg)
    #expect(DocumentFormat.detect(gzip, name: "a.gz") == .gzip)
    let named: [UInt8] = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3] + Array("b.rnote\u{0}".utf8)
    #expect(DocumentFormat.detect(named, name: "download") == .rnote)
    let zip = [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 26)
    #expect(DocumentFormat.detect(zip + Array("META-INF/".utf8), name: "a") == .xournal)
    #expect(DocumentFormat.detect(zip + Array("x.png".utf8), name: "a") == .zip)
  }

  @Test func noBeginningOfAnyFileTraps() {
    var generator = SeededGenerator(seed: 1)
    let starts = [
      "{\"type\":\"excalidraw\",\"elements\":[{\"a\":[1,2e3,null]}]}", "<?xml?><!-- - --><svg>",
      "{\"format\":\"board\",\"version\":1}", "\u{FEFF}  {\"store\":{},\"schema\":[]}",
      "RIFF    WAVE",
    ]
    for start in starts {
      for length in 0...start.utf8.count {
        _ = DocumentFormat.detect(Array(start.utf8.prefix(length)), name: "")
        for _ in 0..<20 {
          var bytes = Array(start.utf8.prefix(length))
          guard let index = bytes.indices.randomElement(using: &generator) else { continue }
          bytes[index] = UInt8.random(in: 0...255, using: &generator)
          _ = DocumentFormat.detect(bytes, name: "a.")
        }
      }
    }
  }

  static let cases = DocumentCases.folder

  @Test(.enabled(if: cases != nil))
  func realFilesAreCalledByTheirName() throws {
    let expected: [(String, DocumentFormat?)] = [
      ("excalidraw/legacy-minimal.excalidraw", .excalidraw),
      ("excalidraw/manually-created-no-type.excalidraw", .excalidraw),
      ("excalidraw/uml-er-v1-library.excalidrawlib", .excalidrawLibrary),
      ("excalidraw/hand-signs.excalidrawlib", .excalidrawLibrary),
      ("pkdrawing/case00-empty.pkdrawing", .pkDrawing),
      ("pkdrawing/case06-inks.pkdrawing", .pkDrawing),
      ("xopp/strokes.xopp", .xournal),
      ("xopp/stroke-zip-package.xopp", .xournal),
      ("xopp/not-xournal-html.xoj", nil),
      ("inkml/onenote_web.inkml", .inkML),
      ("inkml/crohme-phi-x.inkml", .inkML),
      ("tldr/2024-01-test-sketch-empty.tldr", .tldraw),
      ("tldr/2025-05-08-bad-url.tldr", .tldraw),
      ("synthetic/INK-19.store-not-file.tldr", .tldraw),
      ("synthetic/INK-19.newer-schema.tldr", .tldraw),
      ("rnote/main-window-v0.2.0.rnote", .rnote),
      ("svg/kanji-04e00.svg", .svg),
    ]
    for (path, format) in expected {
      let bytes = try DocumentCases.bytes(path)
      let head = Array(bytes.prefix(DocumentFormat.headSize))
      #expect(DocumentFormat.detect(head, name: path) == format, "\(path)")
    }
  }
}
