import TestSupport
import Testing

@testable import MediaCore

@Suite("VP8 bools")
struct VP8BoolEncoderTests {
  @Test("What was written is read", arguments: 0..<200)
  func roundTrip(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // From hardly a bit each to nothing but surprises, which let carries run far.
    let surprise = [0, 0.01, 0.5, 0.9, 1][Int(seed % 5)]
    var bools: [(bit: Bool, probability: UInt8)] = []
    for _ in 0..<Int.random(in: 0...3_000, using: &generator) {
      let probability = UInt8.random(in: seed % 2 == 0 ? 1...255 : 250...255, using: &generator)
      let isLikely = probability < 128
      bools.append((generator.chance(surprise) ? !isLikely : isLikely, probability))
    }
    var encoder = VP8BoolEncoder()
    for bool in bools { encoder.write(bool.bit, bool.probability) }
    let expected = encoder.byteCount
    var bytes: [UInt8] = []
    encoder.finish(to: &bytes)
    #expect(bytes.count == expected)
    #expect(bytes.suffix(2) == [0, 0])
    var decoder = PlainBoolDecoder(bytes)
    for (index, bool) in bools.enumerated() {
      guard decoder.read(bool.probability) == bool.bit else {
        Issue.record("seed \(seed), bool \(index)")
        return
      }
    }
    // Decoders are two bytes ahead at most and find them there.
    #expect(decoder.needed <= bytes.count)
    // Used again, it begins anew.
    for bool in bools { encoder.write(bool.bit, bool.probability) }
    var again: [UInt8] = []
    encoder.finish(to: &again)
    #expect(again == bytes)
  }

  @Test("Carries run through words of ones")
  func carries() {
    for length in 0..<200 {
      var encoder = VP8BoolEncoder()
      // The upper half, then ever more ones close below the top, then over it.
      for _ in 0..<length { encoder.write(true, 128) }
      for _ in 0..<40 { encoder.write(true, 255) }
      var bytes: [UInt8] = []
      encoder.finish(to: &bytes)
      var decoder = PlainBoolDecoder(bytes)
      var isRight = true
      for _ in 0..<length where !decoder.read(128) { isRight = false }
      for _ in 0..<40 where !decoder.read(255) { isRight = false }
      #expect(isRight, "\(length)")
    }
  }

  /// Chance does this once in four billion words: the interval is kept around one point, so that
  /// nothing but ones leaves it, until the last bool lifts it over that point.
  @Test("A carry runs through many words of ones", arguments: 1..<40)
  func longCarries(words: Int) {
    var generator = SeededGenerator(seed: UInt64(words))
    var (range, distance, bits) = (255, 200, 0)
    var bools: [(bit: Bool, probability: UInt8)] = []
    while bits < words * 32 + 24 {
      let probability = UInt8.random(in: 1...255, using: &generator)
      let split = 1 + ((range - 1) * Int(probability)) >> 8
      if split == distance { continue }
      let isAbove = distance > split
      range = isAbove ? range - split : split
      if isAbove { distance -= split }
      bools.append((isAbove, probability))
      while range < 128 {
        range *= 2
        distance *= 2
        bits += 1
      }
    }
    bools.append((true, 255))
    var encoder = VP8BoolEncoder()
    for bool in bools { encoder.write(bool.bit, bool.probability) }
    var bytes: [UInt8] = []
    encoder.finish(to: &bytes)
    var decoder = PlainBoolDecoder(bytes)
    var isRight = true
    for bool in bools where decoder.read(bool.probability) != bool.bit { isRight = false }
    #expect(isRight)
  }

  @Test("A run by tables is the record again and again", arguments: 0..<100)
  func runs(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var record = VP8BoolRecord()
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let probability = UInt8.random(in: 1...255, using: &generator)
      record.write(generator.chance(0.2) != (probability < 128), probability)
    }
    let run = VP8BoolRun(record)
    var tables = VP8BoolEncoder()
    var bools = VP8BoolEncoder()
    for times in [0, 1, 2, 3, 63, 64, 65, 200, 1_024] {
      tables.write(run, times: times)
      for _ in 0..<times { record.replay(to: &bools) }
      tables.write(true, 100)
      bools.write(true, 100)
      if let table = run.table(after: record, times: times) {
        tables.write(table)
        for _ in 0...times { record.replay(to: &bools) }
      }
    }
    var (left, right): ([UInt8], [UInt8]) = ([], [])
    tables.finish(to: &left)
    bools.finish(to: &right)
    #expect(left == right)
  }

  @Test("The cost of a bool is what it takes on average")
  func costs() {
    for probability in UInt8(1)...255 {
      for bit in [false, true] {
        // A little chance moves the range about.
        var generator = SeededGenerator(seed: UInt64(probability))
        var (with, without) = (VP8BoolEncoder(), VP8BoolEncoder())
        for _ in 0..<2_000 {
          let other = (generator.chance(0.5), UInt8.random(in: 64...192, using: &generator))
          with.write(other.0, other.1)
          without.write(other.0, other.1)
          with.write(bit, probability)
        }
        let taken = Double(with.byteCount - without.byteCount) * 8 / 2_000
        let expected = Double(VP8BoolCost.of(bit, probability)) / 256
        #expect(
          abs(taken - expected) < 0.02 + 0.01 * expected, "\(bit) \(probability): \(taken)")
      }
    }
  }
}
