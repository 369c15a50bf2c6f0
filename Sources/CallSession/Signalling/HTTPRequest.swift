/// A request as the server got it, whole (RFC 9110).
package struct HTTPRequest: Equatable, Sendable {
  package var method: HTTPMethod
  /// Absolute and without a query, such as /whep/3f2a.
  package var path: String
  package var headers: HTTPHeaders
  package var body: [UInt8]

  package init(
    _ method: HTTPMethod, _ path: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }
}
