import Glibc
import TestSupport
import Testing

@testable import MediaCore

@Suite struct AudioMixerTests {
  typealias Input = AudioMixer.Input

  static func tone(
    _ frequency: Double, _ level: Float, _ count: Int, from start: Int = 0
  ) -> [Float] {
    (start..<start + count).map {
      level * Float(sin(2 * .pi * frequency * Double($0) / 48_000))
    }
  }

  static func level(_ attenuation: UInt8) -> AudioLevel {
    AudioLevel(attenuation: attenuation, isVoice: true)
  }

  /// A room whose inputs sound as `sound` says for tick and input; nil for nothing.
  struct Room {
    var mixer: AudioMixer
    var inputs: [Input]
    var shared: [Float] = []
    var own: [Input: [Float]] = [:]
    var decoded: [[Input]] = []
    /// What somebody hears who is now an input, now only a listener.
    var heard: [Input: [Float]] = [:]

    init(_ count: UInt32, speakers: Int = 4, channels: Int = 1) {
      mixer = AudioMixer(channels: channels, speakers: speakers)
      inputs = (1...count).map { Input($0) }
      for input in inputs { mixer.add(input) }
    }

    mutating func tick(_ sound: (Input) -> [Float]?) {
      for input in inputs {
        let samples = sound(input)
        mixer.observe(
          samples.map { AudioLevel(measuring: $0[...], isVoice: true) } ?? .silence, of: input)
      }
      let wanted = mixer.choose()
      decoded.append(wanted)
      let voices = wanted.map { AudioMixer.Voice($0, samples: sound($0) ?? []) }
      var (mix, others): ([Float], [AudioMixer.Voice]) = ([], [])
      mixer.mix(voices, count: 960, shared: &mix, own: &others)
      shared += mix
      for input in inputs {
        let mine = others.first { $0.input == input }
        if let mine { own[input, default: []] += mine.samples }
        heard[input, default: []] += mine?.samples ?? mix
      }
    }
  }

  @Test func `everybody hears everybody but themself`() {
    var room = Room(4)
    let frequencies = [1: 300.0, 2: 700, 3: 1_100]
    for tick in 0..<50 {
      room.tick { input in
        frequencies[Int(input.rawValue)].map { Self.tone($0, 0.2, 960, from: tick * 960) }
      }
    }
    let delay = AudioLimiter.lookAhead
    func expected(_ without: UInt32) -> [Float] {
      var sum = [Float](repeating: 0, count: 48_000)
      for (input, frequency) in frequencies.sorted(by: { $0.key < $1.key }) where input != without {
        for (index, sample) in Self.tone(frequency, 0.2, 48_000).enumerated() {
          sum[index] += sample
        }
      }
      return sum
    }
    for input in 1...4 as ClosedRange<UInt32> {
      let heard = room.heard[Input(input)] ?? []
      let truth = expected(input)
      for index in 2_000..<48_000 where abs(heard[index] - truth[index - delay]) > 1e-6 {
        Issue.record("\(input) \(index)")
        return
      }
    }
    #expect(room.own.keys.count == 3)
    #expect(Array(room.shared[2_000...]) == Array((room.heard[Input(4)] ?? [])[2_000...]))
  }

  /// AUD-06: levels that cannot exist when the sum is clamped once.
  @Test func `sums are wide and limited once, at the end`() {
    var room = Room(3)
    func square(_ frequency: Int, _ index: Int) -> Float {
      index * frequency * 2 / 48_000 % 2 == 0 ? 1 : -1
    }
    room.mixer.setGain(2, of: Input(1))
    room.mixer.setGain(0.5, of: Input(2))
    for tick in 0..<60 {
      room.tick { input in
        input.rawValue == 3
          ? nil
          : (0..<960).map { square(input.rawValue == 1 ? 500 : 300, tick * 960 + $0) }
      }
    }
    for index in 9_600..<57_000 {
      let sample = room.shared[index]
      let a = square(500, index - AudioLimiter.lookAhead)
      #expect(abs(sample) <= 1 && sample * a >= 1.5 / 2.5 - 1e-4, "\(index) \(sample)")
      if sample * a < 0.5 { return }
    }
  }

  /// AUD-07: two, then ten full-scale voices.
  @Test(arguments: [2, 10])
  func `overload turns the level down, not the wave round`(count: UInt32) {
    var room = Room(count + 1, speakers: 10)
    for tick in 0..<60 {
      room.tick { input in
        input.rawValue > count ? nil : Self.tone(440, 1, 960, from: tick * 960)
      }
    }
    let tone = Self.tone(440, 1, 57_600)
    for index in 1_000..<57_600 {
      let (sample, truth) = (room.shared[index], tone[index - AudioLimiter.lookAhead])
      #expect(abs(sample) <= 1)
      if abs(truth) > 0.03 { #expect(sample * truth > 0, "\(index)") }
    }
    // In the long run a clean sine of nearly full scale: below −50 dB of everything else.
    let steady = room.shared[28_800..<57_600]
    var (sine, cosine): (Float, Float) = (0, 0)
    for (offset, sample) in steady.enumerated() {
      let angle = 2 * .pi * 440 * Float(offset % 1_200) / 48_000
      sine += sample * sin(angle)
      cosine += sample * cos(angle)
    }
    let amplitude = 2 * (sine * sine + cosine * cosine).squareRoot() / Float(steady.count)
    #expect(amplitude > 0.97)
    let rest = power(steady) * power(steady) - amplitude * amplitude / 2
    #expect(rest < 1e-5 * 0.5 * 30, "\(rest)")
  }

  @Test func `below full scale the limiter changes nothing`() {
    var random = SeededGenerator(seed: 4)
    var limiter = AudioLimiter(channels: 2)
    var (before, after): ([Float], [Float]) = ([], [])
    for round in 0..<200 {
      var block = (0..<1_920).map { _ in Float.random(in: -1...1, using: &random) }
      // One overload, long ago by the time that counts.
      if round == 20 { block[700] = 3 }
      before += block
      limiter.process(&block)
      after += block
    }
    let delay = AudioLimiter.lookAhead * 2
    #expect(Array(after[delay..<38_000]) == Array(before[..<(38_000 - delay)]))
    let end = after.count
    #expect(
      Array(after[(end - 38_000)...]) == Array(before[(end - 38_000 - delay)..<(end - delay)]))
    #expect(largestStep(after[38_000..<42_000]) < 2.01)
  }

  @Test func `the gain moves by small steps only`() {
    var limiter = AudioLimiter(channels: 1)
    var gains: [Float] = []
    for index in 0..<48_000 {
      var sample: [Float] = [index % 9_600 == 4_800 ? 10 : 1]
      limiter.process(&sample)
      gains.append(limiter.gain)
      #expect(abs(sample[0]) <= 1)
    }
    #expect(largestStep(gains[...]) < 1.01 / Float(AudioLimiter.lookAhead))
    #expect(gains.min() ?? 1 < 0.11)
    #expect(gains[4_700] == 1)
  }

  @Test func `gain, mute and unmute make no click`() {
    var room = Room(2)
    for tick in 0..<100 {
      if tick == 20 { room.mixer.setGain(0.25, of: Input(1)) }
      if tick == 40 { room.mixer.setMuted(true, Input(1)) }
      if tick == 60 { room.mixer.setMuted(false, Input(1)) }
      if tick == 80 { room.mixer.setGain(4, of: Input(1)) }
      room.tick { $0.rawValue == 1 ? Self.tone(300, 0.2, 960, from: tick * 960) : nil }
    }
    // The tone's own step, and the gain's on top of it.
    let own = largestStep(Self.tone(300, 0.2, 9_600)[...])
    #expect(largestStep(room.shared[..<76_800]) < own + 0.2 * AudioMixer.gainStep * 1.01)
    #expect(abs(power(room.shared[24_000..<38_000]) - 0.25 * 0.2 / 2.0.squareRoot().float) < 1e-3)
    #expect(power(room.shared[42_000..<57_000]) == 0)
    #expect(power(room.shared[84_000...]) > 0.5)
    // While muted nothing needs to be decoded.
    #expect(room.decoded[50] == [])
  }

  @Test func `who starts or stops to speak hears no click`() {
    var room = Room(3)
    for tick in 0..<400 {
      room.tick { input in
        switch input.rawValue {
        case 1: Self.tone(200, 0.8, 960, from: tick * 960)
        case 2: Self.tone(270, 0.7, 960, from: tick * 960)
        default: (100..<140).contains(tick) ? Self.tone(500, 0.3, 960, from: tick * 960) : nil
        }
      }
    }
    // The third hears the two others all the time, now from the common mix, now from its own.
    let heard = room.heard[Input(3)] ?? []
    let own =
      largestStep(Self.tone(200, 0.8, 9_600)[...]) + largestStep(Self.tone(270, 0.7, 9_600)[...])
    #expect(largestStep(heard[48_000...]) < 1.05 * own)
    #expect(room.own[Input(3)]?.count ?? 0 > 40 * 960 && room.own[Input(3)]?.count ?? 0 < 380 * 960)
  }

  @Test func `only the loudest few are decoded, and not others every moment`() {
    var room = Room(20, speakers: 3)
    var random = SeededGenerator(seed: 9)
    for tick in 0..<500 {
      // Two who speak, one who has begun at tick 250, and seventeen who only breathe.
      room.tick { input in
        let level: Float
        switch input.rawValue {
        case 5, 6: level = .random(in: 0.1...0.2, using: &random)
        case 7: level = tick < 250 ? 0.001 : 0.15
        default: level = .random(in: 0.0005...0.002, using: &random)
        }
        return Self.tone(100 + Double(input.rawValue), level, 960, from: tick * 960)
      }
    }
    for decoded in room.decoded { #expect(decoded.count <= 4) }
    var changes = 0
    for index in 30..<240 where room.decoded[index] != room.decoded[index - 1] { changes += 1 }
    #expect(changes <= 2, "\(changes)")
    for decoded in room.decoded[260...] { #expect(decoded.contains(Input(7))) }
    for decoded in room.decoded[30...] {
      #expect(decoded.contains(Input(5)) && decoded.contains(Input(6)))
    }
  }

  @Test func `a thousand listeners take no more mixes than ten`() {
    struct Tick: Equatable {
      var decoded: [Input]
      var own: [Input]
      var shared: [Float]
    }
    func ticks(listeners: UInt32) -> [Tick] {
      var mixer = AudioMixer(channels: 1)
      for input in 1...(3 + listeners) { mixer.add(Input(input)) }
      var ticks: [Tick] = []
      for tick in 0..<50 {
        var voices: [AudioMixer.Voice] = []
        for input in 1...3 as ClosedRange<UInt32> {
          voices.append(
            .init(
              Input(input),
              samples: Self.tone(200 * Double(input), 0.2, 960, from: tick * 960)))
        }
        for input in 1...(3 + listeners) {
          mixer.observe(input <= 3 ? Self.level(17) : .silence, of: Input(input))
        }
        let decoded = mixer.choose()
        var (shared, own): ([Float], [AudioMixer.Voice]) = ([], [])
        mixer.mix(
          voices.filter { decoded.contains($0.input) }, count: 960, shared: &shared, own: &own)
        ticks.append(Tick(decoded: decoded, own: own.map(\.input), shared: shared))
      }
      return ticks
    }
    let few = ticks(listeners: 10)
    #expect(ticks(listeners: 1_000) == few)
    #expect(few[40].own == [Input(1), Input(2), Input(3)] && few[40].decoded.count == 3)
  }

  @Test func `inputs come and go`() {
    var room = Room(3)
    for tick in 0..<60 {
      if tick == 20 {
        room.mixer.remove(Input(2))
        room.inputs.remove(at: 1)
      }
      if tick == 40 {
        room.mixer.add(Input(9))
        room.inputs.append(Input(9))
      }
      room.tick { Self.tone(100 * Double($0.rawValue), 0.1, 960, from: tick * 960) }
    }
    #expect(room.decoded[30] == [Input(1), Input(3)])
    #expect(room.decoded[50] == [Input(1), Input(3), Input(9)])
  }

  @Test func `levels are those of RFC 6464`() {
    #expect(
      AudioLevel(measuring: [Float](repeating: 1, count: 960)[...], isVoice: false).attenuation == 0
    )
    #expect(AudioLevel(measuring: Self.tone(1_000, 1, 960)[...], isVoice: true) == Self.level(3))
    #expect(
      AudioLevel(measuring: Self.tone(1_000, 0.01, 960)[...], isVoice: true) == Self.level(43))
    #expect(AudioLevel(measuring: [0, 0, 0], isVoice: false) == .silence)
    for byte in 0...255 as ClosedRange<UInt8> {
      let bytes = [byte]
      let level = AudioLevel(parsing: bytes.span)
      #expect(level?.byte == byte)
      #expect(level?.attenuation == byte & 127 && level?.isVoice == (byte > 127))
    }
    let empty: [UInt8] = []
    let none = AudioLevel(parsing: empty.span)
    #expect(none == nil)
  }
}

extension Double {
  fileprivate var float: Float { Float(self) }
}
