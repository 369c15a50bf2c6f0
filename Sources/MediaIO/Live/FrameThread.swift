package import MediaCore
internal import Synchronization

/// Frames that are made on a thread of their own, a few ahead: whoever shows them never waits for a pipe, a
/// screen or a decoder.
///
/// The thread ends soon after this does, or, while it waits for a pipe, with the process.
package final class FrameThread: FrameFeed {
  /// What the thread and its owner share.
  private final class Exchange: Sendable {
    /// What the maker is like, once its first frame is there.
    let opened = BoundedQueue<Result<FrameShape, MediaError>>(capacity: 2)
    let full = BoundedQueue<Result<FedFrame, MediaError>>(capacity: FrameThread.buffers + 2)
    /// Buffers go round, since large ones are dear to make.
    let empty = BoundedQueue<[UInt8]>(capacity: FrameThread.buffers)
    let call = Mutex<(@Sendable () -> Void)?>(nil)

    func tell() {
      let call = call.withLock { $0 }
      call?()
    }
  }

  package let shape: FrameShape
  private let exchange: Exchange

  /// One is shown, one waits and one is made.
  private static let buffers = 3

  /// Waits until the first frame is there; what goes wrong before is thrown here.
  ///
  /// - Parameter make: is called on the thread: what it opens stays there.
  package init<Maker: FrameMaker & SendableMetatype & ~Copyable>(
    _ make: @escaping @Sendable () throws(MediaError) -> Maker
  ) throws(MediaError) {
    let loop = try EventLoop()
    let exchange = Exchange()
    for _ in 0..<Self.buffers { _ = exchange.empty.put([]) }
    let waker = loop.waker
    exchange.call.withLock { $0 = { waker.wake() } }
    let thread = try WorkerThread { Self.run(make, exchange) }
    thread.detach()
    // A signal to stop ends this wait, too: a pipe may never say anything.
    while true {
      if let answer = exchange.opened.poll() {
        do {
          shape = try answer.get()
        } catch {
          throw error
        }
        break
      }
      if try loop.wait(until: nil).isStopping {
        throw MediaError(.inputDamaged, "stopped before the first frame came")
      }
    }
    self.exchange = exchange
  }

  deinit {
    exchange.empty.close()
    exchange.full.close()
  }

  package func take() throws(MediaError) -> FedFrame? { try exchange.full.poll()?.get() }

  package func callOnNews(_ call: @escaping @Sendable () -> Void) {
    exchange.call.withLock { $0 = call }
  }

  package func giveBack(_ bytes: [UInt8]) { _ = exchange.empty.put(bytes) }

  private static func run<Maker: FrameMaker & SendableMetatype & ~Copyable>(
    _ make: () throws(MediaError) -> Maker, _ exchange: Exchange
  ) {
    do throws(MediaError) {
      var maker = try make()
      var isFirst = true
      while var bytes = exchange.empty.take() {
        let made = try maker.next(into: &bytes)
        if case .nothing = made {
          guard exchange.empty.put(bytes) else { return }
          continue
        }
        if isFirst, case .end = made { throw MediaError(.inputDamaged, "not one whole frame came") }
        let fed = FedFrame(made, bytes: bytes, notes: maker.takeNotes())
        guard exchange.full.put(.success(fed)) else { return }
        if isFirst { _ = exchange.opened.put(.success(maker.shape)) }
        isFirst = false
        exchange.tell()
        switch made {
        case .end, .still: return
        case .frame, .nothing: continue
        }
      }
    } catch {
      _ = exchange.full.put(.failure(error))
      _ = exchange.opened.put(.failure(error))
      exchange.tell()
    }
  }
}
