import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// Protected packets over a bad network in virtual time: the parts of a call test together.
@Suite struct SecureSimulationTests {
  /// One end sends RTP and now and then RTCP; the other opens what arrives.
  struct Stream: SimulatedWorld, ~Copyable {
    var link: NetworkLink
    var near: LibSRTPContext
    var far: LibSRTPContext
    var index: Int64
    let last: Int64
    var next: MediaTime? = .zero
    var reports = 0
    var opened: [Int64: Int] = [:]
    var openedReports = 0
    var refused: [SRTPError] = []

    init(
      _ settings: LinkSettings, _ suite: SRTPSuite, seed: UInt64, first: Int64, count: Int64
    )
      throws
    {
      var generator = SimulationGenerator(seed: seed)
      let keys = SRTPKeys(suite, using: &generator)
      let sender = try LibSRTPContext(sending: keys, receiving: keys)
      let receiver = try LibSRTPContext(sending: keys, receiving: keys)
      link = NetworkLink(settings, seed: seed)
      near = sender
      far = receiver
      index = first
      last = first + count
    }

    var entityCount: Int { 2 }
    func name(of entity: Int) -> String { entity == 0 ? "sender" : "link" }
    func deadline(of entity: Int) -> MediaTime? { entity == 0 ? next : link.deadline }

    mutating func wake(_ entity: Int, at now: MediaTime) {
      if entity == 0 { send(at: now) } else { receive(at: now) }
    }

    mutating func send(at now: MediaTime) {
      var packet = SRTPContextTests.packet(
        UInt16(truncatingIfNeeded: index),
        payload: [UInt8](repeating: UInt8(index & 255), count: 90))
      try? near.protectRTP(&packet)
      link.send(packet, at: now)
      if index % 50 == 0 {
        var report: [UInt8] = [0x80, 201, 0, 1, 0, 0, 0, 1]
        try? near.protectRTCP(&report)
        link.send(report, at: now)
        reports += 1
      }
      index += 1
      next = index < last ? now + MediaTime(milliseconds: 5) : nil
    }

    mutating func receive(at now: MediaTime) {
      var deliveries: [LinkDelivery] = []
      link.deliver(until: now, into: &deliveries)
      for delivery in deliveries {
        var bytes = delivery.bytes
        do throws(SRTPError) {
          if DatagramKind(bytes.span) == .rtcp {
            try far.unprotectRTCP(&bytes)
            openedReports += 1
          } else {
            try far.unprotectRTP(&bytes)
            opened[Int64(bytes[12]), default: 0] += 1
          }
        } catch {
          refused.append(error)
        }
      }
    }
  }

  @Test(arguments: SRTPSuite.allCases)
  func `every packet that arrives opens once, over the wrap, and no copy does`(
    suite: SRTPSuite
  ) throws {
    var settings = NetworkProfile.lossy30.up
    settings.reordering = LinkSettings.Reordering(rate: 0.05, delay: MediaTime(milliseconds: 40))
    settings.duplication = 0.05
    var simulation = Simulation(
      try Stream(settings, suite, seed: 1, first: 32_000, count: 36_000))
    try simulation.run(until: MediaTime(milliseconds: 210_000))
    let statistics = simulation.world.link.statistics
    #expect(
      simulation.world.opened.values.reduce(0, +) + simulation.world.openedReports
        == Int(statistics.delivered))
    #expect(statistics.delivered < 27_000)
    #expect(statistics.reordered > 1000)
    #expect(simulation.world.openedReports > simulation.world.reports / 2)
    #expect(
      simulation.world.refused
        == [SRTPError](repeating: .replayed, count: Int(statistics.duplicated)))
    #expect(statistics.duplicated > 1000)
  }
}
