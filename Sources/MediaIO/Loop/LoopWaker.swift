internal import CLinux
internal import Glibc

/// Ends the wait of a loop from another thread.
package final class LoopWaker: Sendable {
  let descriptor: Int32

  init() throws(SystemError) {
    descriptor = try SystemCall.run { CLinux_createFlag() }
  }

  deinit {
    _ = close(descriptor)
  }

  /// Ends the present wait, or the next one when there is none. Several count as one.
  package func wake() {
    CLinux_raiseFlag(descriptor)
  }
}
