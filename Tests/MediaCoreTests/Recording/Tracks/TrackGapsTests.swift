import Testing

@testable import MediaCore

@Suite struct TrackGapsTests {
  static func gap(
    _ start: Double, _ end: Double, _ reason: SessionManifest.Gap.Reason
  ) -> SessionManifest.Gap {
    .init(.init(start: time(start), end: time(end)), reason)
  }

  @Test func `a silence in which signs of life come is one gap, losses are each their own`() {
    var gaps = TrackGaps()
    gaps.add(from: time(1), to: time(1.38), .silence)
    gaps.add(from: time(1.4), to: time(1.78), .silence)
    gaps.add(from: time(3), to: time(3.02), .lost)
    gaps.add(from: time(3.04), to: time(3.06), .lost)
    gaps.add(from: time(4), to: time(4.005), .lost)
    #expect(
      gaps.gaps == [
        Self.gap(1, 1.78, .silence), Self.gap(3, 3.02, .lost), Self.gap(3.04, 3.06, .lost),
      ])
  }

  @Test func `what is mostly muted is muted, and nothing is counted twice`() {
    var gaps = TrackGaps()
    gaps.mute(true, at: time(2))
    gaps.mute(true, at: time(2.5))
    gaps.mute(false, at: time(5))
    gaps.add(from: time(1.9), to: time(5.1), .silence)
    gaps.add(from: time(5), to: time(6), .lost)
    gaps.mute(true, at: time(8))
    gaps.add(from: time(7), to: time(20), .silence)
    #expect(
      gaps.gaps == [
        Self.gap(1.9, 5.1, .muted), Self.gap(5.1, 6, .lost), Self.gap(7, 20, .muted),
      ])
  }
}
