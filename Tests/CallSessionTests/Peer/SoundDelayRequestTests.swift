import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct SoundDelayRequestTests {
  /// Milliseconds that are asked for, each 20 ms.
  static func asked(
    _ needed: [Int64?], from first: Int64 = 0, request: inout SoundDelayRequest
  ) -> [Double] {
    needed.enumerated().map { number, value in
      request.approach(
        value.map { MediaTime(milliseconds: $0) },
        at: MediaTime(milliseconds: first + Int64(number) * 20))
      return request.value.seconds * 1_000
    }
  }

  @Test func `much that is missing is asked for within seconds, the rest by 20 ms a second`() {
    var request = SoundDelayRequest(most: MediaTime(milliseconds: 400))
    let asked = Self.asked([Int64?](repeating: 300, count: 500), request: &request)
    #expect(asked[50] > 150 && asked[150] > 270 && asked[499] == 300)
    for (one, next) in zip(asked, asked.dropFirst()) {
      #expect(next >= one && next - one <= max(0.4, 0.02 * (300 - one)) + 1e-3)
    }
    #expect(!request.isBehind)
  }

  @Test func `it is behind as long as much is missing`() {
    var request = SoundDelayRequest()
    _ = Self.asked([0, 200, 200], request: &request)
    #expect(request.isBehind)
    _ = Self.asked([Int64?](repeating: 200, count: 200), from: 60, request: &request)
    #expect(!request.isBehind)
  }

  @Test func `it falls by 10 ms a second, and not for a little`() {
    var request = SoundDelayRequest()
    _ = Self.asked([Int64?](repeating: 200, count: 1_000), request: &request)
    let little = Self.asked(
      [Int64?](repeating: 165, count: 500), from: 20_000, request: &request)
    #expect(little.last == 200)
    let much = Self.asked([Int64?](repeating: 100, count: 500), from: 30_000, request: &request)
    #expect(abs((much.last ?? 0) - 100) < 0.5 && (much[249]) > 149)
  }

  @Test func `needs that change from moment to moment do not make it swing`() {
    var request = SoundDelayRequest()
    var random = SeededGenerator(seed: 2)
    let needed = (0..<3_000).map { _ -> Int64? in 200 + .random(in: -20...20, using: &random) }
    let asked = Self.asked(needed, request: &request)
    let settled = asked[1_500...]
    #expect((settled.max() ?? 0) - (settled.min() ?? 0) < 5)
  }

  @Test func `what is unknown changes nothing, and bounds hold`() {
    var request = SoundDelayRequest()
    _ = Self.asked([Int64?](repeating: 9_000, count: 2_000), request: &request)
    #expect(request.value == MediaTime(milliseconds: 200))
    _ = Self.asked([nil, nil, nil], from: 50_000, request: &request)
    #expect(request.value == MediaTime(milliseconds: 200))
    _ = Self.asked([Int64?](repeating: -9_000, count: 4_000), from: 60_000, request: &request)
    #expect(request.value == .zero)
  }
}
