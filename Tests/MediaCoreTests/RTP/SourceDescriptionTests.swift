import TestSupport
import Testing

@testable import MediaCore

@Suite struct SourceDescriptionTests {
  @Test func `a new name has 128 bits and can stand in any description`() {
    /// All bits are set.
    struct Ones: RandomNumberGenerator {
      mutating func next() -> UInt64 { .max }
    }
    var ones = Ones()
    #expect(SourceDescription.newName(using: &ones) == "3w5e11264sgsf-3w5e11264sgsf")
    var random = SeededGenerator(seed: 1)
    let names = (0..<100).map { _ in SourceDescription.newName(using: &random) }
    #expect(Set(names).count == 100)
    #expect(names.joined().utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
  }
}
