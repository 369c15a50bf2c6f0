internal import Synchronization

/// Gives a request up from another thread: within a second.
package final class HTTPCancellation: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package func cancel() { flag.store(true, ordering: .relaxed) }

  package var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
