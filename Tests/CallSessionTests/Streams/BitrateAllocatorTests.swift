import MediaCore
import Testing

@testable import CallSession

@Suite struct BitrateAllocatorTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }
  static let needs = BitrateAllocator.Needs(
    audio: 40_000, board: 200_000, cameraLayers: [150_000, 350_000])

  /// With an estimate for each tenth of a second.
  static func run(
    _ estimates: [Int64], _ allocator: inout BitrateAllocator, needs: BitrateAllocator.Needs = needs
  ) -> [BitrateAllocator.Allocation] {
    estimates.enumerated().map { index, estimate in
      allocator.update(
        estimate: estimate, needs: needs, loss: 0, at: milliseconds(Int64(index) * 100))
    }
  }

  @Test(
    arguments: [
      (20_000, 20_000, 0), (40_000, 40_000, 0), (100_000, 40_000, 60_000),
      (300_000, 40_000, 200_000),
    ] as [(Int64, Int64, Int64)])
  func `sound comes first, then the board`(estimate: Int64, audio: Int64, board: Int64) throws {
    var allocator = BitrateAllocator()
    let last = try #require(Self.run(Array(repeating: estimate, count: 50), &allocator).last)
    #expect(last.audio == audio && last.board == board && last.camera == 0)
  }

  @Test func `a camera comes layer by layer, when there has been enough for two seconds`() {
    var allocator = BitrateAllocator()
    let layers = Self.run(Array(repeating: 1_000_000, count: 60), &allocator).map(\.cameraLayers)
    #expect(layers.firstIndex(of: 1) == 20)
    #expect(layers.firstIndex(of: 2) == 41)
    #expect(allocator.allocation.camera == 500_000)
  }

  @Test func `a camera that does not fit is left out at once and does not flicker`() {
    var allocator = BitrateAllocator()
    _ = Self.run(Array(repeating: 450_000, count: 30), &allocator)
    #expect(allocator.allocation.cameraLayers == 1)
    // Around its need: 390 000 for all.
    let estimates = (0..<200).map { $0 % 2 == 0 ? 380_000 : 400_000 } as [Int64]
    let layers = Self.run(estimates, &allocator).map(\.cameraLayers)
    #expect(layers.allSatisfy { $0 == 0 })
  }

  @Test func `what is sent again is reckoned with`() {
    var allocator = BitrateAllocator()
    let allocation = allocator.update(
      estimate: 240_000, needs: Self.needs, loss: 0.25, at: .zero)
    #expect(allocation.board == 150_000)
  }

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
