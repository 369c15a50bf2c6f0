import TestSupport
import Testing

@testable import MediaCore

@Suite struct AudioFileDecoderTests {
  /// 0.6 s at 44.1 kHz with bursts at 0.1 and 0.5 s, made by FFmpeg's encoders.
  @Test(arguments: ["burst.mp3", "burst.m4a", "burst.opus", "burst.flac", "burst.ogg"])
  func theStartIsExactWhateverTheFormat(name: String) throws {
    let bytes = fixture("audio/" + name)
    try #require(!bytes.isEmpty)
    var decoder = try AudioFileDecoder(MemorySource(bytes))
    let bursts = try decoder.bursts(level: 0.3)
    #expect(bursts.count == 2)
    for (found, expected) in zip(bursts, [0.1, 0.5]) { #expect(abs(found - expected) < 0.003) }
    #expect(abs(decoder.position - 28_800) < 1500)
    if name.hasSuffix("flac") { #expect(decoder.position == 28_800) }
  }

  @Test func aDelayThatTheFileDeclaresIsKept() throws {
    var decoder = try AudioFileDecoder(MemorySource(fixture("audio/burst-delayed.m4a")))
    let bursts = try decoder.bursts(level: 0.3)
    #expect(bursts.count == 2)
    for (found, expected) in zip(bursts, [0.35, 0.75]) { #expect(abs(found - expected) < 0.003) }
  }

  @Test func stereoIsAskedAsMonoAndMonoAsStereo() throws {
    var stereo = sine(1000, seconds: 0.5, channels: 2, level: 0.5)
    for index in stride(from: 1, to: stereo.count, by: 2) { stereo[index] = 0 }
    let file = wave(stereo, rate: 48000, channels: 2)
    var asMono = try AudioFileDecoder(MemorySource(file), channels: 1)
    let mono = try asMono.readAll()
    #expect(mono.count == 24_000)
    #expect(abs((mono.max() ?? 0) - 0.25) < 0.01)
    var asStereo = try AudioFileDecoder(
      MemorySource(wave(sine(1000, seconds: 0.5), rate: 48000)), channels: 2)
    let both = try asStereo.readAll()
    #expect(both.count == 48_000)
    var different = 0
    for index in stride(from: 0, to: both.count, by: 2) where both[index] != both[index + 1] {
      different += 1
    }
    #expect(different == 0)
  }

  @Test func aHoleInAFileIsSilence() throws {
    // A recording whose packets stop for three seconds, as other programs write them.
    let sink = MemorySink()
    let settings = OpusSettings(complexity: 0)
    var writer = try WebMWriter(
      to: sink, layout: WebMLayout(tracks: [try OpusTrack.layout(settings)]))
    var encoder = try OpusEncoder(settings)
    let burst = sine(1000, seconds: 0.02, level: 0.8)
    let quiet = [Float](repeating: 0, count: 960)
    for frame in 0..<500 where frame < 200 || frame >= 350 {
      let bytes = try encoder.encode(frame == 400 ? burst : quiet)
      let time = MediaTime(count: Int64(frame) * 960 - 312, rate: 48000)
      try writer.write(WebMPacket(track: 0, time: time, bytes: bytes))
      try writer.advance(to: time)
    }
    _ = try writer.finish(duration: nil)
    var decoder = try AudioFileDecoder(MemorySource(sink.bytes))
    let bursts = try decoder.bursts()
    #expect(bursts.count == 1)
    #expect(abs((bursts.first ?? 0) - (8 - 312 / 48000.0)) < 0.012)
    #expect(abs(decoder.position - 480_000) < 960)
  }

  @Test func anHourOfNarrationIsInSyncAtStartMiddleAndEnd() throws {
    let places = [0.5, 1799.25, 1800.75, 3599.5]
    let narration = SparseWave(seconds: 3600, rate: 16000, bursts: places)
    let sink = MemorySink()
    let summary = try recordSound(duration: MediaTime(milliseconds: 3_600_000), to: sink) {
      track, writer in
      var decoder = try AudioFileDecoder(narration, channels: 1)
      var samples: [Float] = []
      while true {
        samples.removeAll(keepingCapacity: true)
        let start = decoder.position
        if try decoder.read(9600, into: &samples) == 0 { break }
        try track.append(
          samples.span, channels: 1, rate: 48000, at: MediaTime(count: start, rate: 48000),
          to: &writer)
        try writer.advance(to: track.nextPacketTime)
      }
    }
    #expect(summary.packetCounts == [180_001])
    var decoder = try AudioFileDecoder(MemorySource(sink.bytes))
    let bursts = try decoder.bursts()
    #expect(bursts.count == places.count)
    for (found, expected) in zip(bursts, places) { #expect(abs(found - expected) < 0.004) }
    #expect(decoder.position == 3600 * 48000)
  }

  @Test(arguments: [0.5, 0.8, 1.0, 1.25, 1.5, 2.0])
  func stretchedSoundKeepsItsPlacesAndItsPitch(factor: Double) throws {
    let places = [1.0, 30, 58.5]
    var decoder = try AudioFileDecoder(SparseWave(seconds: 60, rate: 48000, bursts: places))
    var stretch = try TimeStretch(factor: factor, channels: 1)
    var samples: [Float] = []
    var output: [Float] = []
    while try decoder.read(4800, into: &samples) > 0 {
      try stretch.process(samples.span, into: &output)
      samples.removeAll(keepingCapacity: true)
    }
    try stretch.finish(into: &output)
    #expect(output.count == Int((60 * 48000 / factor).rounded()))
    var heard = try AudioFileDecoder(MemorySource(wave(output, rate: 48000)))
    let bursts = try heard.bursts(level: 0.2)
    #expect(bursts.count == places.count)
    for (found, expected) in zip(bursts, places) { #expect(abs(found - expected / factor) < 0.012) }
  }

  @Test func playlistsAndReferencesOpenNothing() {
    let texts = [
      "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
      "ffconcat version 1.0\nfile /etc/passwd\n", "v=0\r\nm=audio 9 RTP/AVP 0\r\n",
      "<?xml version=\"1.0\"?><MPD><BaseURL>file:///etc/passwd</BaseURL></MPD>",
    ]
    for text in texts {
      let error = #expect(throws: MediaError.self) {
        var decoder = try AudioFileDecoder(MemorySource(Array(text.utf8)))
        _ = try decoder.readAll()
      }
      #expect(error?.code == .formatUnsupported)
    }
  }

  @Test func filesThatAreCutOrBrokenEndInAnErrorOrEarly() throws {
    var generator = SeededGenerator(seed: 7)
    for name in ["burst.mp3", "burst.m4a", "burst.opus", "burst.flac", "burst.ogg"] {
      let bytes = fixture("audio/" + name)
      for round in 0..<40 {
        var broken = bytes
        if round % 2 == 0 {
          broken.removeLast(Int.random(in: 0..<broken.count, using: &generator))
        } else {
          for _ in 0..<10 {
            broken[Int.random(in: 0..<broken.count, using: &generator)] = UInt8.random(
              in: 0...255, using: &generator)
          }
        }
        guard var decoder = try? AudioFileDecoder(MemorySource(broken)) else { continue }
        var samples: [Float] = []
        var left = 200
        while left > 0, (try? decoder.read(4800, into: &samples)) == 4800 {
          samples.removeAll(keepingCapacity: true)
          left -= 1
        }
      }
    }
  }
}
