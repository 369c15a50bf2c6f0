package import MediaCore

/// The network of every participant of a call test, and how well their clocks run.
package struct NetworkProfile: Equatable, Sendable {
  package var name: String
  /// From a participant to the room.
  package var up: LinkSettings
  /// From the room to a participant.
  package var down: LinkSettings
  /// How far system clocks are from session time, at most; drawn for each participant.
  package var systemClockOffset = MediaTime.zero
  /// Of the system clocks, in nanoseconds a second: fast for participants 0, 2, …, slow for the others.
  package var systemClockDrift: Int64 = 0
  /// The same of the clocks of sound cards.
  package var sampleClockDrift: Int64 = 0

  package init(name: String, up: LinkSettings, down: LinkSettings) {
    self.name = name
    self.up = up
    self.down = down
  }

  package init(name: String, both: LinkSettings) {
    self.init(name: name, up: both, down: both)
  }

  package func uplink(ofParticipant number: Int, seed: UInt64) -> NetworkLink {
    NetworkLink(up, seed: Self.seed(seed, participant: number, purpose: 0))
  }

  package func downlink(ofParticipant number: Int, seed: UInt64) -> NetworkLink {
    NetworkLink(down, seed: Self.seed(seed, participant: number, purpose: 1))
  }

  package func clocks(ofParticipant number: Int, seed: UInt64) -> ParticipantClocks {
    var generator = SimulationGenerator(seed: Self.seed(seed, participant: number, purpose: 2))
    let share = 2 * generator.uniform() - 1
    let offset = Int64((Double(systemClockOffset.nanoseconds) * share).rounded())
    let sign: Int64 = number.isMultiple(of: 2) ? 1 : -1
    return ParticipantClocks(
      system: ParticipantClock(
        offset: MediaTime(nanoseconds: offset), drift: sign * systemClockDrift),
      samples: ParticipantClock(drift: sign * sampleClockDrift))
  }

  private static func seed(_ seed: UInt64, participant: Int, purpose: UInt64) -> UInt64 {
    var generator = SimulationGenerator(
      seed: seed, stream: UInt64(truncatingIfNeeded: participant) << 8 | purpose)
    return generator.next()
  }
}
