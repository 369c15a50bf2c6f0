package import CallSession

/// The page that shows a stream by WHEP from the server that it comes from.
///
/// It lies in Web/; links in Page/ lead there, and the build puts it into the program, which so is one file.
package enum WatchPage {
  /// For an `HTTPServer`, by path. The page asks for its stream at /whep.
  package static let files: [String: HTTPResponse] = [
    "/": file(PackageResources.watch_html, "text/html"),
    "/watch.css": file(PackageResources.watch_css, "text/css"),
    "/watch.js": file(PackageResources.watch_js, "text/javascript"),
    "/watch/watching.js": file(PackageResources.watching_js, "text/javascript"),
    "/watch/session.js": file(PackageResources.session_js, "text/javascript"),
    "/watch/line.js": file(PackageResources.line_js, "text/javascript"),
    "/watch/list.js": file(PackageResources.list_js, "text/javascript"),
    "/watch/servers.js": file(PackageResources.servers_js, "text/javascript"),
    "/watch/viewing.js": file(PackageResources.viewing_js, "text/javascript"),
    "/watch/statistics.js": file(PackageResources.statistics_js, "text/javascript"),
  ]

  private static func file(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
    HTTPResponse(
      200,
      headers: HTTPHeaders([
        ("Content-Type", type + "; charset=utf-8"),
        // A newer recorder has a newer page at once.
        ("Cache-Control", "no-cache"),
        ("Referrer-Policy", "no-referrer"),
      ]), body: bytes)
  }
}
