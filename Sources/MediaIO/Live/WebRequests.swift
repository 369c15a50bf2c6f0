internal import CallSession
internal import Synchronization

/// Requests of an `HTTPServer` on their way to a loop: its threads put them in, the loop takes them out.
final class WebRequests: Sendable {
  private let waiting = Mutex<[(request: HTTPRequest, reply: HTTPReply)]>([])
  private let waker: LoopWaker

  /// - Parameter waker: of the loop.
  init(waker: LoopWaker) {
    self.waker = waker
  }

  func put(_ request: HTTPRequest, _ reply: HTTPReply) {
    waiting.withLock { $0.append((request, reply)) }
    waker.wake()
  }

  /// What came since the last call, in order.
  func take() -> [(request: HTTPRequest, reply: HTTPReply)] {
    waiting.withLock { waiting in
      defer { waiting.removeAll() }
      return waiting
    }
  }
}
