/// Where an `HTTPServer` listens, and what it bears.
package struct HTTPServerSettings: Sendable {
  /// What it proves who it is with: texts in PEM.
  package struct Identity: Sendable {
    /// The server's certificate and those that lead from it to a known one.
    package var certificate: [UInt8]
    package var key: [UInt8]

    package init(certificate: [UInt8], key: [UInt8]) {
      self.certificate = certificate
      self.key = key
    }
  }

  /// One of IPv4 and one of IPv6 may have the same port.
  package var addresses: [SocketAddress]
  /// Nil: HTTP without TLS.
  package var identity: Identity?
  /// Connections at once to each address; a further one waits or is closed.
  package var mostConnections = 512
  /// Of these, how many may come from one address.
  package var mostConnectionsOfOne = 256
  /// Bytes of a request's first line and headers, and of the answer's headers; for more there is an error
  /// or nothing.
  package var largestHeader = 24_576
  /// Bytes of a request's content; more is answered with 413.
  package var largestBody = 262_144
  /// Seconds after which a connection is closed on which nothing comes or goes.
  package var timeout = 20

  package init(_ addresses: [SocketAddress], identity: Identity? = nil) {
    self.addresses = addresses
    self.identity = identity
  }
}
