import CallSession
import Glibc
import MediaCore
import Testing

@testable import MediaIO

/// TLS, with certificates that the `openssl` program makes.
@Suite struct HTTPSecurityTests {
  private static func makeIdentity(in folder: TemporaryFolder) throws {
    let made = try Subprocess(
      running: "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days",
        "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
        "-keyout", folder.path + "/key.pem", "-out", folder.path + "/certificate.pem",
      ], limit: 100_000, remedy: "install openssl")
    try #require(made.status == .exited(0), "\(made.complaint)")
  }

  private static func server(_ identity: HTTPServerSettings.Identity) throws -> HTTPServer {
    let address = try #require(SocketAddress("127.0.0.1"))
    return try HTTPServer(HTTPServerSettings([address], identity: identity)) { request, reply in
      reply(HTTPResponse(201, body: request.body))
    }
  }

  @Test func `with a certificate there is TLS, for those who trust it`() throws {
    let folder = TemporaryFolder()
    try Self.makeIdentity(in: folder)
    let server = try Self.server(
      HTTPServerSettings.Identity(
        certificate: folder.contents("certificate.pem"), key: folder.contents("key.pem")))
    defer { server.stop() }
    let url = try #require(WebURL("https://localhost:\(server.addresses[0].port)/"))
    var settings = HTTPClientSettings()
    settings.authorities = folder.file("certificate.pem")
    var client = try HTTPClient(settings)
    let body = [UInt8](repeating: 9, count: 100_000)
    let response = try client.send(WebRequest(.post, url, body: body))
    #expect(response.status == 201 && response.body == body)

    var stranger = try HTTPClient()
    #expect(stranger.failure(WebRequest(.get, url)).contains("its certificate is not trusted"))
    let plain = try RawConnection(server.addresses[0])
    plain.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(!plain.receiveAll().hasPrefix("HTTP/1.1 2"))
  }

  @Test func `a certificate that is none, or another key's, is said`() throws {
    let folder = TemporaryFolder()
    let other = TemporaryFolder()
    try Self.makeIdentity(in: folder)
    try Self.makeIdentity(in: other)
    for (certificate, key) in [
      (folder.contents("certificate.pem"), other.contents("key.pem")),
      (Array("nothing".utf8), folder.contents("key.pem")),
    ] {
      let error = #expect(throws: MediaError.self) {
        _ = try Self.server(HTTPServerSettings.Identity(certificate: certificate, key: key))
      }
      #expect(error?.message.contains("belong together") == true)
    }
  }
}
