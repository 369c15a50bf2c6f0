import MediaCore
import Testing

@testable import CallSession

@Suite struct CameraSharesTests {
  private let bitrates: ClosedRange<Int64> = 60_000...800_000

  private func update(
    _ shares: inout CameraShares, _ available: Int64, wanted: Int, _ seconds: Int64
  ) -> Int64 {
    shares.update(
      available: available, wanted: wanted, bitrates: bitrates,
      at: MediaTime(milliseconds: seconds * 1_000))
  }

  @Test func `cameras share what there is, between floor and ceiling`() {
    var shares = CameraShares()
    #expect(update(&shares, 300_000, wanted: 2, 0) == 150_000)
    #expect(shares.count == 2)
    #expect(update(&shares, 5_000_000, wanted: 2, 1) == 800_000)
    #expect(update(&shares, 100_000, wanted: 2, 2) == 100_000)
    #expect(shares.count == 1)
    #expect(update(&shares, -50_000, wanted: 2, 3) == 60_000)
    #expect(shares.count == 0)
  }

  @Test func `what was left out comes back when there has been enough for a while`() {
    var shares = CameraShares()
    _ = update(&shares, 20_000, wanted: 1, 0)
    // Hardly enough does not count.
    for second in 1...5 as ClosedRange<Int64> {
      _ = update(&shares, 62_000, wanted: 1, second)
      #expect(shares.count == 0)
    }
    _ = update(&shares, 100_000, wanted: 1, 6)
    _ = update(&shares, 100_000, wanted: 1, 7)
    #expect(shares.count == 0)
    _ = update(&shares, 100_000, wanted: 1, 8)
    #expect(shares.count == 1)
  }

  @Test func `a camera that is new does not wait`() {
    var shares = CameraShares()
    _ = update(&shares, 200_000, wanted: 1, 0)
    #expect(update(&shares, 200_000, wanted: 2, 1) == 100_000)
    #expect(shares.count == 2)
  }

  @Test func `a screen leaves cameras their floor, and keeps its own before that`() {
    func left(_ available: Int64, cameras: Int) -> Int64 {
      CameraShares.forScreens(
        of: available, screens: (1, 100_000), cameras: (cameras, 60_000))
    }
    #expect(left(1_000_000, cameras: 0) == 1_000_000)
    #expect(left(1_000_000, cameras: 2) == 862_000)
    #expect(left(150_000, cameras: 2) == 100_000)
    #expect(left(80_000, cameras: 2) == 80_000)
    #expect(left(-10_000, cameras: 2) == -10_000)
    // What remains is enough for both.
    var shares = CameraShares()
    _ = update(&shares, 400_000 - left(400_000, cameras: 2), wanted: 2, 0)
    #expect(shares.count == 2)
  }
}
