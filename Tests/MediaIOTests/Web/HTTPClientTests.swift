import CallSession
import MediaCore
import Testing

@testable import MediaIO

extension HTTPClient {
  /// Why there is no answer; empty when there is one.
  mutating func failure(_ request: WebRequest) -> String {
    do throws(MediaError) {
      _ = try send(request)
      return ""
    } catch {
      return error.message
    }
  }
}

@Suite struct HTTPClientTests {
  private static func server(handler: @escaping HTTPServer.Handler) throws -> HTTPServer {
    try HTTPServer(
      HTTPServerSettings([try #require(SocketAddress("127.0.0.1"))]), handler: handler)
  }

  @Test func `where nobody listens, that is said, and what to do`() throws {
    let server = try Self.server { _, _ in }
    let address = server.addresses[0]
    server.stop()
    var client = try HTTPClient()
    let url = try #require(WebURL("http://\(address)/"))
    #expect(
      client.failure(WebRequest(.get, url))
        == "no answer from http://\(address): nobody listens there; start the server, or check the address"
    )
    let nowhere = try #require(WebURL("http://nowhere.invalid/"))
    #expect(client.failure(WebRequest(.get, nowhere)).contains("nobody knows that name"))
  }

  @Test func `a redirect is an answer`() throws {
    let server = try Self.server { _, reply in
      reply(HTTPResponse(307, headers: HTTPHeaders([("Location", "/other")])))
    }
    defer { server.stop() }
    var client = try HTTPClient()
    let url = try #require(WebURL("http://\(server.addresses[0])/"))
    let response = try client.send(WebRequest(.post, url, body: [1]))
    #expect(response.status == 307 && response.headers["Location"] == "/other")
  }

  @Test func `an answer that is too large is not taken`() throws {
    let server = try Self.server { _, reply in
      reply(HTTPResponse(200, body: [UInt8](repeating: 1, count: 300_000)))
    }
    defer { server.stop() }
    var client = try HTTPClient()
    let url = try #require(WebURL("http://\(server.addresses[0])/"))
    #expect(client.failure(WebRequest(.get, url)).contains("it answers with too much"))
  }

  @Test func `a request that takes too long, or is given up, ends`() throws {
    let replies = BoundedQueue<HTTPReply>(capacity: 4)
    let server = try Self.server { _, reply in _ = replies.put(reply) }
    defer { server.stop() }
    var settings = HTTPClientSettings()
    settings.timeout = 1
    var client = try HTTPClient(settings)
    let url = try #require(WebURL("http://\(server.addresses[0])/"))
    #expect(client.failure(WebRequest(.get, url)).contains("it took too long"))
    let answers = BoundedQueue<Result<HTTPResponse, MediaError>>(capacity: 1)
    // A reply that nobody holds is an answer.
    var held: [HTTPReply?] = []
    do {
      let thread = try HTTPClientThread { _ = answers.put($0) }
      thread.send(WebRequest(.get, url))
      held = [replies.take(), replies.take()]
      withExtendedLifetime(thread) {}
    }
    let error = withExtendedLifetime(held) {
      #expect(throws: MediaError.self) { try answers.take()?.get() }
    }
    #expect(error?.message.contains("given up") == true)
  }
}
