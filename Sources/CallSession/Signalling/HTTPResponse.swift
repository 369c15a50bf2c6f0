/// An answer to a request (RFC 9110, 15).
package struct HTTPResponse: Equatable, Sendable {
  /// 200 to 599.
  package var status: Int
  package var headers: HTTPHeaders
  package var body: [UInt8]

  package init(_ status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// An answer that says what is wrong (RFC 9457).
  ///
  /// - Parameter title: fixed words of ours: nothing of the request or of this machine gets out.
  package init(problem status: Int, _ title: StaticString) {
    self.init(
      status, headers: HTTPHeaders([("Content-Type", "application/problem+json")]),
      body: Array("{\"status\":\(status),\"title\":\"\(title)\"}\n".utf8))
  }
}
