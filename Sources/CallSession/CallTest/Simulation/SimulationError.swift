package import MediaCore

package enum SimulationError: Error, Equatable, Sendable {
  /// So many events at one moment that time will not go on; `entity` was woken most.
  case noProgress(at: MediaTime, entity: String, events: Int)
}
