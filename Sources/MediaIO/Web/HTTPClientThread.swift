package import CallSession
package import MediaCore

/// Asks a server on a thread of its own, one request after the other, for somebody who must not wait.
///
/// Giving it up ends the request that is on its way, within a second.
package struct HTTPClientThread: ~Copyable {
  private let queue: BoundedQueue<WebRequest>
  private let cancellation: HTTPCancellation
  private let thread: WorkerThread

  /// Requests that wait: `SignallingClient` has one at a time.
  private static let mostWaiting = 16

  /// - Parameter whenDone: is called on the thread with the answer to each request, in their order.
  package init(
    _ settings: HTTPClientSettings = HTTPClientSettings(),
    whenDone: @escaping @Sendable (Result<HTTPResponse, MediaError>) -> Void
  ) throws(MediaError) {
    let queue = BoundedQueue<WebRequest>(capacity: Self.mostWaiting)
    let cancellation = HTTPCancellation()
    let thread = try WorkerThread {
      do throws(MediaError) {
        var client = try HTTPClient(settings)
        while let request = queue.take() {
          whenDone(Self.answer(to: request, client: &client, cancellation))
        }
      } catch {
        // Libcurl did not start: that is the answer to everything.
        while queue.take() != nil { whenDone(.failure(error)) }
      }
    }
    self.queue = queue
    self.cancellation = cancellation
    self.thread = thread
  }

  deinit {
    cancellation.cancel()
    queue.close()
    thread.join()
  }

  /// Waits only when very many are on their way.
  package func send(_ request: WebRequest) {
    _ = queue.put(request)
  }

  private static func answer(
    to request: WebRequest, client: inout HTTPClient, _ cancellation: HTTPCancellation
  ) -> Result<HTTPResponse, MediaError> {
    do throws(MediaError) {
      return .success(try client.send(request, cancellation: cancellation))
    } catch {
      return .failure(error)
    }
  }
}
