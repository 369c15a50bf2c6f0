import TestSupport
import Testing

@testable import MediaCore

@Suite struct AudioTrackTests {
  /// Crossings from below, to a fraction of a sample, over all but the edges.
  func frequency(_ samples: [Float]) -> Double {
    var first: Double?
    var last = 0.0
    var count = 0
    for index in 4801..<samples.count - 4800 where samples[index - 1] < 0 && samples[index] >= 0 {
      let fraction = Double(-samples[index - 1] / (samples[index] - samples[index - 1]))
      last = Double(index - 1) + fraction
      if first == nil { first = last } else { count += 1 }
    }
    return Double(count) * 48000 / (last - (first ?? 0))
  }

  @Test func theLastPartialFrameIsPaddedAndCutBackToTheSample() throws {
    let tone = sine(440, seconds: 48517 / 48000.0)
    #expect(tone.count == 48517)
    let sink = MemorySink()
    let summary = try recordSound(duration: nil, to: sink) { track, writer in
      try track.append(tone.span, channels: 1, rate: 48000, at: .zero, to: &writer)
    }
    #expect(summary.duration == MediaTime(count: 48517, rate: 48000))
    var decoder = try AudioFileDecoder(MemorySource(sink.bytes))
    let decoded = try decoder.readAll()
    #expect(decoded.count == 48517)
    #expect(abs(frequency(decoded) - 440) < 0.5)
    let contents = try WebMContents(sink.bytes)
    let discard = contents.blocks[contents.blocks.count - 1].discardPadding.sampleNumber
    #expect(discard == Int64(contents.blocks.count) * 960 - 312 - 48517)
  }

  @Test func theEndMayLieAnywhereAroundTheSamples() throws {
    let tone = sine(440, seconds: 3000 / 48000.0)
    for end in Array(0...40) + Array(stride(from: 50, to: 5000, by: 37)) {
      let sink = MemorySink()
      let duration = MediaTime(count: Int64(end), rate: 48000)
      let summary = try recordSound(duration: duration, to: sink) { track, writer in
        try track.append(tone.span, channels: 1, rate: 48000, at: .zero, to: &writer)
      }
      // Three packets were full before the end was known.
      #expect(summary.packetCounts[0] == max(3, (end + 312 + 959) / 960))
      guard end > 2880 - 312 else { continue }
      var decoder = try AudioFileDecoder(MemorySource(sink.bytes))
      #expect(try decoder.readAll().count == end)
    }
  }

  @Test func tenSecondsOfSoundAloneAreAValidFile() throws {
    let tone = sine(300, seconds: 10)
    let sink = MemorySink()
    let summary = try recordSound(duration: nil, to: sink) { track, writer in
      for start in stride(from: 0, to: tone.count, by: 1000) {
        let piece = Array(tone[start..<min(start + 1000, tone.count)])
        try track.append(
          piece.span, channels: 1, rate: 48000, at: MediaTime(count: Int64(start), rate: 48000),
          to: &writer)
        try writer.advance(to: track.nextPacketTime)
      }
    }
    // 500 packets hold ten seconds; the pre-skip needs one more.
    #expect(summary.packetCounts == [501])
    let contents = try WebMContents(sink.bytes)
    #expect(contents.duration == MediaTime(milliseconds: 10_000))
    #expect(contents.timesRise && contents.cuesHitKeyFrames && !contents.cues.isEmpty)
    #expect(contents.tracks[0].codecPrivate == opusHead(channels: 1, preSkip: 312))
    var decoder = try AudioFileDecoder(MemorySource(sink.bytes))
    #expect(try decoder.readAll().count == 480_000)
  }

  @Test(arguments: [(44100, 1), (16000, 2), (8000, 1), (96000, 2), (22050, 1)])
  func anyRateKeepsLengthAndPitch(rate: Int, channels: Int) throws {
    var tone = sine(1000, seconds: 1, rate: Double(rate), channels: channels)
    if channels == 2 {
      for index in stride(from: 1, to: tone.count, by: 2) { tone[index] = 0 }
    }
    let sink = MemorySink()
    let settings = OpusSettings(channels: Int32(channels), bitrate: 96_000)
    _ = try recordSound(settings: settings, duration: nil, to: sink) { track, writer in
      // In chunks whose times are rounded to milliseconds, as many sources give them.
      let chunk = rate / 50 + 7
      var done = 0
      while done < tone.count / channels {
        let count = min(chunk, tone.count / channels - done)
        let piece = Array(tone[done * channels..<(done + count) * channels])
        let time = MediaTime(milliseconds: Int64(done) * 1000 / Int64(rate))
        try track.append(
          piece.span, channels: Int32(channels), rate: Int32(rate), at: time, to: &writer)
        done += count
      }
    }
    var decoder = try AudioFileDecoder(MemorySource(sink.bytes))
    #expect(decoder.channels == Int32(channels))
    let decoded = try decoder.readAll()
    let left = stride(from: 0, to: decoded.count, by: channels).map { decoded[$0] }
    #expect(abs(left.count - 48000) <= 480)
    #expect(abs(frequency(left) - 1000) < 2)
    if channels == 2 {
      var loudest: Float = 0
      for index in stride(from: 1, to: decoded.count, by: 2) {
        loudest = max(loudest, abs(decoded[index]))
      }
      #expect(loudest < 0.02)
    }
  }

  @Test func aTrackWithoutAnySoundIsSilentFromTheStart() throws {
    let sink = MemorySink()
    let summary = try recordSound(duration: MediaTime(milliseconds: 10_000), to: sink) {
      track, writer in
      for second in 1...9 {
        try track.fill(to: MediaTime(milliseconds: Int64(second) * 1000), &writer)
        try writer.advance(to: track.nextPacketTime)
      }
    }
    #expect(summary.packetCounts == [501])
    var decoder = try AudioFileDecoder(MemorySource(sink.bytes))
    let decoded = try decoder.readAll()
    #expect(decoded.count == 480_000)
    #expect(decoded.allSatisfy { abs($0) < 0.001 })
    #expect(try WebMContents(sink.bytes).timesRise)
  }

  @Test func aGapIsSilenceAndAnOverlapIsCut() throws {
    let burst = sine(1000, seconds: 0.02, level: 0.8)
    let tone = sine(200, seconds: 0.5, level: 0.1)
    let sink = MemorySink()
    _ = try recordSound(duration: MediaTime(milliseconds: 6000), to: sink) { track, writer in
      try track.append(
        burst.span, channels: 1, rate: 48000, at: MediaTime(milliseconds: 500), to: &writer)
      try track.append(
        burst.span, channels: 1, rate: 48000, at: MediaTime(milliseconds: 3500), to: &writer)
      try track.append(
        tone.span, channels: 1, rate: 48000, at: MediaTime(milliseconds: 4000), to: &writer)
      // Half of this lies under the tone; the loud burst at its end stands where it belongs.
      let late = [Float](repeating: 0, count: 24_000) + burst
      try track.append(
        late.span, channels: 1, rate: 48000, at: MediaTime(milliseconds: 4400), to: &writer)
    }
    var decoder = try AudioFileDecoder(MemorySource(sink.bytes))
    let bursts = try decoder.bursts()
    #expect(bursts.count == 3)
    for (found, expected) in zip(bursts, [0.5, 3.5, 4.9]) { #expect(abs(found - expected) < 0.004) }
    #expect(decoder.position == 288_000)
  }

  @Test func fortyFiveMinutesOfShortBurstsDoNotDrift() throws {
    let burst = sine(1000, seconds: 0.02, level: 0.8)
    let sink = MemorySink()
    let end = MediaTime(milliseconds: 45 * 60_000)
    var count: Int64 = 0
    _ = try recordSound(duration: end, to: sink) { track, writer in
      while count * 420 < 45 * 60_000 - 20 {
        let time = MediaTime(milliseconds: count * 420)
        // Most are silence with the right time; some are sound.
        if count % 50 == 1 {
          try track.append(burst.span, channels: 1, rate: 48000, at: time, to: &writer)
        } else {
          try track.fill(to: time, &writer)
        }
        try writer.advance(to: track.nextPacketTime)
        count += 1
      }
    }
    var decoder = try AudioFileDecoder(MemorySource(sink.bytes))
    let bursts = try decoder.bursts()
    #expect(bursts.count == Int((count + 48) / 50))
    for (index, found) in bursts.enumerated() {
      #expect(abs(found - (0.42 + Double(index) * 21)) < 0.02)
    }
    #expect(decoder.position == 45 * 60 * 48000)
  }

  @Test func fiveTracksOfFourHoursAreEquallyLong() throws {
    let settings = OpusSettings(complexity: 0)
    let layout = WebMLayout(tracks: Array(repeating: try OpusTrack.layout(settings), count: 1))
    var counts: Set<Int> = []
    for person in 0..<5 {
      var writer = try WebMWriter(to: NullSink(), layout: layout)
      var track = try OpusTrack(track: 0, settings: settings)
      let word = sine(200, seconds: 0.3)
      for step in 0..<480 {
        // Everyone speaks in a rhythm of their own, with clocks that drift by up to 100 ppm.
        let time = Double(step) * 30 * (1 + Double(person - 2) * 50e-6)
        try track.append(
          word.span, channels: 1, rate: 48000, at: MediaTime(nanoseconds: Int64(time * 1e9)),
          to: &writer)
        try writer.advance(to: track.nextPacketTime)
      }
      let end = MediaTime(milliseconds: 4 * 3_600_000)
      try track.finish(at: end, to: &writer)
      let summary = try writer.finish(duration: end)
      #expect(summary.duration == end)
      counts.insert(summary.packetCounts[0])
    }
    #expect(counts == [720_001])
  }

  @Test func theSameSoundGivesTheSameBytes() throws {
    let tone = sine(523, seconds: 2, channels: 2)
    let sinks = [MemorySink(), MemorySink()]
    for sink in sinks {
      _ = try recordSound(settings: .init(channels: 2), duration: nil, to: sink) { track, writer in
        try track.append(tone.span, channels: 2, rate: 48000, at: .zero, to: &writer)
      }
    }
    #expect(sinks[0].bytes == sinks[1].bytes)
  }

  @Test(arguments: [
    ("AUD-08.sine1000-44100-mono.wav", 48000), ("AUD-08.sine1000-16000-stereo.wav", 48000),
    ("AUD-14.odd-length-sine.wav", 48517),
  ])
  func sharedCasesKeepTheirLength(name: String, count: Int) throws {
    guard let bytes = SharedCases.bytes("synthetic/" + name) else { return }
    var file = try AudioFileDecoder(MemorySource(bytes))
    let samples = try file.readAll()
    #expect(samples.count / Int(file.channels) == count)
    let channels = file.channels
    let sink = MemorySink()
    _ = try recordSound(settings: .init(channels: channels), duration: nil, to: sink) {
      track, writer in
      try track.append(samples.span, channels: channels, rate: 48000, at: .zero, to: &writer)
    }
    var decoder = try AudioFileDecoder(MemorySource(sink.bytes))
    let decoded = try decoder.readAll()
    #expect(decoded.count == samples.count)
    let left = stride(from: 0, to: decoded.count, by: Int(channels)).map { decoded[$0] }
    #expect(abs(frequency(left) - 1000) < 2 || name.contains("AUD-14"))
  }
}
