import TestSupport
import Testing

@testable import CallSession

/// Seeded rooms whose people do everything that people do, good and bad, over lines that break.
@Suite struct RoomExerciseTests {
  private static let seeds = 0..<80 as Range<UInt64>

  private static func run(seed: UInt64) -> RoomExercise.Report {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    while bytes.count < 9_000 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
    return RoomExercise.run(bytes)
  }

  private static let reports: [RoomExercise.Report] = {
    var reports: [RoomExercise.Report] = []
    for seed in seeds { reports.append(run(seed: seed)) }
    return reports
  }()

  @Test(arguments: seeds)
  func `everybody sees one board, hears of the recording, and does no more than their right`(
    seed: UInt64
  ) {
    #expect(Self.reports[Int(seed)].faults == [], "seed \(seed)")
  }

  /// Otherwise the seeds above would prove little.
  @Test func `the seeds reach what they are for`() {
    var sum = RoomExercise.Report()
    for report in Self.reports {
      sum.people += report.people
      sum.commands += report.commands
      sum.refusals += report.refusals
      sum.events += report.events
      sum.snapshots += report.snapshots
      sum.resumptions += report.resumptions
    }
    #expect(sum.people > 500)
    #expect(sum.commands > 15_000)
    #expect(sum.events > 10_000)
    #expect(sum.refusals > 2_000)
    #expect(sum.snapshots > 300)
    #expect(sum.resumptions > 150)
  }

  @Test func `equal seeds give equal rooms`() {
    let (first, second) = (Self.run(seed: 3), Self.run(seed: 3))
    #expect(first.commands == second.commands)
    #expect(first.events == second.events)
    #expect(first.refusals == second.refusals)
  }
}
