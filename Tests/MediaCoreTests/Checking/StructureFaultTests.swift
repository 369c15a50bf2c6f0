import TestSupport
import Testing

@testable import MediaCore

/// Recordings whose container or packets are wrong in one way: it is named, and nothing else is.
@Suite struct StructureFaultTests {
  private static let session = CheckedSession.written()
  private static let good = Result { try session.record() }

  private func kinds(_ bytes: [UInt8]) throws -> [RecordingFault.Kind] {
    var kinds: [RecordingFault.Kind] = []
    for fault in try Self.session.check(bytes).faults where !kinds.contains(fault.kind) {
      kinds.append(fault.kind)
    }
    return kinds
  }

  @Test func noSeekHead() throws {
    #expect(
      try kinds(try FaultyRecording.without(WebMElement.seekHead, Self.good.get()))
        == [.seekHeadMissing])
  }

  @Test func aSeekHeadThatLeadsElsewhere() throws {
    let bytes = try FaultyRecording.changing(
      [0x53, 0xAC], in: WebMElement.seekHead, Self.good.get()
    ) { $0[$0.endIndex - 1] ^= 1 }
    #expect(try kinds(bytes) == [.seekHeadWrong])
  }

  /// Long enough for several key frames.
  private func slowly(
    _ id: [UInt8], _ change: (inout ArraySlice<UInt8>) -> Void
  ) throws -> Set<RecordingFault.Kind> {
    let silent = CheckedSession.written(sound: false)
    var recipe = CheckedSession.Recipe()
    (recipe.speed, recipe.size) = (0.25, (320, 180))
    let bytes = try FaultyRecording.changing(
      id, in: WebMElement.cues, try silent.record(recipe), after: 1, change)
    return Set(try silent.check(bytes, recipe).faults.map(\.kind))
  }

  @Test func cuesThatLeadToNoCluster() throws {
    #expect(try slowly([0xF1]) { $0[$0.endIndex - 1] ^= 1 } == [.cuesWrong])
  }

  @Test func cuesOfAnotherTime() throws {
    #expect(try slowly([0xB3]) { $0[$0.endIndex - 1] ^= 1 } == [.cuesWrong])
  }

  @Test func cuesOnlyForTheBeginning() throws {
    #expect(try slowly([0xBB]) { $0[$0.startIndex] = UInt8(WebMElement.void) } == [.cuesIncomplete])
  }

  @Test func noDuration() throws {
    let bytes = try FaultyRecording.changing(
      [0x44, 0x89], in: WebMElement.info, Self.good.get()
    ) { $0[$0.startIndex + 1] = 0x8A }
    #expect(try kinds(bytes) == [.durationMissing])
    #expect(try kinds(try FaultyRecording.without(WebMElement.cues, bytes)) == [.unfinished])
  }

  @Test func aDurationThatIsTooLong() throws {
    let bytes = try FaultyRecording.changing(
      [0x44, 0x89], in: WebMElement.info, Self.good.get()
    ) { element in
      // Milliseconds as a number of eight bytes.
      var bits: UInt64 = 0
      for byte in element.suffix(8) { bits = bits << 8 | UInt64(byte) }
      bits = (Double(bitPattern: bits) + 3_000).bitPattern
      for index in 0..<8 {
        element[element.endIndex - 1 - index] = UInt8(truncatingIfNeeded: bits >> (8 * index))
      }
    }
    #expect(try kinds(bytes) == [.durationWrong])
  }

  @Test func bytesBehindTheEnd() throws {
    let bytes = try Self.good.get() + [UInt8](repeating: 7, count: 900)
    #expect(try kinds(bytes) == [.damaged])
  }

  @Test func aHoleInTheSound() throws {
    let bytes = try FaultyRecording.remuxed(try Self.good.get()) { kind, bytes, time in
      let isHole =
        kind == "A" && time > MediaTime(milliseconds: 4_000)
        && time < MediaTime(milliseconds: 4_400)
      return isHole ? nil : bytes
    }
    let faults = try Self.session.check(bytes).faults
    #expect(faults.map(\.kind) == [.gap])
    #expect((faults.first?.time?.seconds ?? 0) > 3.9)
  }

  @Test func soundPacketsThatDoNotDecode() throws {
    var count = 0
    let bytes = try FaultyRecording.remuxed(try Self.good.get()) { kind, bytes, time in
      guard kind == "A", time > MediaTime(milliseconds: 5_000), count < 3 else { return bytes }
      count += 1
      // Two frames of 10 ms that share one byte (RFC 6716, section 3.2.5, R6).
      return [0xF3, 0x02, 0x00]
    }
    let findings = try Self.session.check(bytes)
    #expect(findings.faults.map(\.kind) == [.soundDecoding])
    #expect(findings.sound?.errors == 3)
  }

  @Test func soundPacketsThatAreNoOpus() throws {
    let bytes = try FaultyRecording.remuxed(try Self.good.get()) { kind, bytes, time in
      kind == "A" && time > MediaTime(milliseconds: 5_000) && time < MediaTime(milliseconds: 5_030)
        ? [0xFF, 0x00] : bytes
    }
    #expect(try kinds(bytes).contains(.soundDecoding))
  }

  @Test func aPictureThatDoesNotDecode() throws {
    let bytes = try FaultyRecording.remuxed(try Self.good.get()) { kind, bytes, time in
      // A key frame without its start code (RFC 6386, section 9.1).
      kind == "V" && time > MediaTime(milliseconds: 9_500)
        ? [0x10, 0x02, 0x00] + [UInt8](repeating: 0, count: 40) : bytes
    }
    #expect(try kinds(bytes).contains(.pictureDecoding))
  }

  @Test func picturesOfAnotherSize() throws {
    var bytes = try Self.good.get()
    let range = try FaultyRecording.place(of: WebMElement.tracks, in: bytes)
    // PixelWidth, two bytes: 640.
    let width: [UInt8] = [0xB0, 0x82, 0x02, 0x80]
    let place = try #require(
      range.first { $0 + 4 <= bytes.count && Array(bytes[$0..<$0 + 4]) == width })
    bytes[place + 3] = 0x90
    #expect(try kinds(bytes) == [.sizeWrong])
  }

  @Test func fullRange() throws {
    let good = try Self.good.get()
    let converted = try FaultyRecording.reencoded(good) { picture, _ in
      FaultyRecording.widen(&picture)
    }
    #expect(try kinds(converted) == [.colourRange])
    var said = good
    let place = try #require(
      said.indices.first { $0 + 2 < 4_096 && Array(said[$0..<$0 + 3]) == [0x55, 0xB9, 0x81] })
    said[place + 3] = 2
    #expect(try kinds(said) == [.colourRange])
  }

  @Test func aTrackWithoutAPicture() throws {
    let sink = MemorySink()
    let writer = try WebMWriter(
      to: sink, layout: WebMLayout(tracks: [WebMTrack(.vp8(width: 64, height: 36))]))
    _ = try writer.finish(duration: MediaTime(milliseconds: 1_000))
    let findings = try RecordingCheck.run(MemorySource(sink.bytes))
    #expect(findings.faults.contains { $0.kind == .empty })
  }

  @Test(arguments: [1.012, 0.988]) func aSoundThatDrifts(factor: Double) throws {
    var drifting = Self.session
    let samples = try #require(drifting.sound)
    var changed: [Float] = []
    for index in 0..<Int(Double(samples.count) * factor) {
      changed.append(samples[min(Int(Double(index) / factor), samples.count - 1)])
    }
    drifting.sound = changed
    #expect(try kinds(try drifting.record()) == [.soundDrift])
  }
}
