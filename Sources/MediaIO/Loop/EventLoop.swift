internal import CLinux
internal import Glibc
package import MediaCore

/// Waits for sockets, a deadline, other threads and signals to stop, all at once.
///
/// It calls nobody: who owns it waits, looks at what came, and waits again. It belongs to one thread;
/// others have its `waker`.
package final class EventLoop {
  /// A descriptor on which there is something to do.
  package struct Ready: Equatable, Sendable {
    /// As the owner called it.
    package var id: Int
    /// Something arrived, or the descriptor has failed and reading says how.
    package var canRead: Bool
    package var canWrite: Bool
  }

  /// Why a wait ended; several reasons may be true.
  package struct Wakening: Equatable, Sendable {
    /// In the order in which they became so; of very many, some have to wait for the next time.
    package var ready: [Ready] = []
    package var isDue = false
    /// By `waker`.
    package var wasWoken = false
    /// By Ctrl-C or a request to end (`StopSignals.watch`). From then on true each time, and what is left
    /// to do can still be waited for.
    package var isStopping = false
  }

  package let clock: MonotonicClock
  package let waker: LoopWaker
  private let descriptor: Int32
  private let timer: Int32
  /// What the timer is set to.
  private var armed: MediaTime?
  private var isStopping = false
  private var slots = [CLinux_Ready](repeating: CLinux_Ready(), count: Int(CLinux_mostReady))

  /// Numbers of what is the loop's own.
  private static let timerToken = UInt64.max
  private static let wakerToken = UInt64.max - 1
  private static let stopToken = UInt64.max - 2

  package init(clock: MonotonicClock = MonotonicClock()) throws(MediaError) {
    var opened: [Int32] = []
    do throws(SystemError) {
      let descriptor = try SystemCall.run { CLinux_createLoop() }
      opened.append(descriptor)
      let timer = try SystemCall.run { CLinux_createTimer() }
      opened.append(timer)
      let waker = try LoopWaker()
      for (watched, token) in [
        (timer, Self.timerToken), (waker.descriptor, Self.wakerToken),
        (StopSignals.descriptor, Self.stopToken),
      ] {
        try SystemCall.run { CLinux_watch(descriptor, watched, token, true, false) }
      }
      self.waker = waker
      self.descriptor = descriptor
      self.timer = timer
      self.clock = clock
    } catch {
      for descriptor in opened { _ = close(descriptor) }
      throw SocketError.wait(error)
    }
  }

  deinit {
    _ = close(timer)
    _ = close(descriptor)
  }

  /// From now on a wait ends when there is something to read. Closing the descriptor ends that.
  ///
  /// - Parameter id: what `Ready` calls it; not negative.
  package func add(_ descriptor: Int32, id: Int) throws(MediaError) {
    try watch(descriptor, id: id, isNew: true, writing: false)
  }

  /// Whether a wait ends, too, when `descriptor`, which was added, takes more to write: for as long as
  /// something waits to be sent, otherwise it always would.
  package func setWriting(_ wanted: Bool, _ descriptor: Int32, id: Int) throws(MediaError) {
    try watch(descriptor, id: id, isNew: false, writing: wanted)
  }

  /// A wait does not mind the descriptor any more.
  package func remove(_ descriptor: Int32) {
    _ = CLinux_forget(self.descriptor, descriptor)
  }

  /// Waits until something is ready, another thread wakes the loop, a signal to stop comes, or it is time,
  /// which is never too early.
  ///
  /// - Parameter deadline: of the loop's `clock`; one that is over is due at once. Nil: none.
  package func wait(until deadline: MediaTime?) throws(MediaError) -> Wakening {
    // A timer that has to fire at once costs more than all that is then done.
    let isOver = deadline.map { $0 <= clock.now } ?? false
    let count: Int
    do throws(SystemError) {
      if !isOver { try arm(deadline) }
      // A signal ends the waiting, too, but says nothing that the flag of signals does not.
      count = Int(
        try SystemCall.run {
          unsafe slots.withUnsafeMutableBufferPointer { slots in
            unsafe CLinux_await(descriptor, slots.baseAddress, !isOver)
          }
        })
    } catch {
      throw SocketError.wait(error)
    }
    var wakening = Wakening(isDue: isOver)
    for slot in slots[..<count] { note(slot, in: &wakening) }
    wakening.isStopping = isStopping
    return wakening
  }

  private func note(_ slot: CLinux_Ready, in wakening: inout Wakening) {
    switch slot.token {
    case Self.timerToken:
      wakening.isDue = true
      CLinux_lowerFlag(timer)
      armed = nil
    case Self.wakerToken:
      wakening.wasWoken = true
      CLinux_lowerFlag(waker.descriptor)
    case Self.stopToken:
      isStopping = true
      // The flag is everybody's and stays up.
      remove(StopSignals.descriptor)
    default:
      wakening.ready.append(
        Ready(
          id: Int(truncatingIfNeeded: slot.token), canRead: slot.canRead, canWrite: slot.canWrite))
    }
  }

  /// A timer that is set already costs nothing to set again.
  private func arm(_ deadline: MediaTime?) throws(SystemError) {
    guard deadline != armed else { return }
    // 0 would take the timer back.
    let time = deadline.map { max(clock.systemTime(of: $0), 1) } ?? 0
    try SystemCall.run { CLinux_setTimer(timer, time) }
    armed = deadline
  }

  private func watch(
    _ watched: Int32, id: Int, isNew: Bool, writing: Bool
  ) throws(MediaError) {
    precondition(id >= 0, "negative numbers are the loop's own")
    do throws(SystemError) {
      try SystemCall.run {
        CLinux_watch(descriptor, watched, UInt64(id), isNew, writing)
      }
    } catch {
      throw SocketError.wait(error)
    }
  }
}
