import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct NACKGeneratorTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  @Test func `a gap is asked for once the path had time to reorder`() throws {
    var generator = NACKGenerator()
    generator.note(10, at: .zero)
    generator.note(13, at: .zero)
    #expect(generator.takeDue(at: .zero) == [])
    let due = try #require(generator.deadline)
    #expect(due == Self.milliseconds(5))
    #expect(generator.takeDue(at: due).map(\.rawValue) == [11, 12])
    #expect(generator.takeDue(at: due) == [])
  }

  @Test func `requests follow one another in half a round trip, and ten are all`() {
    var generator = NACKGenerator()
    generator.roundTrip = Self.milliseconds(80)
    generator.note(65_534, at: .zero)
    generator.note(65_536, at: .zero)
    var times: [MediaTime] = []
    while let deadline = generator.deadline {
      for number in generator.takeDue(at: deadline) {
        #expect(number == SequenceNumber(65_535))
        times.append(deadline)
      }
    }
    #expect(times.count == 10)
    let gaps = zip(times, times.dropFirst()).map { ($1 - $0).nanoseconds / 1_000_000 }
    #expect(gaps == [40, 50, 50, 50, 50, 50, 50, 50, 50])
    #expect(generator.takeLost() == 65_535)
    #expect(generator.takeLost() == nil)
  }

  @Test func `a packet that came late is not asked for, and the next gap is given more time`() {
    var generator = NACKGenerator()
    generator.note(0, at: .zero)
    generator.note(2, at: .zero)
    generator.note(1, at: Self.milliseconds(4))
    #expect(generator.isEmpty && generator.deadline == nil)
    generator.note(4, at: Self.milliseconds(100))
    generator.note(3, at: Self.milliseconds(120))
    generator.note(6, at: Self.milliseconds(200))
    #expect(generator.deadline == Self.milliseconds(225))
  }

  @Test func `an answer is not taken for reordering`() throws {
    var generator = NACKGenerator()
    generator.note(0, at: .zero)
    generator.note(2, at: .zero)
    #expect(generator.takeDue(at: Self.milliseconds(5)).count == 1)
    generator.note(1, at: Self.milliseconds(110))
    generator.note(4, at: Self.milliseconds(200))
    let due = try #require(generator.deadline)
    #expect(due == Self.milliseconds(205))
  }

  @Test func `what later frames do not need is forgotten`() {
    var generator = NACKGenerator()
    generator.note(0, at: .zero)
    generator.note(10, at: .zero)
    generator.forget(through: 7)
    #expect(generator.takeDue(at: Self.milliseconds(5)).map(\.rawValue) == [8, 9])
  }

  @Test func `a gap beyond the list's limit is lost at once`() {
    var generator = NACKGenerator()
    generator.note(0, at: .zero)
    generator.note(2, at: .zero)
    generator.note(2_000_000_000_000, at: .zero)
    #expect(generator.isEmpty)
    #expect(generator.takeLost() == 1_999_999_999_999)
  }

  /// A list, kept beside in the plainest way, of what a receiver lacks.
  @Test(arguments: 0..<20)
  func `exactly what is missing is asked for`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var generator = NACKGenerator()
    generator.roundTrip = Self.milliseconds(150)
    var missing: Set<Int64> = []
    var asked: Set<UInt16> = []
    for sequence in Int64(65_000)..<66_000 {
      let now = Self.milliseconds(sequence - 65_000)
      if sequence > 65_000, random.chance(0.1) {
        missing.insert(sequence)
      } else {
        generator.note(sequence, at: now)
      }
      if random.chance(0.05), let found = missing.min() {
        missing.remove(found)
        generator.note(found, at: now)
      }
      for number in generator.takeDue(at: now) {
        asked.insert(number.rawValue)
        #expect(missing.contains { SequenceNumber(truncating: $0) == number })
      }
    }
    generator.note(66_000, at: Self.milliseconds(1_000))
    let late = Self.milliseconds(1_200)
    let rest = Set(generator.takeDue(at: late).map(\.rawValue))
    #expect(rest == Set(missing.map { UInt16(truncatingIfNeeded: $0) }))
    #expect(!asked.isEmpty)
  }
}
