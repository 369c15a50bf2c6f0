internal import Synchronization

/// What other threads have for a loop: they put it in, the loop takes it out.
final class LoopInbox<Element: Sendable>: Sendable {
  private let waiting = Mutex<[Element]>([])
  private let waker: LoopWaker

  /// - Parameter waker: of the loop.
  init(waker: LoopWaker) {
    self.waker = waker
  }

  func put(_ element: Element) {
    waiting.withLock { $0.append(element) }
    waker.wake()
  }

  /// What came since the last call, in order.
  func take() -> [Element] {
    waiting.withLock { waiting in
      defer { waiting.removeAll() }
      return waiting
    }
  }
}
