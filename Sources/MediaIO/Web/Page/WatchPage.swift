package import CallSession

/// The page that shows a stream by WHEP from the server that it comes from, as it lies in Web/.
package enum WatchPage {
  /// For an `HTTPServer`, by path. The page asks for its stream at /whep.
  package static let files: [String: HTTPResponse] = [
    "/": file(page, "text/html"),
    "/watch.css": file(style, "text/css"),
    "/watch.js": file(script, "text/javascript"),
    "/watch/watching.js": file(watching, "text/javascript"),
    "/watch/viewing.js": file(viewing, "text/javascript"),
    "/watch/statistics.js": file(statistics, "text/javascript"),
  ]

  private static func file(_ text: String, _ type: String) -> HTTPResponse {
    HTTPResponse(
      200,
      headers: HTTPHeaders([
        ("Content-Type", type + "; charset=utf-8"),
        // A newer recorder has a newer page at once.
        ("Cache-Control", "no-cache"),
        ("Referrer-Policy", "no-referrer"),
      ]), body: Array(text.utf8))
  }
}
