package import CallSession
package import MediaCore

/// Answers HTTP/1.1, with TLS when it has an identity, on threads of its own.
///
/// Requests are handed over whole, and answered later from any thread: nobody who makes media ever waits
/// for a client. Requests of one connection are answered one after the other.
package final class HTTPServer: Sendable {
  /// Called on a thread of the server, which waits meanwhile: it passes the request on and returns.
  package typealias Handler = @Sendable (HTTPRequest, HTTPReply) -> Void

  /// Where it listens, in the order of the settings, with the ports that it was given.
  package let addresses: [SocketAddress]
  private let exchanges: HTTPExchanges
  private let daemons: [HTTPDaemon]

  /// - Parameter files: are answered at once, to GET and HEAD, by path.
  /// - Throws: `.networkFailed` when an address is not to be had, `.inputDamaged` when the certificate or
  ///   its key is unfit.
  package init(
    _ settings: HTTPServerSettings, files: [String: HTTPResponse] = [:],
    handler: @escaping Handler
  ) throws(MediaError) {
    let exchanges = HTTPExchanges(settings, files, handler)
    var daemons: [HTTPDaemon] = []
    for address in settings.addresses {
      daemons.append(try HTTPDaemon(address, settings, exchanges))
    }
    self.exchanges = exchanges
    self.daemons = daemons
    addresses = daemons.map(\.address)
  }

  deinit {
    // Requests that wait would keep the library from its end.
    stop()
  }

  /// Takes no more requests, gives those that nobody has answered a 503, and returns when the answers are
  /// sent: after two seconds at the latest. Not to be called by the handler, on the server's thread, and
  /// neither is the last reference to be given up there.
  package func stop() {
    for daemon in daemons { daemon.quiesce() }
    exchanges.stop()
    for daemon in daemons { daemon.stop() }
  }
}
