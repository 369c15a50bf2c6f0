import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct BoardDocumentTests {
  private func refusal(_ bytes: [UInt8], _ name: String) -> MediaError? {
    do throws(MediaError) {
      _ = try BoardDocument(opening: BoardGrowingSource(bytes), name: name)
      return nil
    } catch {
      return error
    }
  }

  @Test func aSessionIsStreamedAndCanBeReadAgain() throws {
    var random = RandomEvents(seed: 21)
    let events = random.events(400)
    let bytes = try BoardTextTests.text(BoardHeader(canvasWidth: 640, canvasHeight: 360), events)
    // By its content, whatever it is called.
    var document = try BoardDocument(
      opening: BoardGrowingSource(bytes, piece: 999), name: "a.txt")
    #expect(document.format == .board)
    #expect(document.header.canvasWidth == 640)
    for _ in 0..<2 {
      var read: [BoardEvent] = []
      while let event = try document.next() { read.append(event) }
      #expect(read == events)
      #expect(try document.next() == nil)
      try document.rewind()
    }
  }

  @Test func anExcalidrawDrawingIsImportedByItsContent() throws {
    let text =
      "{\"type\":\"excalidraw\",\"version\":2,\"elements\":[{\"type\":\"freedraw\",\"id\":\"a\","
      + "\"x\":1,\"y\":2,\"strokeColor\":\"#000\",\"strokeWidth\":2,\"opacity\":100,"
      + "\"points\":[[0,0],[5,5],[9,3]],\"pressures\":[]}]}"
    var document = try BoardDocument(opening: BoardGrowingSource(text, piece: 10), name: "a.board")
    #expect(document.format == .excalidraw)
    var count = 0
    while try document.next() != nil { count += 1 }
    #expect(count >= 3)
  }

  @Test func eventsOfAnImporterAreHandedOutInTurn() throws {
    var random = RandomEvents(seed: 22)
    let events = random.events(30)
    var warnings = DocumentWarnings()
    warnings.add("element 4", "no points; left out")
    var document = BoardDocument(
      format: .excalidraw, header: BoardHeader(), events: events, warnings: warnings)
    for _ in 0..<2 {
      var read: [BoardEvent] = []
      while let event = try document.next() { read.append(event) }
      #expect(read == events)
      try document.rewind()
    }
    #expect(document.warnings.lines() == ["element 4: no points; left out"])
  }

  @Test func emptyForeignAndZeroedFilesAreOneLineWithCauseAndRemedy() {
    #expect(
      refusal([], "a.board")
        == MediaError(.inputDamaged, "a.board: the file is empty; save or copy it again"))
    #expect(
      refusal(Array("hello".utf8), "a.board")
        == MediaError(
          .inputDamaged,
          "a.board: none of the known kinds of drawing; "
            + "this version reads .board, .excalidraw and .excalidrawlib"))
    #expect(
      refusal([0, 0, 0], "a.board")
        == MediaError(
          .inputDamaged,
          "a.board: the file holds only zeros, as after a power cut; take it from a backup"))
    #expect(refusal(Array("{\"format\":\"boa".utf8), "a.board")?.code == .inputDamaged)
  }

  @Test func aKnownKindThatIsNotReadIsRefusedByItsName() {
    #expect(
      refusal([0x77, 0x72, 0x64, 0xF0, 1, 0], "sketch")
        == MediaError(
          .formatUnsupported,
          "sketch: a PencilKit drawing (PKDrawing), which is not read; "
            + "this version reads .board, .excalidraw and .excalidrawlib"))
    let starts: [(DocumentFormat, [UInt8])] = [
      (.xournal, Array("<xournal>".utf8)), (.inkML, Array("<ink>".utf8)),
      (.tldraw, Array("{\"tldrawFileFormatVersion\":1}".utf8)), (.svg, Array("<svg>".utf8)),
      (.png, [0x89, 0x50, 0x4E, 0x47]), (.pdf, Array("%PDF-1.7".utf8)),
      (.webM, [0x1A, 0x45, 0xDF, 0xA3]), (.gzip, [0x1F, 0x8B, 8]), (.utf16, [0xFF, 0xFE, 0x7B]),
      (.boardBinary, [0xFB, 0x42, 0x52, 0x44]),
    ]
    for (format, bytes) in starts {
      let error = refusal(bytes, "f")
      #expect(error?.code == .formatUnsupported)
      #expect(error?.message == "f: \(format.name), which is not read; \(format.remedy)")
    }
  }
}
