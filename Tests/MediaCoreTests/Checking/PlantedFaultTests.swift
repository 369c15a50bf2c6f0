import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// Recordings in which one thing is wrong: it is named, and nothing else is.
@Suite struct PlantedFaultTests {
  private let session = CheckedSession.written()

  private func kinds(
    _ bytes: [UInt8], of session: CheckedSession? = nil
  ) throws -> [RecordingFault.Kind] {
    let findings = try (session ?? self.session).check(bytes)
    var kinds: [RecordingFault.Kind] = []
    for fault in findings.faults where !kinds.contains(fault.kind) { kinds.append(fault.kind) }
    return kinds
  }

  /// The same session with the times of its events changed.
  private func retimed(_ change: (Int64) -> Int64) -> CheckedSession {
    var changed = session
    for index in changed.events.indices {
      changed.events[index].time.ticks = change(changed.events[index].time.ticks)
    }
    return changed
  }

  @Test(arguments: [60, -60, 45, 400]) func shiftedSound(milliseconds: Int64) throws {
    var recipe = CheckedSession.Recipe()
    recipe.soundDelay = MediaTime(milliseconds: milliseconds)
    let bytes = try session.record(recipe)
    #expect(try kinds(bytes) == [.soundShifted])
    let found = try #require(try session.check(bytes).offsets.sound)
    #expect((found - Double(milliseconds)).magnitude < 5)
  }

  @Test func shiftedSoundPackets() throws {
    let bytes = try FaultyRecording.reencoded(
      try session.record(), soundDelay: MediaTime(milliseconds: 60))
    #expect(try kinds(bytes) == [.soundShifted])
  }

  @Test func aTextThatIsReadBeyondTheEndIsNoFault() throws {
    let bytes = try FaultyRecording.reencoded(
      try session.record(), textTo: MediaTime(milliseconds: 12_500))
    #expect(try kinds(bytes) == [])
  }

  @Test func reencodedWithoutAFault() throws {
    #expect(try kinds(try FaultyRecording.reencoded(try session.record())) == [])
  }

  @Test(arguments: [0, 2_000, 3_950, 8_500]) func aSecondCutOut(start: Int64) throws {
    var cut = session
    cut.pause(from: start, to: start + 1_000)
    let bytes = try cut.record()
    let findings = try session.check(bytes)
    #expect(try kinds(bytes) == [.cut])
    let fault = try #require(findings.faults.first)
    #expect((fault.time?.seconds ?? -9) > Double(start) / 1_000 - 1.2)
    #expect((fault.time?.seconds ?? 99) < Double(start) / 1_000 + 1.5)
    #expect(fault.message.hasPrefix("1.00 s"))
  }

  @Test func theEndCutOff() throws {
    var cut = session
    cut.events.removeAll { $0.time.ticks > 90_000 }
    #expect(try kinds(try cut.record()) == [.cut])
  }

  @Test(arguments: [(3_000, 5_000), (1_000, 2_000), (6_000, 10_000)])
  func aFrozenPicture(from start: Int64, to end: Int64) throws {
    let bytes = try retimed { $0 >= start * 10 && $0 < end * 10 ? end * 10 : $0 }.record()
    #expect(try kinds(bytes) == [.frozen])
  }

  @Test func framesLeftOut() throws {
    let bytes = try FaultyRecording.reencoded(
      try session.record(),
      keeping: { $0 < MediaTime(milliseconds: 3_000) || $0 > MediaTime(milliseconds: 5_000) })
    #expect(try kinds(bytes) == [.frozen])
  }

  @Test func anotherMatrix() throws {
    let good = try session.record()
    #expect(try kinds(try FaultyRecording.withMatrix(good, 1)) == [.colourMatrix])
    let converted = try FaultyRecording.reencoded(good) { picture, _ in
      FaultyRecording.convertToBT709(&picture)
    }
    #expect(try kinds(converted) == [.colourMatrix])
    #expect(
      try kinds(try FaultyRecording.withMatrix(converted, 1)) == [.colourMatrix])
  }

  @Test func aMissingMatrixMattersOnlyWhereItIsGuessedWrong() throws {
    #expect(try kinds(try FaultyRecording.withMatrix(try session.record(), nil)) == [])
    var short = CheckedSession.written(sound: false)
    short.events.removeAll { $0.time.ticks > 15_000 }
    var recipe = CheckedSession.Recipe()
    recipe.size = (1_920, 1_080)
    let large = try short.record(recipe)
    #expect(try kinds(large, of: short) == [])
    #expect(try kinds(try FaultyRecording.withMatrix(large, nil), of: short) == [.colourMatrix])
  }

  @Test func aMirroredPicture() throws {
    let bytes = try FaultyRecording.reencoded(try session.record()) { picture, _ in
      FaultyRecording.mirror(&picture)
    }
    #expect(try kinds(bytes) == [.mirrored])
  }

  @Test func aBlackPicture() throws {
    let bytes = try FaultyRecording.reencoded(try session.record()) { picture, time in
      if time > MediaTime(milliseconds: 4_000), time < MediaTime(milliseconds: 6_000) {
        FaultyRecording.blacken(&picture)
      }
    }
    #expect(try kinds(bytes) == [.black])
  }

  @Test(arguments: [1, 2, 5, 8, 9]) func aMissingStroke(number: UInt32) throws {
    var poorer = session
    let missing = BoardID(author: AuthorID(1), number: number)
    poorer.events.removeAll { event in
      switch event.action {
      case .strokeBegan(missing, _, _, _), .strokePoints(missing, _), .strokeEnded(missing): true
      default: false
      }
    }
    let bytes = try poorer.record()
    let findings = try session.check(bytes)
    #expect(try kinds(bytes) == [.strokeMissing])
    #expect(findings.faults.count == 1)
  }

  @Test func aMissingUndo() throws {
    var poorer = session
    poorer.events.removeAll { event in
      if case .undone = event.action { true } else { false }
    }
    #expect(try kinds(try poorer.record()) == [.changeMissing])
  }

  @Test func lostCues() throws {
    #expect(
      try kinds(try FaultyRecording.without(WebMElement.cues, try session.record())) == [
        .cuesMissing
      ])
  }

  @Test(arguments: [1, 100, 5_000, 30_000]) func aTruncatedTail(bytes: Int) throws {
    let good = try session.record()
    #expect(try kinds(Array(good.dropLast(bytes))) == [.truncated])
  }

  @Test func anotherSession() throws {
    var other = session
    for index in other.events.indices {
      if case .strokePoints(let id, let points) = other.events[index].action {
        other.events[index].action = .strokePoints(
          id, points.map { StrokePoint(x: $0.y + 3_000, y: $0.x / 2, timeOffset: $0.timeOffset) })
      }
    }
    #expect(try kinds(try other.record()) == [.unlikeBoard])
  }

  @Test func silenceInsteadOfSound() throws {
    var quiet = session
    for index in 3 * 48_000..<6 * 48_000 { quiet.sound?[index] = 0 }
    #expect(try kinds(try quiet.record()) == [.soundMissing])
  }

  @Test func lateInk() throws {
    #expect(try kinds(try retimed { $0 < 99_000 ? $0 + 4_000 : $0 }.record()) == [.inkShifted])
  }

  @Test func whatIsUnknownIsSaid() throws {
    let silent = CheckedSession.written(sound: false)
    let findings = try silent.check(try silent.record())
    #expect(findings.offsets.sound == nil && findings.offsets.soundToPicture == nil)
    #expect(findings.offsets.soundUnknown != nil)
    #expect(findings.offsets.ink != nil)
    let alone = try RecordingCheck.run(MemorySource(try session.record()))
    #expect(alone.offsets.ink == nil && alone.offsets.inkUnknown != nil)
    #expect(alone.offsets.soundUnknown != nil)
  }

  @Test func noPrefixOfAFileTraps() throws {
    var short = CheckedSession.written(sound: false)
    short.events.removeAll { $0.time.ticks > 9_000 }
    var recipe = CheckedSession.Recipe()
    recipe.size = (64, 36)
    let good = try short.record(recipe)
    for count in 0..<good.count {
      let findings = try? RecordingCheck.run(MemorySource(Array(good.prefix(count))))
      if let findings, count > 4_000 { #expect(!findings.faults.isEmpty) }
    }
  }

  @Test func damagedFilesDoNotTrap() throws {
    let good = try session.record()
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20 {
      var bytes = good
      for _ in 0..<20 {
        bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(
          truncatingIfNeeded: generator.next())
      }
      _ = try? session.check(bytes)
    }
  }
}
