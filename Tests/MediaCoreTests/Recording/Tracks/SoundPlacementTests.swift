import Testing

@testable import MediaCore

@Suite struct SoundPlacementTests {
  /// 20 ms of CELT, and a sign of life of SILK.
  static let loud = [UInt8(31 << 3)] + [UInt8](repeating: 7, count: 60)
  static let sign = [UInt8(1 << 3)]

  static func step(
    _ placement: inout SoundPlacement, to target: Int64, follows: Bool = true,
    _ bytes: [UInt8] = loud
  ) -> SoundPlacement.Step? {
    guard let payload = OpusPayload(parsing: bytes.span) else { return nil }
    return placement.step(
      to: target, samples: 960, follows: follows, payload: payload, bytes: bytes.count)
  }

  @Test func `behind a gap a packet stands where it belongs, to 2.5 ms`() {
    var placement = SoundPlacement()
    #expect(
      Self.step(&placement, to: 48_119, follows: false) == .init(silence: 48_000, hidden: 0))
    placement.advance(by: 48_960)
    #expect(Self.step(&placement, to: 48_900, follows: false) == .init(silence: 0, hidden: 0))
  }

  @Test func `what a clock adds up is set right in a pause, or anywhere once it is a packet`() {
    var placement = SoundPlacement()
    placement.advance(by: 9_600)
    for target in [9_600 - 959, 9_600 + 959] as [Int64] {
      #expect(Self.step(&placement, to: target) == .init(silence: 0, hidden: 0))
    }
    #expect(Self.step(&placement, to: 9_600 + 960) == .init(silence: 960, hidden: 0))
    #expect(Self.step(&placement, to: 9_600 - 960) == .init(silence: 0, hidden: 480))
    #expect(Self.step(&placement, to: 9_600 + 500, Self.sign) == .init(silence: 480, hidden: 0))
    #expect(Self.step(&placement, to: 9_600 - 500, Self.sign) == .init(silence: 0, hidden: 480))
    #expect(Self.step(&placement, to: 9_600 + 400, Self.sign) == .init(silence: 0, hidden: 0))
  }

  @Test func `a place that is taken is not given again`() {
    var placement = SoundPlacement()
    placement.advance(by: 96_000)
    #expect(Self.step(&placement, to: 96_000 - 9_600, follows: false) == nil)
    #expect(Self.step(&placement, to: 96_000 - 9_599, follows: false) != nil)
  }
}
