import TestSupport
import Testing

@testable import MediaCore

/// Packets that other programs fell over, where their files are: arrivals in milliseconds, a tab, the
/// packet in hexadecimal digits.
@Suite(.enabled(if: SharedCases.arePresent)) struct AudioCaseTests {
  struct Arrival {
    var time: MediaTime
    var packet: [UInt8]
  }

  static func arrivals(_ name: String) throws -> [Arrival] {
    let bytes = try #require(SharedCases.bytes("synthetic/" + name))
    var arrivals: [Arrival] = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 2, let milliseconds = Double(fields[0]) else { continue }
      let time = MediaTime(nanoseconds: Int64(milliseconds * 1e6))
      arrivals.append(Arrival(time: time, packet: Hex.bytes(String(fields[1]))))
    }
    return arrivals
  }

  /// Where packets stand in session time, in seconds, in the order of sending.
  static func places(_ arrivals: [Arrival], rate: Int64) throws -> [Double] {
    var tracker = RTPSourceTracker(clockRate: rate)
    var timeline = RTPTimeline(clockRate: rate)
    var held: [(header: RTPHeader, time: MediaTime)] = []
    var kept: [RTPTimestamp] = []
    var places: [Double] = []
    var source: SSRC?
    func note(_ place: RTPSourceTracker.Place, _ time: MediaTime) {
      kept.append(place.timestamp)
      guard timeline.receive(place.timestamp, at: time) else { return }
      for timestamp in kept { places.append(timeline.place(of: timestamp).seconds) }
      kept = []
    }
    for arrival in arrivals {
      let packet = try RTPPacket(parsing: arrival.packet.span)
      if packet.header.ssrc != source {
        if source != nil {
          tracker = RTPSourceTracker(clockRate: rate)
          timeline.changeSource()
        }
        source = packet.header.ssrc
      }
      switch tracker.receive(packet.header, at: arrival.time) {
      case .held: held.append((packet.header, arrival.time))
      case .duplicate: break
      case .accepted(let place):
        if place.isRestart {
          for early in held {
            if case .accepted(let place) = tracker.receive(early.header, at: early.time) {
              note(place, early.time)
            }
          }
        }
        held = []
        note(place, arrival.time)
      }
    }
    timeline.settle()
    for timestamp in kept { places.append(timeline.place(of: timestamp).seconds) }
    return places
  }

  /// How long a recording of 20 ms packets is, in seconds.
  @Test(arguments: [
    ("AUD-01.dtx.rtps", 3.0, 0.04), ("AUD-02.ts-reset.rtps", 2, 0.1),
    ("AUD-03.sender-stall.rtps", 7, 0.2), ("AUD-04.loss-1-2-3.rtps", 1, 0.003),
    ("RTP-03.seq-back-jump.rtps", 2, 0.04),
  ])
  func `a recording is as long as the session`(name: String, length: Double, error: Double) throws {
    let places = try Self.places(try Self.arrivals(name), rate: 48_000)
    let last = try #require(places.last)
    #expect(abs(last - places[0] + 0.02 - length) <= error, "\(last - places[0])")
    for index in places.indices.dropFirst() { #expect(places[index] > places[index - 1]) }
  }

  @Test func `video keeps its times over a lap, hours and another source`() throws {
    let lap = try Self.places(try Self.arrivals("RTP-13.tswrap.rtps"), rate: 90_000)
    #expect(abs((lap.last ?? 0) - lap[0] - 0.933) < 0.002)
    let pause = try Self.places(try Self.arrivals("RTP-14.8h-pause.rtps"), rate: 90_000)
    var longest = 0.0
    for index in pause.indices.dropFirst() {
      longest = max(longest, pause[index] - pause[index - 1])
    }
    #expect(abs(longest - 8 * 3_600) < 1)
    let sources = try Self.places(try Self.arrivals("RTP-15.ssrc-switch.rtps"), rate: 90_000)
    for index in sources.indices.dropFirst() {
      #expect((0...0.053).contains(sources[index] - sources[index - 1]))
    }
  }

  /// What is heard, and how much of it was made up.
  @Test(arguments: [
    ("AUD-01.dtx.rtps", 3.0, 0), ("AUD-02.ts-reset.rtps", 2, 0),
    ("AUD-04.loss-1-2-3.rtps", 1, 6 * 960),
    ("RTP-03.seq-back-jump.rtps", 2, 3 * 960),
  ])
  func `sound goes on`(name: String, seconds: Double, concealed: Int64) throws {
    let arrivals = try Self.arrivals(name)
    var receiver = try AudioReceiver(channels: 1)
    var samples: [Float] = []
    var next = 0
    for tick in 0..<Int(seconds * 50) {
      let now = MediaTime(milliseconds: Int64(tick) * 20 + 5)
      while next < arrivals.count, arrivals[next].time <= now {
        let bytes = arrivals[next].packet
        let packet = try RTPPacket(parsing: bytes.span)
        receiver.receive(
          packet.header, payload: bytes.span.extracting(packet.payload), at: arrivals[next].time)
        next += 1
      }
      receiver.pull(960, at: now, into: &samples)
    }
    #expect(receiver.report.concealed <= concealed, "\(receiver.report)")
    #expect(receiver.report.late == 0 && receiver.report.dropped == 0)
    #expect(power(samples[4_800..<14_400]) > 0.01)
    #expect(power(samples[(samples.count - 14_400)...]) > 0.01)
    if name.hasPrefix("AUD-01") { #expect(power(samples[38_400..<115_200]) < 0.003) }
  }

  static func wave(_ name: String) throws -> [Float] {
    let bytes = try #require(SharedCases.bytes("synthetic/" + name))
    var file = try AudioFileDecoder(MemorySource(bytes))
    return try file.readAll()
  }

  /// AUD-06 and AUD-07: sounds are mixed with these gains, and keep the sign of the first.
  @Test(
    arguments: [
      (["AUD-06.a-500hz-square.wav", "AUD-06.b-300hz-square.wav"], [2, 0.5]),
      (["AUD-07.full-scale-440.wav"], [1, 1]),
      (["AUD-07.full-scale-440.wav"], [Float](repeating: 1, count: 10)),
    ] as [([String], [Float])])
  func `an overloaded mix keeps its sign`(names: [String], gains: [Float]) throws {
    let sounds = try names.map { try Self.wave($0) }
    var mixer = AudioMixer(channels: 1, speakers: 10)
    for (index, gain) in gains.enumerated() {
      mixer.add(.init(UInt32(index)))
      mixer.setGain(gain, of: .init(UInt32(index)))
    }
    // Over and over, until gains have settled.
    let length = sounds[0].count / 960 * 960
    var heard: [Float] = []
    for tick in 0..<150 {
      let start = tick * 960 % length
      var voices: [AudioMixer.Voice] = []
      for index in gains.indices {
        let sound = sounds[min(index, sounds.count - 1)]
        voices.append(.init(.init(UInt32(index)), samples: Array(sound[start..<start + 960])))
        mixer.observe(
          AudioLevel(measuring: sound[start..<start + 960], isVoice: true), of: .init(UInt32(index))
        )
      }
      _ = mixer.choose()
      var (mix, own): ([Float], [AudioMixer.Voice]) = ([], [])
      mixer.mix(voices, count: 960, shared: &mix, own: &own)
      heard += mix
    }
    for index in 48_000..<heard.count {
      let truth = sounds[0][(index - AudioLimiter.lookAhead) % length]
      #expect(abs(heard[index]) <= 1)
      if abs(truth) > 1_000 / 32_768, heard[index] * truth <= 0 {
        Issue.record("\(index): \(heard[index]) for \(truth)")
        return
      }
    }
    #expect(power(heard[48_000...]) > 0.5)
  }

  /// AUD-08: the silent channel stays silent.
  @Test func `stereo at another rate stays on its side`() throws {
    let samples = try Self.wave("AUD-08.sine1000-16000-stereo.wav")
    #expect(samples.count == 96_000)
    let sides = (0...1).map { side in stride(from: side, to: 96_000, by: 2).map { samples[$0] } }
    #expect(power(sides[0][...]) > 0.1 && power(sides[1][...]) < 0.001)
  }
}
