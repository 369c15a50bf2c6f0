import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct BoardHeaderTests {
  private func error(_ text: String) -> MediaError? {
    do throws(MediaError) {
      _ = try BoardTextReader(BoardGrowingSource(text), name: "h.board")
      return nil
    } catch {
      return error
    }
  }

  @Test func everyPartIsReadAndWritten() throws {
    let line =
      "{\"format\":\"board\",\"version\":1,\"engine\":2,\"pixel\":64,\"second\":10000,"
      + "\"width\":1920,\"height\":1080,\"scale\":1.5,\"fill\":\"#fdf6e3\","
      + "\"origin\":1764475978000,\"title\":\"Brüche\"}\n"
    let reader = try BoardTextReader(BoardGrowingSource(line), name: "h.board")
    var header = BoardHeader(canvasWidth: 1_920, canvasHeight: 1_080)
    header.scale = 1.5
    header.background = .colour(Colour(rgba: 0xFDF6_E3FF))
    header.wallClockOrigin = 1_764_475_978_000
    header.title = "Brüche"
    #expect(reader.header == header)
    #expect(try BoardTextTests.text(header, []) == Array(line.utf8))
  }

  @Test func aByteOrderMarkAndBlankLinesBeforeItAreAllowed() throws {
    let text = "\u{FEFF}\r\n  \n" + BoardTextTests.headerLine
    let reader = try BoardTextReader(BoardGrowingSource(text), name: "h.board")
    #expect(reader.header == BoardHeader())
    let glued = try BoardTextReader(
      BoardGrowingSource("\u{FEFF}" + BoardTextTests.headerLine), name: "h.board")
    #expect(glued.header == BoardHeader())
  }

  @Test func whatIsNoBoardIsOneLineWithCauseAndRemedy() {
    let foreign = MediaError(
      .inputDamaged,
      "h.board: not a board session: the first line is no header; "
        + "check that this is the file you mean")
    #expect(error("{\"type\":\"excalidraw\"}\n") == foreign)
    #expect(error("hello\n") == foreign)
    #expect(error("{\"format\":\"other\",\"version\":1}\n") == foreign)
    #expect(error("{\"s\":1,\"t\":0,\"a\":0,\"k\":\"pause\"}\n") == foreign)
    #expect(error("{\"format\":\"board\",\n") == foreign)
    let empty = "h.board: the file is empty; record or export the board again"
    #expect(error("") == MediaError(.inputDamaged, empty))
    #expect(error("\n\n") == MediaError(.inputDamaged, empty))
    #expect(
      error("{\"format\":\"board\",\"ver")
        == MediaError(
          .inputDamaged,
          "h.board: the file is cut inside its first line, the header; copy it again"))
  }

  @Test func aLaterVersionIsRefusedByName() {
    #expect(
      error("{\"format\":\"board\",\"version\":2}\n")
        == MediaError(
          .formatUnsupported,
          "h.board: version 2 of the board format, and this reads up to 1; "
            + "use a newer recorder"))
  }

  @Test func partsThatCannotBeUsedAreNamed() {
    func cause(_ part: String) -> String? {
      error("{\"format\":\"board\",\"version\":1,\(part)}\n")?.message
    }
    let start = "h.board:1: the header cannot be used: "
    #expect(cause("\"pixel\":32") == start + "\"pixel\" holds a number that is out of range")
    #expect(cause("\"second\":1000") == start + "\"second\" holds a number that is out of range")
    #expect(cause("\"width\":10") == start + BoardSchemaError.canvas.text)
    #expect(cause("\"width\":0,\"height\":0") == start + BoardSchemaError.canvas.text)
    #expect(cause("\"width\":70000,\"height\":1") == start + BoardSchemaError.canvas.text)
    #expect(cause("\"scale\":0") == start + BoardSchemaError.scale.text)
    #expect(cause("\"fill\":\"red\"") == start + "\"fill\" is not what it should be")
    #expect(cause("\"version\":0") == start + "\"version\" holds a number that is out of range")
  }

  @Test func anotherInkEngineIsSaid() throws {
    let reader = try BoardTextReader(
      BoardGrowingSource("{\"format\":\"board\",\"version\":1,\"engine\":7}\n"), name: "h.board")
    #expect(
      reader.warnings.lines() == [
        "h.board:1: written with ink engine 7, this is 2: strokes may look different"
      ])
  }
}
