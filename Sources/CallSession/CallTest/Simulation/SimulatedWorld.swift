package import MediaCore

/// What a `Simulation` runs: links, participants' machines, workers, a script of what people do. Each is
/// an entity with a number. What passes from one to another stays inside of the world, so nothing has to
/// be announced: whoever got something to do has an earlier deadline.
package protocol SimulatedWorld: ~Copyable {
  var entityCount: Int { get }

  /// When the entity wants to be woken; nil when nothing is pending. A time that is past means now.
  func deadline(of entity: Int) -> MediaTime?

  /// Lets the entity do what is due, and hand on what comes of it.
  mutating func wake(_ entity: Int, at now: MediaTime)

  /// For messages.
  func name(of entity: Int) -> String
}
