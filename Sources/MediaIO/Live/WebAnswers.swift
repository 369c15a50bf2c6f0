internal import CallSession
internal import MediaCore
internal import Synchronization

/// Answers of a server on their way to a loop: the thread that asks puts them in, the loop takes them out.
final class WebAnswers: Sendable {
  private let waiting = Mutex<[Result<HTTPResponse, MediaError>]>([])
  private let waker: LoopWaker

  /// - Parameter waker: of the loop.
  init(waker: LoopWaker) {
    self.waker = waker
  }

  func put(_ answer: Result<HTTPResponse, MediaError>) {
    waiting.withLock { $0.append(answer) }
    waker.wake()
  }

  /// What came since the last call, in order.
  func take() -> [Result<HTTPResponse, MediaError>] {
    waiting.withLock { waiting in
      defer { waiting.removeAll() }
      return waiting
    }
  }
}
