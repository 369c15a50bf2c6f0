import MediaCore
import Testing

@testable import CallSession

@Suite struct LossySoundTests {
  /// Of the time from five seconds on, over one of a call's two links: what was concealed at all, and
  /// audibly.
  static func concealed(
    _ profile: NetworkProfile, seed: UInt64
  ) throws -> (all: Double, audibly: Double, delay: Double) {
    var call = try LossySound(profile, seed: seed)
    call.run(until: 5)
    let before = call.ear.report
    call.run(until: 25)
    let after = call.ear.report
    let samples = Double(after.samples - before.samples)
    return (
      Double(after.concealed - before.concealed) / samples,
      Double(after.audiblyConcealed - before.audiblyConcealed) / samples, after.delay.seconds
    )
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>)
  func `a packet in ten lost is not heard`(seed: UInt64) throws {
    let result = try Self.concealed(.lossy10, seed: seed)
    #expect(result.audibly < 0.004, "\(result)")
    #expect(result.all < 0.01, "\(result)")
    #expect(result.delay < 0.1, "\(result)")
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>)
  func `three packets in ten lost are hardly heard`(seed: UInt64) throws {
    let result = try Self.concealed(.lossy30, seed: seed)
    #expect(result.audibly < 0.005, "\(result)")
    #expect(result.all < 0.01, "\(result)")
    #expect(result.delay < 0.15, "\(result)")
  }

  @Test(arguments: [("lossy-10", 0.1), ("lossy-30", 0.3)])
  func `with sound alone the loss is known after three seconds`(name: String, loss: Double) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      var call = try LossySound(try #require(NetworkProfile.named(name)), seed: seed)
      call.run(until: 3)
      let early = call.sender.loss
      #expect(abs(early - loss) < 0.1, "seed \(seed): \(early)")
      call.run(until: 10)
      let late = call.sender.loss
      #expect(abs(late - loss) < 0.04, "seed \(seed): \(late)")
    }
  }

  @Test(arguments: ["perfect", "wifi", "lte", "outage-3s"])
  func `where little is lost little is sent twice`(name: String) throws {
    var call = try LossySound(try #require(NetworkProfile.named(name)), seed: 2)
    call.run(until: 17)
    let (datagrams, packets) = (call.datagrams, call.packets)
    #expect(name != "perfect" || datagrams == packets)
    #expect(datagrams * 10 < packets * 11, "\(datagrams) of \(packets)")
  }

  @Test func `reports tell what the network lost, not what was mended`() throws {
    var call = try LossySound(.lossy10, seed: 3)
    call.run(until: 20)
    let (repaired, packets) = (call.repaired, call.packets)
    #expect(repaired > packets / 20)
    let told = call.receiver.receiveTracks[0].report(at: .zero)
    let report = try #require(told)
    let loss = Double(report.cumulativeLost) / Double(packets)
    #expect((0.07...0.13).contains(loss), "\(loss)")
  }

  @Test func `a sound comes once, and says whether it was sent again`() throws {
    var call = try LossySound(.lossy10, seed: 4)
    call.run(until: 10)
    let (duplicates, repaired, packets) = (call.ear.report.duplicates, call.repaired, call.packets)
    #expect(duplicates == 0 && repaired > 0 && repaired < packets / 5)
  }
}
