/// The two clocks of a participant's machine.
package struct ParticipantClocks: Equatable, Sendable {
  /// Stamps video, board events and sender reports.
  package var system: ParticipantClock
  /// Drives the sound card, in and out.
  package var samples: ParticipantClock

  package init(system: ParticipantClock, samples: ParticipantClock) {
    self.system = system
    self.samples = samples
  }
}
