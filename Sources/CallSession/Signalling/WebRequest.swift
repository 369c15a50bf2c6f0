/// A request to a server somewhere.
package struct WebRequest: Equatable, Sendable {
  package var method: HTTPMethod
  package var url: WebURL
  package var headers: HTTPHeaders
  package var body: [UInt8]

  package init(
    _ method: HTTPMethod, _ url: WebURL, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
