import TestSupport
import Testing

@testable import MediaCore

@Suite struct RecoveryTests {
  /// A recording as it stands in the file when its process is killed: 10 fps, sound, chat.
  static func killed(seconds: Int64, frameSize: Int = 200, sound: Bool = true) throws -> [UInt8] {
    let sink = MemorySink()
    do {
      var tracks = [WebMTrack(.vp8(width: 320, height: 240), name: "Board")]
      if sound { tracks.append(WebMTrack(.opus(channels: 1, preSkip: 312))) }
      tracks.append(WebMTrack(.webVTT, name: "Chat"))
      var writer = try WebMWriter(
        to: sink,
        layout: WebMLayout(
          tracks: tracks, title: "Lesson",
          chapters: [WebMChapter(start: .zero, title: "One")],
          expectedDuration: MediaTime(milliseconds: seconds * 1000)))
      var packet: Int64 = 0
      for step in 0..<seconds * 10 {
        let time = MediaTime(milliseconds: step * 100)
        let isKey = step % 30 == 0
        try writer.write(
          WebMPacket(
            track: 0, time: time, isKeyFrame: isKey,
            bytes: frameBytes(isKey: isKey, size: frameSize, seed: UInt64(step))))
        if step % 20 == 7 {
          let cue = WebVTTCue(
            start: time, end: time + MediaTime(milliseconds: 900), author: "Ada",
            text: "Hello \(step)")
          try writer.write(cue.packet(track: tracks.count - 1))
        }
        while sound, packet * 20 < step * 100 + 100 {
          try writer.write(
            WebMPacket(
              track: 1, time: MediaTime(count: packet * 960 - 312, rate: 48000),
              bytes: [0xFC, 0xFF, 0xFE]))
          packet += 1
        }
        try writer.advance(to: time)
      }
    }
    return sink.bytes
  }

  func recover(_ bytes: [UInt8]) throws -> (RecoveryReport, [UInt8]) {
    let sink = MemorySink()
    let report = try Recovery.complete(MemorySource(bytes), named: "killed.webm") { sink }
    #expect(sink.isClosed)
    return (report, sink.bytes)
  }

  @Test func aKilledRecordingGetsDurationCuesAndKeepsEveryFrame() throws {
    let bytes = try Self.killed(seconds: 20)
    let before = try WebMContents(bytes)
    #expect(before.duration == nil && before.cues.isEmpty)
    let (report, file) = try recover(bytes)
    let after = try WebMContents(file)
    #expect(!report.wasComplete && report.framesDropped == 0 && report.bytesDamaged == 0)
    #expect(report.duration > MediaTime(milliseconds: 19_000))
    #expect(report.videoFrames == before.blocks(of: 1).count)
    #expect(report.audioPackets == before.blocks(of: 2).count)
    #expect(report.textCues == before.blocks(of: 3).count && report.textCues > 5)
    #expect(after.duration == report.duration && after.title == "Lesson")
    #expect(after.cuesAreFirst && after.cuesHitKeyFrames && after.timesRise)
    #expect(after.chapters == [WebMChapter(start: .zero, title: "One")])
    #expect(after.blocks.map(\.time) == before.blocks.map(\.time))
    #expect(after.blocks.map(\.payload) == before.blocks.map(\.payload))
    #expect(after.blocks.map(\.isKeyFrame) == before.blocks.map(\.isKeyFrame))
    #expect(after.tracks.map(\.name) == before.tracks.map(\.name))
  }

  /// The frame after a long rest is over when the next one comes; only the last one's length is a guess.
  @Test func aRestBeforeTheCutDoesNotLengthenTheFile() throws {
    let sink = MemorySink()
    var writer = try WebMWriter(
      to: sink,
      layout: WebMLayout(tracks: [WebMTrack(.vp8(width: 320, height: 240), name: "Board")]))
    let times = [0] + Array(stride(from: Int64(2_000), through: 2_600, by: 50))
    for time in times {
      let isKey = time == 0
      try writer.write(
        WebMPacket(
          track: 0, time: MediaTime(milliseconds: time), isKeyFrame: isKey,
          bytes: frameBytes(isKey: isKey, size: 200, seed: UInt64(time))))
      try writer.advance(to: MediaTime(milliseconds: time))
    }
    _ = try writer.finish(duration: nil)
    let whole = try WebMContents(sink.bytes)
    #expect(whole.blocks(of: 1).count == times.count)
    // Behind the last frame, where the index or its rest stands.
    let (report, file) = try recover(Array(sink.bytes.dropLast(3)))
    let last = try #require(try WebMContents(file).blocks(of: 1).last)
    #expect(!report.wasComplete)
    #expect(report.duration == last.time + MediaTime(milliseconds: 50))
  }

  @Test func completingACompleteFileChangesNothingInIt() throws {
    let (_, first) = try recover(try Self.killed(seconds: 5))
    let (report, second) = try recover(first)
    #expect(report.wasComplete)
    #expect(first == second)
  }

  @Test func cutAnywhereEveryWholeFrameIsSaved() throws {
    let bytes = try Self.killed(seconds: 12)
    let whole = try WebMContents(bytes)
    let headerEnd = Int(whole.clusters[0])
    var lengths = Set(stride(from: headerEnd, to: bytes.count, by: 997))
    for cluster in whole.clusters {
      for near in -3...40 where (headerEnd...bytes.count).contains(Int(cluster) + near) {
        lengths.insert(Int(cluster) + near)
      }
    }
    let ends = whole.blocks.enumerated().map { index, block in
      // The end of a block is the start of what follows it; headers are seven bytes or more.
      index + 1 < whole.blocks.count ? whole.blocks[index + 1].offset : Int64(bytes.count)
    }
    for length in lengths.sorted() {
      let cut = Array(bytes[..<length])
      let present = ends.count { $0 <= Int64(length) }
      guard present > 0 else {
        if let report = Recovery.complete(bytes: cut) {
          #expect(report.videoFrames + report.audioPackets <= 1)
        }
        continue
      }
      let (report, file) = try recover(cut)
      let saved = report.videoFrames + report.audioPackets + report.textCues
      #expect(saved >= present && saved <= present + 1)
      if length % 5 == 0 {
        var played = 0
        var demuxer = try Demuxer(MemorySource(cut))
        while try demuxer.next() != nil { played += 1 }
        #expect(played >= present - 1, "plays without recovery too")
        var recovered = 0
        var again = try Demuxer(MemorySource(file))
        while try again.next() != nil { recovered += 1 }
        #expect(recovered == saved)
      }
    }
  }

  @Test func cutAtEveryByteASmallFileIsSavedOrCalledEmpty() throws {
    let bytes = try Self.killed(seconds: 2, frameSize: 40)
    let firstCluster = Int(try WebMContents(bytes).clusters[0])
    for length in 0...bytes.count {
      let cut = Array(bytes[..<length])
      do {
        let (report, _) = try recover(cut)
        #expect(length > firstCluster && report.videoFrames > 0)
      } catch let error as MediaError {
        // Within the first element it cannot be told from something else.
        #expect(error.code == .inputDamaged || (length < 60 && error.code == .formatUnsupported))
        if error.code == .inputDamaged { #expect(error.message.contains("is empty")) }
        #expect(length < firstCluster + 100)
      }
    }
  }

  @Test func damageInTheMiddleCostsFramesUpToTheNextKeyFrame() throws {
    var bytes = try Self.killed(seconds: 12, sound: false)
    let before = try WebMContents(bytes)
    let victim = before.blocks(of: 1)[40]
    for index in Int(victim.offset)..<Int(victim.offset) + 150 { bytes[index] = 0 }
    let (report, file) = try recover(bytes)
    let after = try WebMContents(file)
    #expect(report.bytesDamaged >= 150 && report.framesDropped > 0)
    #expect(after.timesRise && after.cuesHitKeyFrames)
    #expect(
      after.blocks(of: 1).count == before.blocks(of: 1).count
        - (report.framesDropped + lost(before, after)))
    // From the next key frame on, everything is there.
    let key = before.blocks(of: 1).first { $0.isKeyFrame && $0.time > victim.time }!
    let tail = before.blocks(of: 1).filter { $0.time >= key.time }.map(\.payload)
    #expect(after.blocks(of: 1).filter { $0.time >= key.time }.map(\.payload) == tail)

    func lost(_ before: WebMContents, _ after: WebMContents) -> Int {
      before.blocks(of: 1).count - after.blocks(of: 1).count - report.framesDropped
    }
  }

  @Test func whatIsNotOursIsRefusedByName() {
    let inputs: [([UInt8], MediaError.Code)] = [
      ([], .inputDamaged), (Array("hello".utf8), .formatUnsupported),
      ([UInt8](repeating: 0, count: 1000), .formatUnsupported),
      (Array("OggS".utf8) + [UInt8](repeating: 1, count: 100), .formatUnsupported),
    ]
    for (bytes, code) in inputs {
      let error = #expect(throws: MediaError.self) {
        _ = try Recovery.complete(MemorySource(bytes), named: "a file.webm") { MemorySink() }
      }
      #expect(error?.code == code)
      #expect(error?.message.contains("a file.webm") == true)
    }
  }

  @Test func aFullDiskLeavesTheOriginalAlone() throws {
    let bytes = try Self.killed(seconds: 5)
    let sink = MemorySink(capacity: bytes.count / 2)
    let error = #expect(throws: MediaError.self) {
      _ = try Recovery.complete(MemorySource(bytes), named: "killed.webm") { sink }
    }
    #expect(error?.code == .outputFailed && !sink.isClosed)
  }

  @Test func mutatedFilesNeverTrap() throws {
    let bytes = try Self.killed(seconds: 4, frameSize: 60)
    let (_, complete) = try recover(bytes)
    var generator = SeededGenerator(seed: 1866)
    for round in 0..<1500 {
      var mutated = round % 2 == 0 ? bytes : complete
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let place = Int.random(in: 0..<mutated.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: mutated[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: mutated[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 2: mutated[place] = 0xFF
        case 3:
          let end = min(mutated.count, place + Int.random(in: 1...50, using: &generator))
          mutated.removeSubrange(place..<end)
        default:
          mutated.insert(
            contentsOf: [0x1F, 0x43, 0xB6, 0x75, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            at: place)
        }
        if mutated.isEmpty { break }
      }
      _ = Recovery.complete(bytes: mutated)
    }
  }
}
