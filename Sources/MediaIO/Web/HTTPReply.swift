package import CallSession

/// Answers one request, once, from any thread; what comes later is dropped. A reply that is given up
/// unanswered is answered with 503: no client waits for nothing.
package final class HTTPReply: Sendable {
  private let exchange: HTTPExchange

  init(_ exchange: HTTPExchange) {
    self.exchange = exchange
  }

  deinit {
    exchange.answer(HTTPResponse(problem: 503, "Nobody answers this now. Try again."))
  }

  package func callAsFunction(_ response: HTTPResponse) {
    exchange.answer(response)
  }
}
