import CallSession
import Glibc
import MediaCore
import Testing

@testable import MediaIO

/// Real requests, over the machine's loopback.
@Suite struct HTTPServerTests {
  private static func loopback(_ text: String = "127.0.0.1") throws -> SocketAddress {
    try #require(SocketAddress(text))
  }

  /// Answers with what it was asked.
  private static func echo(_ request: HTTPRequest, _ reply: HTTPReply) {
    let text =
      "\(request.method.rawValue) \(request.path) \(request.headers["X-Word"] ?? "-") \(request.body.count)"
    reply(HTTPResponse(201, headers: HTTPHeaders([("ETag", "\"v1\"")]), body: Array(text.utf8)))
  }

  private static func server(
    _ addresses: [String] = ["127.0.0.1"], files: [String: HTTPResponse] = [:],
    _ change: (inout HTTPServerSettings) -> Void = { _ in },
    handler: @escaping HTTPServer.Handler = HTTPServerTests.echo
  ) throws -> HTTPServer {
    var settings = HTTPServerSettings(try addresses.map { try loopback($0) })
    change(&settings)
    return try HTTPServer(settings, files: files, handler: handler)
  }

  private static func url(_ server: HTTPServer, _ path: String, _ index: Int = 0) throws -> WebURL {
    try #require(WebURL("http://\(server.addresses[index])\(path)"))
  }

  @Test(arguments: ["127.0.0.1", "::1"])
  func `a request arrives whole, and its answer too`(address: String) throws {
    let server = try Self.server([address])
    defer { server.stop() }
    #expect(server.addresses[0].port > 0)
    var client = try HTTPClient()
    for method in [HTTPMethod.get, .post, .put, .patch, .delete, .options] {
      for size in [0, 1, 5_000, 262_144] where method != .get || size == 0 {
        let response = try client.send(
          WebRequest(
            method, Self.url(server, "/a/b%20c?d=e"), headers: HTTPHeaders([("X-Word", "word")]),
            body: [UInt8](repeating: 7, count: size)))
        #expect(response.status == 201 && response.headers["etag"] == "\"v1\"")
        #expect(
          String(decoding: response.body, as: UTF8.self) == "\(method.rawValue) /a/b c word \(size)"
        )
      }
    }
  }

  @Test func `files are answered at once, and to HEAD without their content`() throws {
    let page = HTTPResponse(
      200, headers: HTTPHeaders([("Content-Type", "text/html; charset=utf-8")]),
      body: [UInt8](repeating: 65, count: 300_000))
    let server = try Self.server(files: ["/": page])
    defer { server.stop() }
    var client = try HTTPClient(
      {
        var settings = HTTPClientSettings()
        settings.largestAnswer = 400_000
        return settings
      }())
    let response = try client.send(WebRequest(.get, Self.url(server, "/?a=b")))
    #expect(response.status == 200 && response.body == page.body)
    #expect(response.headers["X-Content-Type-Options"] == "nosniff")
    let head = try client.send(WebRequest(.head, Self.url(server, "/")))
    #expect(head.status == 200 && head.body.isEmpty && head.headers["Content-Length"] == "300000")
    // Another method is the handler's.
    #expect(try client.send(WebRequest(.delete, Self.url(server, "/"))).status == 201)
  }

  @Test func `an answer may come later, from another thread, and only the first counts`() throws {
    let replies = BoundedQueue<HTTPReply>(capacity: 10)
    let server = try Self.server(handler: { _, reply in _ = replies.put(reply) })
    defer { server.stop() }
    let url = try Self.url(server, "/")
    let answers = BoundedQueue<Result<HTTPResponse, MediaError>>(capacity: 10)
    let first = try HTTPClientThread { _ = answers.put($0) }
    let second = try HTTPClientThread { _ = answers.put($0) }
    first.send(WebRequest(.get, url))
    let one = replies.take()
    second.send(WebRequest(.get, url))
    let two = replies.take()
    // The later request does not wait for the earlier one.
    two?(HTTPResponse(202))
    #expect(try answers.take()?.get().status == 202)
    one?(HTTPResponse(204))
    one?(HTTPResponse(500))
    #expect(try answers.take()?.get().status == 204)
  }

  @Test func `a request that nobody answers is answered`() throws {
    let server = try Self.server(handler: { _, _ in })
    defer { server.stop() }
    var client = try HTTPClient()
    let response = try client.send(WebRequest(.get, Self.url(server, "/")))
    #expect(response.status == 503)
  }

  @Test(arguments: [262_145, 3_000_000])
  func `too much content is refused, and the server goes on`(size: Int) throws {
    let server = try Self.server()
    defer { server.stop() }
    var client = try HTTPClient()
    let large = [UInt8](repeating: 1, count: size)
    #expect(try client.send(WebRequest(.post, Self.url(server, "/"), body: large)).status == 413)
    #expect(try client.send(WebRequest(.post, Self.url(server, "/"), body: [1])).status == 201)
  }

  @Test func `content in chunks is taken, and limited, too`() throws {
    let server = try Self.server()
    defer { server.stop() }
    let head =
      "POST /c HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    let small = try RawConnection(server.addresses[0])
    small.send(head + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
    #expect(small.receiveAll().hasSuffix("POST /c - 5"))
    let large = try RawConnection(server.addresses[0])
    large.send(head)
    let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
    for _ in 0..<5 { large.send(chunk) }
    large.send("0\r\n\r\n")
    #expect(large.receiveAll().hasPrefix("HTTP/1.1 413 "))
  }

  @Test func `a hundred clients at once are all answered`() throws {
    let server = try Self.server()
    defer { server.stop() }
    let url = try Self.url(server, "/n")
    let answers = BoundedQueue<Bool>(capacity: 500)
    for number in 0..<100 {
      let thread = try WorkerThread {
        guard var client = try? HTTPClient() else { return _ = answers.put(false) }
        for _ in 0..<3 {
          let request = WebRequest(.post, url, body: [UInt8](repeating: 1, count: number * 37))
          let response = try? client.send(request)
          let expected = "POST /n - \(number * 37)"
          _ = answers.put(response.map { String(decoding: $0.body, as: UTF8.self) } == expected)
        }
      }
      thread.detach()
    }
    var right = 0
    for _ in 0..<300 where answers.take() == true { right += 1 }
    #expect(right == 300)
  }

  @Test func `requests in one packet are answered in their order`() throws {
    let server = try Self.server()
    defer { server.stop() }
    let connection = try RawConnection(server.addresses[0])
    connection.send(
      "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        + "GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let text = connection.receiveAll()
    let answers = text.split(separator: "HTTP/1.1 201 ").map {
      $0.split(separator: "\r\n\r\n").last
    }
    #expect(answers == ["GET /1 - 0", "POST /2 - 3", "GET /3 - 0"])
  }

  @Test(arguments: [
    "\0\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 100_000) + "\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / HTTP/1.1\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc",
  ])
  func `a client that talks nonsense, or stops talking, is left, and others are served`(
    text: String
  ) throws {
    let server = try Self.server { $0.timeout = 1 }
    defer { server.stop() }
    let connection = try RawConnection(server.addresses[0])
    connection.send(text)
    let answer = connection.receiveAll()
    #expect(connection.hasEnded)
    #expect(!answer.hasPrefix("HTTP/1.1 2"))
    var client = try HTTPClient()
    #expect(try client.send(WebRequest(.get, Self.url(server, "/"))).status == 201)
  }

  @Test func `a client that does not take its answer is left`() throws {
    let page = HTTPResponse(200, body: [UInt8](repeating: 65, count: 30_000_000))
    let server = try Self.server(files: ["/": page]) { $0.timeout = 1 }
    let connection = try RawConnection(server.addresses[0])
    connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(connection.receive().hasPrefix("HTTP/1.1 200 "))
    // Until the server has closed the connection it would wait for the client.
    server.stop()
    #expect(connection.receiveAll().utf8.count < 30_000_000)
  }

  @Test func `more connections than allowed are not served`() throws {
    let server = try Self.server { $0.mostConnectionsOfOne = 3 }
    defer { server.stop() }
    var open: [RawConnection] = []
    for _ in 0..<3 {
      let connection = try RawConnection(server.addresses[0])
      connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(connection.receive().hasPrefix("HTTP/1.1 201 "))
      open.append(connection)
    }
    let further = try RawConnection(server.addresses[0])
    further.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(further.receiveAll().isEmpty)
    #expect(open.count == 3)
  }

  @Test func `an address that is taken, or not this machine's, is said`() throws {
    let server = try Self.server()
    defer { server.stop() }
    let taken = server.addresses[0]
    var error = #expect(throws: MediaError.self) {
      _ = try HTTPServer(HTTPServerSettings([taken]), handler: Self.echo)
    }
    #expect(
      error?.message
        == "cannot serve at \(taken): another program uses it; choose another port, or 0 for a free one"
    )
    error = #expect(throws: MediaError.self) { _ = try Self.server(["192.0.2.1"]) }
    #expect(error?.code == .networkFailed && error?.message.contains("no such address") == true)
  }

  @Test func `a server that stops answers what waits, and its port is free`() throws {
    let replies = BoundedQueue<HTTPReply>(capacity: 1)
    let server = try Self.server(handler: { _, reply in _ = replies.put(reply) })
    let answers = BoundedQueue<Result<HTTPResponse, MediaError>>(capacity: 1)
    let client = try HTTPClientThread { _ = answers.put($0) }
    client.send(WebRequest(.get, try Self.url(server, "/")))
    let reply = replies.take()
    server.stop()
    #expect(try answers.take()?.get().status == 503)
    reply?(HTTPResponse(200))
    server.stop()
    let again = try HTTPServer(HTTPServerSettings([server.addresses[0]]), handler: Self.echo)
    again.stop()
  }
}
