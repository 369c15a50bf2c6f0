/// What a request wants to be done (RFC 9110, 9; PATCH: RFC 5789).
package enum HTTPMethod: String, CaseIterable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
  /// One that nobody here answers.
  case other = ""

  package init(name: String) {
    self = HTTPMethod(rawValue: name) ?? .other
  }
}
