import Strokes
import TestSupport
import Testing

@Suite struct BinaryCodecTests {
  static func stream(_ header: BoardHeader, _ events: [BoardEvent]) throws -> [UInt8] {
    var encoder = BinaryCodecEncoder()
    var bytes: [UInt8] = []
    try encoder.append(header, to: &bytes)
    for event in events {
      try encoder.append(event, to: &bytes)
    }
    return bytes
  }

  static func events(_ decoder: inout BinaryCodecDecoder) throws -> [BoardEvent] {
    var events: [BoardEvent] = []
    while let event = try decoder.next() {
      events.append(event)
    }
    return events
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func everyEventComesBackAsItWas(seed: UInt64) throws {
    var random = RandomEvents(seed: seed)
    let header = random.header()
    let events = random.events(300)
    let bytes = try Self.stream(header, events)
    var decoder = BinaryCodecDecoder(bytes)
    #expect(try decoder.header() == header)
    let again = try Self.events(&decoder)
    #expect(again == events)
    #expect(try Self.stream(header, again) == bytes)
  }

  @Test func aStreamThatComesByteByByteIsReadAsItComes() throws {
    var random = RandomEvents(seed: 7)
    let header = random.header()
    let events = random.events(90)
    let bytes = try Self.stream(header, events)
    var decoder = BinaryCodecDecoder()
    var readHeader: BoardHeader?
    var read: [BoardEvent] = []
    for byte in bytes {
      decoder.append([byte])
      do throws(BinaryCodecError) {
        if readHeader == nil { readHeader = try decoder.header() }
        while let event = try decoder.next() { read.append(event) }
      } catch {
        #expect(error == .truncated)
      }
    }
    #expect(readHeader == header)
    #expect(read == events)
  }

  @Test func aCutStreamGivesEveryWholeEventAndSaysThatMoreIsMissing() throws {
    var random = RandomEvents(seed: 11)
    let header = random.header()
    let events = random.events(60)
    let bytes = try Self.stream(header, events)
    var ends: [Int] = []
    for count in 0...events.count {
      ends.append(try Self.stream(header, Array(events.prefix(count))).count)
    }
    for length in 0..<bytes.count {
      var decoder = BinaryCodecDecoder(Array(bytes.prefix(length)))
      guard length >= ends[0] else {
        #expect(throws: BinaryCodecError.truncated) { try decoder.header() }
        continue
      }
      _ = try decoder.header()
      var read = 0
      var error: BinaryCodecError?
      do throws(BinaryCodecError) {
        while try decoder.next() != nil { read += 1 }
      } catch let thrown {
        error = thrown
      }
      let whole = ends.lastIndex { $0 <= length } ?? 0
      #expect(read == whole)
      #expect(error == (ends[whole] == length ? nil : .truncated))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func noChangedByteTrapsOrLosesMoreThanItsFrame(seed: UInt64) throws {
    var random = RandomEvents(seed: seed)
    let bytes = try Self.stream(random.header(), random.events(60))
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<changed.count, using: &generator)
        changed[index] = UInt8.random(in: 0...255, using: &generator)
      }
      let report = BinaryCodecExercise.run(changed)
      #expect(report.isConsistent)
    }
  }

  @Test func aBrokenFrameIsBehindOnceItHasThrown() throws {
    var bytes = try Self.stream(BoardHeader(), [])
    bytes += [5, 1, 1, 0, 0, 9]  // a stroke that begins and lacks everything
    let pause = BoardEvent(
      sequence: 2, time: .zero, author: AuthorID(0), action: .recordingPaused)
    var encoder = BinaryCodecEncoder()
    try encoder.append(pause, to: &bytes)
    var decoder = BinaryCodecDecoder(bytes)
    _ = try decoder.header()
    #expect(throws: BinaryCodecError.malformed) { try decoder.next() }
    #expect(try decoder.next() == pause)
    #expect(try decoder.next() == nil)
  }

  @Test func aKindOfALaterVersionIsKeptAndWrittenBack() throws {
    var bytes = try Self.stream(BoardHeader(), [])
    let frame: [UInt8] = [7, 200, 3, 4, 5, 1, 2, 3]
    bytes += frame
    var decoder = BinaryCodecDecoder(bytes)
    let header = try decoder.header()
    let event = try #require(try decoder.next())
    #expect(event.action == .unknown(kind: "binary:200", payload: [1, 2, 3]))
    #expect(try Self.stream(header, [event]) == bytes)
  }

  @Test func fieldsThatALaterVersionAppendsArePassedOver() throws {
    let end = BoardEvent(
      sequence: 1, time: .zero, author: AuthorID(1),
      action: .strokeEnded(BoardID(author: AuthorID(1), number: 4)))
    var bytes = try Self.stream(BoardHeader(), [])
    let start = bytes.count
    var encoder = BinaryCodecEncoder()
    try encoder.append(end, to: &bytes)
    bytes[start] += 2
    bytes += [0xAA, 0xBB]
    var decoder = BinaryCodecDecoder(bytes)
    _ = try decoder.header()
    #expect(try decoder.next() == end)
    #expect(try decoder.next() == nil)
  }

  @Test func countsThatTheFrameCannotHoldReserveNothing() throws {
    var bytes = try Self.stream(BoardHeader(), [])
    // 65 536 points announced, one there.
    bytes += [11, 2, 1, 0, 0, 2, 0, 0x80, 0x80, 0x04, 2, 2]
    // A resource of 4 GiB.
    bytes +=
      [0x2A, 15, 1, 0, 0] + [UInt8](repeating: 0, count: 32) + [0, 0xFF, 0xFF, 0xFF, 0xFF, 15]
    var decoder = BinaryCodecDecoder(bytes)
    _ = try decoder.header()
    #expect(throws: BinaryCodecError.malformed) { try decoder.next() }
    #expect(throws: BinaryCodecError.schema(.resourceTooLarge)) { try decoder.next() }
  }

  @Test func foreignStreamsLaterVersionsAndHugeFramesAreNamed() throws {
    var foreign = BinaryCodecDecoder(Array("{\"format\":".utf8))
    #expect(throws: BinaryCodecError.notABoard) { try foreign.header() }
    var newer = BinaryCodecDecoder(BinaryCodec.magic + [2, 99, 1])
    #expect(throws: BinaryCodecError.newerVersion(99)) { try newer.header() }
    var huge = BinaryCodecDecoder(BinaryCodec.magic + [0xFF, 0xFF, 0xFF, 0xFF, 0x7F])
    #expect(throws: BinaryCodecError.frameTooLong) { try huge.header() }
    var endless = BinaryCodecDecoder(BinaryCodec.magic + [UInt8](repeating: 0xFF, count: 11))
    #expect(throws: BinaryCodecError.malformed) { try endless.header() }
  }

  @Test func whatBreaksALimitIsNotWritten() {
    var encoder = BinaryCodecEncoder()
    var bytes: [UInt8] = []
    let id = BoardID(author: AuthorID(1), number: 1)
    func refused(_ action: BoardAction) -> BoardSchemaError? {
      let event = BoardEvent(sequence: 1, time: .zero, author: AuthorID(1), action: action)
      do throws(BoardSchemaError) {
        try encoder.append(event, to: &bytes)
        return nil
      } catch {
        return error
      }
    }
    #expect(refused(.strokePoints(id, [StrokePoint(x: .max, y: 0)])) == .coordinate)
    #expect(refused(.strokePoints(id, [StrokePoint(x: 0, y: 0, force: 4_096)])) == .pointValue)
    let point = StrokePoint(x: 0, y: 0)
    let tooMany = [StrokePoint](repeating: point, count: BoardLimits.pointsPerEvent + 1)
    #expect(refused(.strokePoints(id, tooMany)) == .tooManyPoints)
    let map = AffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    #expect(refused(.transformed(id, items: [], map)) == .transform)
    let items = [BoardID](repeating: id, count: BoardLimits.itemsPerEvent + 1)
    #expect(refused(.deleted(id, items: items)) == .tooManyItems)
    #expect(refused(.chat(String(repeating: "字", count: 30_000))) == .textTooLong)
    #expect(refused(.viewMoved(Viewport(scale: 0, offsetX: 0, offsetY: 0))) == .view)
    #expect(bytes.isEmpty)
  }
}
