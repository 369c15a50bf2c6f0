internal import CLinux
internal import Glibc
internal import Synchronization

/// Ctrl-C and a request to end, as a flag that is looked at between two steps of work.
///
/// The first signal asks; the second one ends the process as usual.
package enum StopSignals {
  private static let raised = Atomic<Int32>(0)

  /// Can be read once a signal has come: for who waits for several things at once. Negative when the
  /// system has none to give.
  static let descriptor = CLinux_createFlag()

  /// From now on SIGINT and SIGTERM set the flag.
  package static func watch() {
    // Both flags exist before a handler can touch them.
    raised.store(0, ordering: .relaxed)
    _ = descriptor
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { number in
      StopSignals.raised.store(number, ordering: .relaxed)
      CLinux_raiseFlag(StopSignals.descriptor)
    }
    // Without SA_RESTART: a read that waits is interrupted and sees the flag.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    var signals = sigset_t()
    unsafe _ = sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      unsafe _ = sigaction(number, &action, nil)
      unsafe _ = sigaddset(&signals, number)
    }
    // A child of a thread that blocks them (a worker of Dispatch does) would never be told to stop.
    unsafe _ = sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  package static var isRaised: Bool { raised.load(ordering: .relaxed) != 0 }

  /// Which signal came; nil when none did.
  package static var number: Int32? {
    let number = raised.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
