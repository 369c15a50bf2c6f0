import Glibc
import TestSupport
import Testing

@testable import MediaCore

@Suite struct SoundShapingTests {
  static func tone(_ frequency: Double, _ count: Int, speed: Double = 1) -> [Float] {
    (0..<count).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) * speed / 48_000)) }
  }

  /// Signal to noise of resampled tones, in decibels, against the tone at the speed asked for.
  @Test(arguments: [100.0, 1_000, 5_000, 10_000, 15_000, 19_000], [1.0005, 0.9995, 1.00001])
  func `resampling adds little`(frequency: Double, speed: Double) {
    var resampler = DriftResampler(channels: 1)
    resampler.setSpeed(speed)
    resampler.append(Self.tone(frequency, 50_000)[...])
    var output: [Float] = []
    resampler.read(48_000, into: &output)
    let expected = Self.tone(frequency, 48_000, speed: speed)
    var (noise, signal): (Double, Double) = (0, 0)
    for index in 1_000..<48_000 {
      let error = Double(output[index]) - Double(expected[index])
      noise += error * error
      signal += Double(expected[index]) * Double(expected[index])
    }
    #expect(10 * log10(signal / noise) > 75, "\(10 * log10(signal / noise)) dB")
  }

  @Test func `at speed 1 samples pass unchanged, in pieces as in one`() {
    let tone = Self.tone(440, 9_600)
    var resampler = DriftResampler(channels: 2)
    var output: [Float] = []
    var place = 0
    while output.count < 9_000 {
      let needed = resampler.missing(for: 250) * 2
      resampler.append(tone[place..<place + needed])
      place += needed
      resampler.read(250, into: &output)
    }
    #expect(output == Array(tone[..<output.count]))
  }

  @Test func `back at speed 1 the fraction becomes whole`() {
    let tone = Self.tone(1_000, 60_000)
    var resampler = DriftResampler(channels: 1)
    resampler.append(tone[...])
    var output: [Float] = []
    resampler.setSpeed(1.0003)
    resampler.read(1_000, into: &output)
    resampler.setSpeed(1)
    for _ in 0..<20 { resampler.read(960, into: &output) }
    #expect(largestStep(output[...]) < 1.01 * largestStep(tone[...]))
    let rest = output[(output.count - 9_600)...]
    let shift = Int(resampler.latency) + output.count - 60_000
    #expect(Array(rest) == Array(tone[(rest.startIndex - shift)..<(rest.endIndex - shift)]))
  }

  @Test func `a change of speed has no step`() {
    let tone = Self.tone(1_000, 60_000)
    var resampler = DriftResampler(channels: 1)
    resampler.append(tone[...])
    var output: [Float] = []
    for index in 0..<50 {
      resampler.setSpeed(index % 2 == 0 ? 1.0005 : 0.9995)
      resampler.read(960, into: &output)
    }
    #expect(largestStep(output[...]) < 1.01 * largestStep(tone[...]))
  }

  @Test func `a sample more or less in a block has no step, and the other blocks are as they were`()
  {
    let tone = Self.tone(1_000, 60_000)
    var resampler = DriftResampler(channels: 1)
    resampler.append(tone[...])
    var output: [Float] = []
    for block in 0..<50 {
      let whole = block % 5 == 0 ? (block % 10 == 0 ? 1.0 : -1) : 0
      resampler.setSpeed(1 + whole / 960)
      resampler.read(960, into: &output)
      guard whole == 0 else { continue }
      let place = block * 960 + (block % 10 < 5 ? 1 : 0)
      #expect(output[(block * 960)...].elementsEqual(tone[place..<place + 960]))
    }
    #expect(largestStep(output[...]) < 1.01 * largestStep(tone[...]))
  }

  @Test(arguments: [85.0, 130, 220, 390, 1_300], [1, 2])
  func `periods go and come without a step`(frequency: Double, channels: Int) {
    for direction in [PeriodSplice.Direction.shorter, .longer] {
      var samples: [Float] = []
      for sample in Self.tone(frequency, 2_400) {
        samples += repeatElement(sample, count: channels)
      }
      let before = samples.count
      var splice = PeriodSplice(channels: channels)
      let changed = splice.apply(direction, to: &samples, likeness: 0.9, most: 720)
      #expect(changed >= 120)
      #expect(samples.count == before + (direction == .shorter ? -changed : changed) * channels)
      let mono = (0..<samples.count / channels).map { samples[$0 * channels] }
      #expect(largestStep(mono[...]) < 1.05 * largestStep(Self.tone(frequency, 2_400)[...]))
      // Whole periods: the tone goes on as it was.
      let periods = Double(changed) * frequency / 48_000
      #expect(abs(periods - periods.rounded()) < 0.05)
    }
  }

  @Test func `noise is left alone unless there is a hurry or nobody hears it`() {
    var random = SeededGenerator(seed: 2)
    let noise = (0..<2_400).map { _ in Float.random(in: -0.5...0.5, using: &random) }
    var splice = PeriodSplice(channels: 1)
    var loud = noise
    #expect(splice.apply(.shorter, to: &loud, likeness: 0.85, most: 720) == 0 && loud == noise)
    #expect(splice.apply(.shorter, to: &loud, likeness: -1, most: 720) >= 120)
    var soft = noise.map { $0 * 0.001 }
    #expect(splice.apply(.longer, to: &soft, likeness: 0.85, most: 500) == 500)
    #expect(splice.apply(.shorter, to: &soft, likeness: 0.85, most: 100) == 0)
    var short = Array(noise[..<200])
    #expect(splice.apply(.shorter, to: &short, likeness: -1, most: 720) == 0)
  }
}
