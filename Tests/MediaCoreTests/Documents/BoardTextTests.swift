import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct BoardTextTests {
  static let headerLine = "{\"format\":\"board\",\"version\":1,\"engine\":2}\n"

  static func text(_ header: BoardHeader, _ events: [BoardEvent]) throws -> [UInt8] {
    var writer = BoardTextWriter()
    var bytes: [UInt8] = []
    try writer.append(header, to: &bytes)
    for event in events {
      try writer.append(event, to: &bytes)
    }
    return bytes
  }

  static func events(_ reader: inout BoardTextReader) throws -> [BoardEvent] {
    var events: [BoardEvent] = []
    while let event = try reader.next() {
      events.append(event)
    }
    return events
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func everyEventComesBackAsItWas(seed: UInt64) throws {
    var random = RandomEvents(seed: seed)
    var header = random.header()
    header.inkEngine = BoardHeader.currentInkEngine
    let events = random.events(300)
    let bytes = try Self.text(header, events)
    let piece = [1, 7, 4_096, .max][Int(seed % 4)]
    var reader = try BoardTextReader(BoardGrowingSource(bytes, piece: piece), name: "a.board")
    #expect(reader.header == header)
    let again = try Self.events(&reader)
    #expect(again == events)
    #expect(reader.warnings.isEmpty, "\(reader.warnings.lines())")
    #expect(try Self.text(header, again) == bytes)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func textAndBinaryFormHoldTheSame(seed: UInt64) throws {
    var random = RandomEvents(seed: seed)
    let header = random.header()
    let events = random.events(120)
    let bytes = try Self.text(header, events)
    var encoder = BinaryCodecEncoder()
    var binary: [UInt8] = []
    var reader = try BoardTextReader(BoardGrowingSource(bytes), name: "a.board")
    try encoder.append(reader.header, to: &binary)
    while let event = try reader.next() {
      try encoder.append(event, to: &binary)
    }
    var decoder = BinaryCodecDecoder(binary)
    let decodedHeader = try decoder.header()
    var decoded: [BoardEvent] = []
    while let event = try decoder.next() {
      decoded.append(event)
    }
    #expect(try Self.text(decodedHeader, decoded) == bytes)
  }

  @Test func aSessionIsReadTwiceFromItsBeginning() throws {
    var random = RandomEvents(seed: 3)
    let events = random.events(60)
    var bytes = try Self.text(BoardHeader(), events)
    bytes += Array("nonsense\n".utf8)
    var reader = try BoardTextReader(BoardGrowingSource(bytes, piece: 100), name: "a.board")
    #expect(try Self.events(&reader) == events)
    #expect(reader.warnings.count == 1)
    try reader.rewind()
    #expect(reader.warnings.isEmpty)
    #expect(try Self.events(&reader) == events)
    #expect(reader.warnings.count == 1)
    #expect(try reader.next() == nil)
  }

  @Test func aFileCutAnywhereGivesItsWholeLines() throws {
    var random = RandomEvents(seed: 5)
    let events = random.events(60)
    let bytes = try Self.text(BoardHeader(), events)
    var ends: [Int] = []
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      ends.append(index + 1)
    }
    for length in 0..<bytes.count {
      let source = BoardGrowingSource(Array(bytes.prefix(length)))
      guard length >= ends[0] - 1 else {
        let error = #expect(throws: MediaError.self) {
          try BoardTextReader(source, name: "cut.board")
        }
        #expect(error?.code == .inputDamaged)
        #expect(error?.message.hasPrefix("cut.board: the file is ") == true)
        continue
      }
      var reader = try BoardTextReader(source, name: "cut.board")
      let read = try Self.events(&reader)
      // A line that only lacks its line feed is whole.
      var whole = 0
      for end in ends where end - 1 <= length { whole += 1 }
      #expect(read.count == whole - 1)
      let isTorn = !ends.contains(length) && !ends.contains(length + 1)
      #expect(reader.warnings.count == (isTorn ? 1 : 0))
      if isTorn {
        let line = "cut.board:\(whole + 1): the last line is cut; dropped"
        #expect(reader.warnings.lines() == [line])
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func noChangedByteTrapsOrLosesMoreThanItsLine(seed: UInt64) throws {
    var random = RandomEvents(seed: seed)
    let bytes = try Self.text(BoardHeader(), random.events(60))
    var generator = SeededGenerator(seed: seed)
    let firstLine = try #require(bytes.firstIndex(of: 0x0A)) + 1
    for _ in 0..<100 {
      var changed = bytes
      let index = Int.random(in: firstLine..<changed.count, using: &generator)
      let interesting = Array("0123456789-+.eE\"\\[]{},:u\n \u{0}".utf8) + [0x80, 0xFF, 0xED]
      changed[index] = interesting.randomElement(using: &generator) ?? 0
      let report = BoardTextExercise.run(changed)
      #expect(report.isBoard && report.isConsistent, "seed \(seed), byte \(index)")
      // Points whose stroke's first line is the broken one go with it.
      #expect(report.events >= 56)
    }
  }

  @Test func aGrowingFileIsReadFurtherWhenMoreHasBeenWritten() throws {
    var random = RandomEvents(seed: 9)
    let events = random.events(60)
    let bytes = try Self.text(BoardHeader(), events)
    let firstLine = try #require(bytes.firstIndex(of: 0x0A)) + 1
    let source = BoardGrowingSource(Array(bytes.prefix(firstLine)))
    var reader = try BoardTextReader(source, name: "live.board", follows: true)
    var read: [BoardEvent] = []
    for start in stride(from: firstLine, to: bytes.count, by: 13) {
      source.bytes += bytes[start..<min(start + 13, bytes.count)]
      while let event = try reader.next() { read.append(event) }
    }
    #expect(read == events)
    #expect(reader.warnings.isEmpty)
  }

  @Test func linesThatAreNoEventsAreNamedAndTheRestIsRead() throws {
    let lines = [
      "{\"s\":1,\"t\":0,\"a\":1,\"k\":\"pause\"}",
      "not json",
      "",
      "   ",
      "{\"s\":2,\"t\":0,\"a\":1,\"k\":\"pause\",}",
      "{\"t\":0,\"a\":1,\"k\":\"pause\"}",
      "{\"s\":3,\"t\":-1,\"a\":1,\"k\":\"pause\"}",
      "{\"s\":4,\"t\":1.5,\"a\":1,\"k\":\"pause\"}",
      "{\"s\":5,\"t\":1e3,\"a\":1,\"k\":\"pause\"}",
      "{\"s\":6,\"t\":99999999999999999999,\"a\":1,\"k\":\"pause\"}",
      "{\"s\":7,\"t\":0,\"a\":4294967296,\"k\":\"pause\"}",
      "{\"s\":8,\"t\":0,\"a\":1,\"k\":\"points\",\"i\":3,\"d\":[1,2]}",
      "{\"s\":9,\"t\":0,\"a\":1,\"k\":\"points\",\"i\":3,\"m\":1,\"d\":[1,2]}",
      "{\"s\":10,\"t\":0,\"a\":1,\"k\":\"view\",\"v\":[1e999,0,0]}",
      "{\"s\":11,\"t\":0,\"a\":1,\"k\":\"points\",\"i\":3,\"m\":0,\"d\":[268435457,2]}",
      "{\"s\":9007199254740992,\"t\":0,\"a\":1,\"k\":\"pause\"}",
      "{\"s\":12,\"t\":0,\"a\":1,\"k\":\"begin\",\"i\":1,\"ink\":\"quill\",\"colour\":\"#000000\",\"w\":9,\"m\":0}",
      "{\"s\":13,\"t\":0,\"a\":1,\"k\":\"resume\"}",
    ]
    let text = Self.headerLine + lines.joined(separator: "\n") + "\n"
    var reader = try BoardTextReader(BoardGrowingSource(text), name: "b.board")
    let read = try Self.events(&reader)
    #expect(read.map(\.sequence) == [1, 13])
    #expect(
      reader.warnings.lines() == [
        "b.board:3: not a JSON object; line skipped",
        "b.board:6: broken JSON; line skipped",
        "b.board:7: \"s\" is missing; line skipped",
        "b.board:8: the time is negative or beyond 223 years; line skipped",
        "b.board:9: \"t\" holds a number that is not whole; line skipped",
        "b.board:10: \"t\" holds a number that is not whole; line skipped",
        "b.board:11: \"t\" holds a number that is out of range; line skipped",
        "b.board:12: \"a\" holds a number that is out of range; line skipped",
        "b.board:13: points of a stroke that has not begun; line skipped",
        "b.board:14: the numbers do not make whole points; line skipped",
        "b.board:15: \"v\" holds a number that is out of range; line skipped",
        "b.board:16: a coordinate lies beyond 4 194 304 board pixels; line skipped",
        "b.board:17: the sequence number is beyond 2^53 - 1; line skipped",
        "b.board:18: \"ink\" is not what it should be; line skipped",
      ])
  }

  @Test func keysMayStandInAnyOrderWithSpaceAndCompany() throws {
    let text =
      Self.headerLine
      + " { \"later\" : {\"deep\":[[{}],null,true]} , \"d\" : [ 5 , -6 ] ,\t\"m\":0, \"k\":\"points\","
      + "\"i\":[2,9],\"a\":1,\"t\":7,\"s\":4,\"s\":3}\r\n"
    var reader = try BoardTextReader(BoardGrowingSource(text), name: "b.board")
    let id = BoardID(author: AuthorID(2), number: 9)
    #expect(
      try reader.next()
        == BoardEvent(
          sequence: 3, time: BoardTime(ticks: 7), author: AuthorID(1),
          action: .strokePoints(id, [StrokePoint(x: 5, y: -6)])))
    #expect(reader.warnings.isEmpty)
  }

  @Test func aKindOfALaterVersionComesBackByteForByte() throws {
    let line =
      "{\"k\":\"hologram\", \"s\":5,\"t\":9 ,\"a\":2,\"depth\":[1.50,{\"x\":\"\\u00e9é\"}]}"
    var reader = try BoardTextReader(
      BoardGrowingSource(Self.headerLine + line + "\r\n"), name: "b.board")
    let event = try #require(try reader.next())
    #expect(event.sequence == 5)
    #expect(event.action == .unknown(kind: "hologram", payload: Array(line.utf8)))
    var writer = BoardTextWriter()
    var bytes: [UInt8] = []
    try writer.append(event, to: &bytes)
    #expect(bytes == Array((line + "\n").utf8))
  }

  @Test func everyEscapeIsReadAndHalfAPairIsReplaced() throws {
    func chat(_ string: String) throws -> String? {
      let line = "{\"s\":1,\"t\":0,\"a\":1,\"k\":\"chat\",\"text\":\"\(string)\"}\n"
      var reader = try BoardTextReader(
        BoardGrowingSource(Self.headerLine + line), name: "b.board")
      guard case .chat(let text)? = try reader.next()?.action else { return nil }
      return text
    }
    #expect(try chat(#"\"\\\/\b\f\n\r\t"#) == "\"\\/\u{8}\u{C}\n\r\t")
    #expect(try chat(#"\u0041\u00E9\u5b57"#) == "Aé字")
    #expect(try chat(#"\ud83d\ude00!"#) == "😀!")
    #expect(try chat(#"\ud83d!"#) == "\u{FFFD}!")
    #expect(try chat(#"\ude00\ud83d"#) == "\u{FFFD}\u{FFFD}")
    #expect(try chat(#"\ud83d\u0041"#) == "\u{FFFD}A")
    #expect(try chat(#"\u0000"#) == "\u{0}")
    #expect(try chat(#"\u12G4"#) == nil)
    #expect(try chat(#"\x"#) == nil)
    #expect(try chat("a\u{1}b") == nil)
    #expect(try chat("") == "")
  }

  @Test func bytesThatAreNotUTF8AreRefused() throws {
    let wrong: [[UInt8]] = [
      [0x80], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xFF],
    ]
    for bytes in wrong {
      let line =
        Array("{\"s\":1,\"t\":0,\"a\":1,\"k\":\"chat\",\"text\":\"".utf8) + bytes
        + Array("\"}\n".utf8)
      var reader = try BoardTextReader(
        BoardGrowingSource(Array(Self.headerLine.utf8) + line), name: "b.board")
      #expect(try reader.next() == nil)
      #expect(reader.warnings.lines() == ["b.board:2: not UTF-8; line skipped"])
    }
  }

  @Test func aRepeatedNumberIsSaidAndTheLineIsRead() throws {
    let line = "{\"s\":4,\"t\":0,\"a\":1,\"k\":\"pause\"}\n"
    var reader = try BoardTextReader(
      BoardGrowingSource(Self.headerLine + line + line), name: "b.board")
    #expect(try Self.events(&reader).count == 2)
    #expect(
      reader.warnings.lines() == [
        "b.board:3: its number 4 does not rise above 4; the order of lines decides"
      ])
  }
}
