import Testing

@testable import MediaCore

@Suite struct SSRCTests {
  @Test func `a new one is never 0`() {
    /// What gives the smallest number there is.
    struct Zeros: RandomNumberGenerator {
      mutating func next() -> UInt64 { 0 }
    }
    var random = Zeros()
    #expect(SSRC.new(using: &random) == SSRC(1))
  }
}
