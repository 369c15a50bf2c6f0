import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// What goes wrong although the profile does not say so has to be named by the report.
@Suite struct PlantedFaultTests {
  private func findings(
    _ disturbance: CallTestDisturbance, _ profile: NetworkProfile = .wifi
  ) throws -> [CallTestFinding] {
    var plan = try CallTestTests.plan(profile)
    plan.disturbances = [disturbance]
    return CallTestVerdict(try CallTest.run(plan)).findings.filter { $0.level != .good }
  }

  @Test func `a good call has nothing to be named`() throws {
    let verdict = CallTestVerdict(try CallTest.run(try CallTestTests.plan(.wifi)))
    #expect(verdict.findings.filter { $0.level != .good } == [])
  }

  @Test func `somebody whose microphone is dead`() throws {
    let findings = try findings(.mute(1))
    #expect(findings.contains { $0.name == .muted && $0.subject.participant == 2 })
  }

  @Test func `a link that is 80 ms slower`() throws {
    let added = CallTestDisturbance.delay(
      participant: 0, isUp: true, MediaTime(milliseconds: 80))
    let findings = try findings(added)
    #expect(findings.contains { $0.name == .slowLink && $0.subject.participant == 1 })
  }

  @Test func `a camera that stands still`() throws {
    let findings = try findings(.frozenCamera(2))
    #expect(findings.contains { $0.name == .stillCamera && $0.subject.participant == 3 })
  }

  @Test func `a stroke that was never sent`() throws {
    let findings = try findings(.lostStroke(7))
    #expect(findings.contains { $0.name == .lostStroke && $0.text.contains("7") })
  }

  @Test func `three in a hundred packets that the profile does not lose`() throws {
    let added = CallTestDisturbance.loss(participant: 2, isUp: false, rate: 0.03)
    let findings = try findings(added, .perfect)
    #expect(findings.contains { $0.name == .lossyLink && $0.subject.participant == 3 })
  }
}
