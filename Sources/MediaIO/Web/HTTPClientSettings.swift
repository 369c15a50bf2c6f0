/// How an `HTTPClient` asks.
package struct HTTPClientSettings: Sendable {
  /// Certificates that are trusted, in PEM, instead of the system's.
  package var authorities: FileName?
  /// Seconds until a connection is there.
  package var connectTimeout = 10
  /// Seconds until an answer is whole.
  package var timeout = 30
  /// Bytes of an answer's content, and of all its headers.
  package var largestAnswer = 262_144

  package init() {}
}
