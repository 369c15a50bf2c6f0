internal import Glibc
internal import MediaCore

/// A thread for one long piece of work.
///
/// Signals do not reach it: a request to stop interrupts what the main thread waits for, and that one
/// ends the work.
@safe
struct WorkerThread: ~Copyable {
  private let thread: pthread_t

  /// - Parameter work: has everything it needs, and ends by itself or when it is told to.
  init(_ work: @escaping @Sendable () -> Void) throws(MediaError) {
    var all = sigset_t()
    var before = sigset_t()
    unsafe _ = sigfillset(&all)
    unsafe _ = pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let job = unsafe Unmanaged.passRetained(Job(work))
    let result = unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().work()
        }
        return nil
      }, job.toOpaque())
    guard result == 0 else {
      unsafe job.release()
      throw MediaError(
        .codecFailed, "no thread can be started; close some programs",
        cause: SystemError(number: result).text)
    }
    self.thread = thread
  }

  /// Waits until the work is done.
  consuming func join() {
    _ = pthread_join(thread, nil)
  }

  /// Nobody waits for it.
  consuming func detach() {
    _ = pthread_detach(thread)
  }

  private final class Job: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) {
      self.work = work
    }
  }
}
