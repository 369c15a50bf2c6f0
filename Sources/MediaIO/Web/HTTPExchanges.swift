internal import CallSession
internal import MediaCore
internal import Synchronization

/// What all connections of a server have in common: who answers, and which requests are not answered.
final class HTTPExchanges: Sendable {
  private struct Contents {
    var running: [ObjectIdentifier: HTTPExchange] = [:]
    var isStopping = false
    /// Who waits for the last one.
    var waker: LoopWaker?
  }

  let settings: HTTPServerSettings
  let files: [String: HTTPResponse]
  let handler: HTTPServer.Handler
  private let contents = Mutex(Contents())

  private static let grace = MediaTime(milliseconds: 2_000)
  static let stopping = HTTPResponse(problem: 503, "The server is stopping.")

  init(
    _ settings: HTTPServerSettings, _ files: [String: HTTPResponse],
    _ handler: @escaping HTTPServer.Handler
  ) {
    self.settings = settings
    self.files = files
    self.handler = handler
  }

  func begin(_ request: HTTPRequest) -> HTTPExchange {
    let exchange = HTTPExchange(request)
    let isStopping = contents.withLock { contents in
      contents.running[ObjectIdentifier(exchange)] = exchange
      return contents.isStopping
    }
    if isStopping { exchange.answer(Self.stopping) }
    return exchange
  }

  func end(_ exchange: HTTPExchange) {
    exchange.end()
    contents.withLock { contents in
      contents.running[ObjectIdentifier(exchange)] = nil
      if contents.running.isEmpty { contents.waker?.wake() }
    }
  }

  /// Returns when all answers are sent, or it takes too long.
  func stop() {
    let loop = try? EventLoop()
    let running = contents.withLock { contents in
      contents.isStopping = true
      contents.waker = loop?.waker
      return Array(contents.running.values)
    }
    for exchange in running { exchange.answer(Self.stopping) }
    guard let loop else { return }
    let deadline = loop.clock.now + Self.grace
    while !contents.withLock({ $0.running.isEmpty }) {
      guard let wakening = try? loop.wait(until: deadline), !wakening.isDue else { return }
    }
  }
}
