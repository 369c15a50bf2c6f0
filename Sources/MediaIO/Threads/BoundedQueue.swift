internal import Glibc

/// A queue between two threads that never holds more than so many elements: who adds waits for room,
/// who takes waits for an element.
@safe
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  private let capacity: Int
  /// Everything below is touched only by who holds the lock.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var elements: [Element] = []
  private var isClosed = false

  init(capacity: Int) {
    precondition(capacity > 0, "a queue has room for one element at least")
    self.capacity = capacity
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe changed = .allocate(capacity: 1)
    unsafe changed.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(lock)
    unsafe changed.deallocate()
    unsafe lock.deallocate()
  }

  /// Adds an element; false when the queue is closed, and the element is dropped.
  func put(_ element: Element) -> Bool {
    locked {
      while elements.count == capacity, !isClosed { unsafe pthread_cond_wait(changed, lock) }
      guard !isClosed else { return false }
      elements.append(element)
      unsafe pthread_cond_broadcast(changed)
      return true
    }
  }

  /// Takes the oldest element; nil when the queue is closed and empty.
  func take() -> Element? {
    locked {
      while elements.isEmpty, !isClosed { unsafe pthread_cond_wait(changed, lock) }
      guard !elements.isEmpty else { return nil }
      unsafe pthread_cond_broadcast(changed)
      return elements.removeFirst()
    }
  }

  /// Takes the oldest element if there is one.
  func poll() -> Element? {
    locked {
      guard !elements.isEmpty else { return nil }
      unsafe pthread_cond_broadcast(changed)
      return elements.removeFirst()
    }
  }

  /// No element comes any more. What is there can still be taken.
  func close() {
    locked {
      isClosed = true
      unsafe pthread_cond_broadcast(changed)
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }
}
