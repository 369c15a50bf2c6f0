import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct BoardTextLimitTests {
  /// What becomes of one line: its event, or the warning about it.
  private func outcome(_ line: String) throws -> (event: BoardEvent?, warning: String?) {
    var reader = try BoardTextReader(
      BoardGrowingSource(BoardTextTests.headerLine + line + "\n"), name: "l.board")
    return (try reader.next(), reader.warnings.lines().first)
  }

  private func event(_ rest: String) -> String {
    "{\"s\":1,\"t\":0,\"a\":1,\(rest)}"
  }

  private func list(_ element: String, _ count: Int) -> String {
    "[" + [String](repeating: element, count: count).joined(separator: ",") + "]"
  }

  @Test func pointsOfOneEvent() throws {
    let limit = BoardLimits.pointsPerEvent
    let most = try outcome(event("\"k\":\"points\",\"i\":1,\"m\":0,\"d\":\(list("1", limit * 2))"))
    guard case .strokePoints(_, let points)? = most.event?.action else {
      Issue.record("not read: \(most.warning ?? "")")
      return
    }
    #expect(points.count == limit)
    #expect(points.last?.x == Int32(limit))
    let more = try outcome(
      event("\"k\":\"points\",\"i\":1,\"m\":0,\"d\":\(list("1", limit * 2 + 2))"))
    #expect(more.warning == "l.board:2: more than 65 536 points in one event; line skipped")
  }

  @Test func itemsOfOneEvent() throws {
    let limit = BoardLimits.itemsPerEvent
    #expect(
      try outcome(event("\"k\":\"delete\",\"i\":1,\"items\":\(list("1", limit))")).event != nil)
    let more = try outcome(event("\"k\":\"delete\",\"i\":1,\"items\":\(list("1", limit + 1))"))
    #expect(more.warning == "l.board:2: more than 65 536 items in one event; line skipped")
    let hits = try outcome(event("\"k\":\"erase\",\"i\":1,\"hits\":\(list("[1,2]", limit + 1))"))
    #expect(hits.warning == "l.board:2: more than 65 536 items in one event; line skipped")
  }

  @Test func segmentsOfOneOutline() throws {
    let limit = BoardLimits.segmentsPerOutline
    let start = "\"k\":\"outline\",\"i\":1,\"colour\":\"#000000\",\"path\":"
    #expect(try outcome(event(start + list("4", limit))).event != nil)
    #expect(
      try outcome(event(start + list("4", limit + 1))).warning
        == "l.board:2: more than 262 144 segments in one outline; line skipped")
  }

  @Test func textsAndNames() throws {
    let text = String(repeating: "é", count: BoardLimits.textBytes / 2)
    #expect(try outcome(event("\"k\":\"chat\",\"text\":\"\(text)\"")).event != nil)
    #expect(try outcome(event("\"k\":\"chat\",\"text\":\"\(text)x\"")).event == nil)
    let name = String(repeating: "n", count: BoardLimits.nameBytes)
    #expect(try outcome(event("\"k\":\"join\",\"name\":\"\(name)\"")).event != nil)
    #expect(
      try outcome(event("\"k\":\"join\",\"name\":\"\(name)n\"")).warning
        == "l.board:2: a text is longer than its limit; line skipped")
  }

  @Test func bytesOfOneResource() throws {
    let hash = String(repeating: "0", count: 64)
    let start = "\"k\":\"resource\",\"h\":\"\(hash)\",\"type\":\"image/png\",\"data\":\""
    let most = [UInt8](repeating: 7, count: BoardLimits.resourceBytes)
    let resource = BoardEvent(
      sequence: 1, time: .zero, author: AuthorID(1),
      action: .resource(
        ContentHash(words: .zero), Resource(mediaType: "image/png", bytes: most)))
    let bytes = try BoardTextTests.text(BoardHeader(), [resource])
    var reader = try BoardTextReader(BoardGrowingSource(bytes), name: "l.board")
    #expect(try reader.next() == resource)
    let quads = String(repeating: "AAAA", count: BoardLimits.resourceBytes / 3 + 1)
    #expect(
      try outcome(event(start + quads + "\"")).warning
        == "l.board:2: \"data\" is not what it should be; line skipped")
  }

  @Test func aLineBeyondTheLongestIsPassedOverWithoutBeingHeld() throws {
    let long = [UInt8](repeating: 0x20, count: 25 * 1_024 * 1_024)
    let bytes =
      Array(BoardTextTests.headerLine.utf8) + long
      + Array("\n{\"s\":1,\"t\":0,\"a\":1,\"k\":\"pause\"}\n".utf8)
    var reader = try BoardTextReader(BoardGrowingSource(bytes), name: "l.board")
    #expect(try reader.next()?.action == .recordingPaused)
    #expect(reader.warnings.lines() == ["l.board:2: longer than 24 MiB; line skipped"])
  }

  @Test func nestingInWhatIsNotUnderstood() throws {
    let deep = String(repeating: "[", count: 15) + String(repeating: "]", count: 15)
    #expect(try outcome(event("\"k\":\"pause\",\"later\":\(deep)")).event != nil)
    #expect(
      try outcome(event("\"k\":\"pause\",\"later\":[\(deep)]")).warning
        == "l.board:2: nested too deeply; line skipped")
    let abyss = String(repeating: "[", count: 1_000_000)
    #expect(
      try outcome(event("\"k\":\"pause\",\"later\":\(abyss)")).warning
        == "l.board:2: nested too deeply; line skipped")
  }

  @Test func anUnknownEventsBytes() throws {
    let filler = String(repeating: "x", count: BoardLimits.unknownBytes)
    #expect(
      try outcome(event("\"k\":\"hologram\",\"x\":\"\(filler)\"")).warning
        == "l.board:2: an unknown event of more than 1 MiB; line skipped")
  }

  @Test func aMillionBrokenLinesAreCountedNotKept() throws {
    var bytes = Array(BoardTextTests.headerLine.utf8)
    for _ in 0..<100_000 { bytes += [0x78, 0x0A] }
    var reader = try BoardTextReader(BoardGrowingSource(bytes), name: "l.board")
    #expect(try reader.next() == nil)
    #expect(reader.warnings.count == 100_000)
    #expect(reader.warnings.kept.count == DocumentWarnings.largestKept)
    #expect(reader.warnings.lines(atMost: 2).last == "and 99 998 more")
  }
}
