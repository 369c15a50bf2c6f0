import MediaCore
import Testing

@testable import CallSession

@Suite struct BoardFrameGateTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  @Test func `a board's frames become rarer when they are large, not worse`() {
    var gate = BoardFrameGate(bitrate: 80_000)
    #expect(gate.next == .zero)
    gate.note(100, at: .zero)
    #expect(gate.next == MediaTime(count: 1, rate: 30))
    gate.note(2_000, at: Self.milliseconds(40))
    #expect(gate.next == Self.milliseconds(240))
    gate.set(bitrate: 8_000)
    gate.note(100_000, at: Self.milliseconds(240))
    #expect(gate.next == Self.milliseconds(1_240))
  }
}
