import Strokes
import TestSupport
import Testing

/// A session's text in memory as a whole, as a page has it.
@Suite struct BoardTextDecoderTests {
  private func text(_ header: BoardHeader, _ events: [BoardEvent]) throws -> [UInt8] {
    var writer = BoardTextWriter()
    var bytes: [UInt8] = []
    try writer.append(header, to: &bytes)
    for event in events {
      try writer.append(event, to: &bytes)
    }
    return bytes
  }

  private func events(_ decoder: inout BoardTextDecoder) -> [BoardEvent] {
    var events: [BoardEvent] = []
    while let event = decoder.next() { events.append(event) }
    return events
  }

  private let headerLine = "{\"format\":\"board\",\"version\":1}\n"

  @Test(arguments: 0..<20 as Range<UInt64>)
  func everyEventComesBackAsItWas(seed: UInt64) throws {
    var random = RandomEvents(seed: seed)
    var header = random.header()
    header.inkEngine = BoardHeader.currentInkEngine
    let written = random.events(200)
    let bytes = try text(header, written)
    var decoder = try BoardTextDecoder(bytes)
    #expect(decoder.header == header)
    let read = events(&decoder)
    #expect(read == written)
    #expect(decoder.faultCount == 0)
    #expect(decoder.next() == nil)
    #expect(try text(decoder.header, read) == bytes)
  }

  @Test func piecesOfAnySizeGiveTheSameSteps() throws {
    var random = RandomEvents(seed: 4)
    let bytes = try text(BoardHeader(), random.events(60)) + Array("{\"s\":1}\nnonsense".utf8)
    func steps(_ size: Int) throws -> [BoardTextStream.Step] {
      var stream = BoardTextStream()
      var steps: [BoardTextStream.Step] = []
      var hasHeader = false
      var start = 0
      while true {
        let atEnd = start == bytes.count
        if !hasHeader {
          hasHeader = try stream.header(atEnd: atEnd) != nil
        }
        if hasHeader {
          let step = stream.next(atEnd: atEnd)
          if step != .more {
            steps.append(step)
            if step == .end { return steps }
            continue
          }
        }
        let end = min(start + size, bytes.count)
        stream.add(Array(bytes[start..<end]))
        start = end
      }
    }
    let whole = try steps(bytes.count)
    #expect(whole.count == 63)
    for size in [1, 2, 3, 7, 64, 1_000] {
      #expect(try steps(size) == whole, "pieces of \(size)")
    }
  }

  @Test func brokenLinesAreCountedAndTheFirstOnesNamed() throws {
    let body =
      "{\"s\":1,\"t\":0,\"a\":1,\"k\":\"pause\"}\nnot json\n\n{\"s\":2,\"t\":0,\"a\":1}\n"
      + "{\"s\":1,\"t\":0,\"a\":1,\"k\":\"resume\"}\n{\"s\":3,\"t\":0,\"a\":1,\"k\":\"pa"
    var decoder = try BoardTextDecoder(Array((headerLine + body).utf8))
    #expect(events(&decoder).map(\.action) == [.recordingPaused, .recordingResumed])
    #expect(decoder.faultCount == 4)
    #expect(
      decoder.faults == [
        BoardTextFault(line: 3, reason: .unusable(.notAnObject)),
        BoardTextFault(line: 5, reason: .unusable(.missing(.k))),
        BoardTextFault(line: 6, reason: .order(1, after: 1)),
        BoardTextFault(line: 7, reason: .torn),
      ])
  }

  @Test func aHundredFaultsAreKeptAndAllAreCounted() throws {
    var bytes = Array(headerLine.utf8)
    for _ in 0..<1_000 { bytes += [0x78, 0x0A] }
    var decoder = try BoardTextDecoder(bytes)
    #expect(decoder.next() == nil)
    #expect(decoder.faultCount == 1_000)
    #expect(decoder.faults.count == BoardTextDecoder.mostFaultsKept)
    #expect(decoder.faults.last?.line == 101)
  }

  @Test func aHeaderWithoutAnEngineIsThisEnginesAndQuiet() throws {
    let decoder = try BoardTextDecoder(Array(headerLine.utf8))
    #expect(decoder.header.inkEngine == BoardHeader.currentInkEngine)
    #expect(decoder.faultCount == 0)
    let other = try BoardTextDecoder(
      Array("{\"format\":\"board\",\"version\":1,\"engine\":4000}\n".utf8))
    #expect(other.header.inkEngine == 4_000)
    #expect(other.faults == [BoardTextFault(line: 1, reason: .inkEngine(4_000))])
  }

  @Test func whatBeginsWithNoHeaderIsRefused() {
    func error(_ text: String) -> BoardTextHeaderError? {
      do throws(BoardTextHeaderError) {
        _ = try BoardTextDecoder(Array(text.utf8))
        return nil
      } catch {
        return error
      }
    }
    #expect(error("") == .empty)
    #expect(error("\n \n") == .empty)
    #expect(error("{\"format\":\"bo") == .cut)
    #expect(error("hello\n") == .foreign)
    #expect(error("{\"format\":\"b\\u006fard\",\"version\":2}") == .newer(2))
    #expect(error("{\"format\":\"board\"}") == .unusable(.missing(.version)))
  }

  @Test func oneLineIsReadAlone() throws {
    let line = Array("{\"format\":\"board\",\"version\":1,\"title\":\"A\"}\n".utf8)
    #expect(try BoardTextParser.header(line).title == "A")
    #expect(throws: BoardTextHeaderError.foreign) { try BoardTextParser.header([]) }
    var parser = BoardTextParser()
    let begun =
      "{\"s\":1,\"t\":0,\"a\":1,\"k\":\"begin\",\"i\":5,\"ink\":\"pen\",\"colour\":\"#000000\",\"w\":64}"
    _ = try parser.event(Array(begun.utf8))
    let points = try parser.event(
      Array("{\"s\":2,\"t\":0,\"a\":1,\"k\":\"points\",\"i\":5,\"d\":[1,2]}\n".utf8))
    #expect(
      points.action
        == .strokePoints(BoardID(author: AuthorID(1), number: 5), [StrokePoint(x: 1, y: 2)]))
    #expect(throws: BoardTextError.notAnObject) { try parser.event([]) }
    #expect(throws: BoardTextError.syntax) { try parser.event(Array("{\"s\":1".utf8)) }
  }

  @Test func aLastLineBeyondTheLongestIsSaid() throws {
    let long = [UInt8](repeating: 0x20, count: 25 * 1_024 * 1_024)
    var decoder = try BoardTextDecoder(Array(headerLine.utf8) + long)
    #expect(decoder.next() == nil)
    #expect(decoder.faults == [BoardTextFault(line: 2, reason: .tooLong)])
  }

  /// The names are spelled out in tables, since a page's module carries none of its cases.
  @Test func everyKeyAndKindHasItsOwnName() {
    for key in BoardKey.allCases {
      #expect(key.name == "\(key)")
    }
    for kind in BoardKind.allCases {
      #expect(kind.name == "\(kind)")
    }
  }
}
