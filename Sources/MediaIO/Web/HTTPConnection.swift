internal import CMicroHTTPD
internal import CallSession

/// What libmicrohttpd calls for, on the thread that serves, and what it is answered.
@safe
struct HTTPConnection {
  private let connection: OpaquePointer

  /// Called when the headers have come, for each piece of the content, and when all has come or the
  /// answer is there.
  ///
  /// - Parameter slot: what the library keeps for us with the request: nil at first, here an exchange.
  static func handle(
    _ owner: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ path: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
    _ bytes: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> MHD_Result {
    guard let owner = unsafe owner, let opaque = unsafe connection, let path = unsafe path,
      let method = unsafe method, let count = unsafe count, let slot = unsafe slot
    else { return .NO }
    let exchanges = unsafe Unmanaged<HTTPExchanges>.fromOpaque(owner).takeUnretainedValue()
    let connection = unsafe HTTPConnection(connection: opaque)
    guard let kept = unsafe slot.pointee else {
      let request = unsafe HTTPRequest(
        HTTPMethod(name: String(cString: method)), String(cString: path),
        headers: connection.headers)
      let exchange = exchanges.begin(request)
      unsafe slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
      // Nothing of the content has been asked for: it need not be sent.
      guard let length = request.headers["Content-Length"].flatMap({ Int($0) }),
        length > exchanges.settings.largestBody
      else { return .YES }
      return connection.send(Self.tooLarge)
    }
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(kept).takeUnretainedValue()
    if unsafe count.pointee > 0 {
      let piece = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count.pointee))
      exchange.receive(piece, limit: exchanges.settings.largestBody)
      unsafe count.pointee = 0
      return .YES
    }
    return connection.answer(exchange, exchanges)
  }

  /// The answer of a request has been sent, or its client has gone.
  static func end(
    _ owner: UnsafeMutableRawPointer?, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) {
    guard let owner = unsafe owner, let slot = unsafe slot, let kept = unsafe slot.pointee else {
      return
    }
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(kept).takeRetainedValue()
    unsafe slot.pointee = nil
    unsafe Unmanaged<HTTPExchanges>.fromOpaque(owner).takeUnretainedValue().end(exchange)
  }

  private static let tooLarge = HTTPResponse(problem: 413, "The content is too large.")

  /// Sends the answer, or lets the handler know that one is wanted.
  private func answer(_ exchange: HTTPExchange, _ exchanges: HTTPExchanges) -> MHD_Result {
    if let response = exchange.response { return send(response) }
    guard let request = exchange.whole else { return send(Self.tooLarge) }
    if request.method == .get || request.method == .head, let file = exchanges.files[request.path] {
      return send(file)
    }
    unsafe MHD_suspend_connection(connection)
    exchange.wait(unsafe UInt(bitPattern: connection))
    exchanges.handler(request, HTTPReply(exchange))
    return .YES
  }

  private func send(_ response: HTTPResponse) -> MHD_Result {
    var body = response.body
    let made = unsafe body.withUnsafeMutableBytes { bytes in
      unsafe MHD_create_response_from_buffer(bytes.count, bytes.baseAddress, .RESPMEM_MUST_COPY)
    }
    guard let made = unsafe made else { return .NO }
    defer { unsafe MHD_destroy_response(made) }
    for field in response.headers.fields {
      unsafe _ = MHD_add_response_header(made, field.name, field.value)
    }
    // What is said of a response's type is meant, and nothing here stays as it is for long.
    unsafe _ = MHD_add_response_header(made, "X-Content-Type-Options", "nosniff")
    if response.headers["Cache-Control"] == nil {
      unsafe _ = MHD_add_response_header(made, "Cache-Control", "no-store")
    }
    return unsafe MHD_queue_response(connection, UInt32(response.status), made)
  }

  private var headers: HTTPHeaders {
    var headers = HTTPHeaders()
    unsafe withUnsafeMutablePointer(to: &headers) { pointer in
      unsafe _ = MHD_get_connection_values(
        connection, .HEADER_KIND,
        { owner, _, name, value in
          guard let owner = unsafe owner, let name = unsafe name else { return .NO }
          let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
          unsafe owner.assumingMemoryBound(to: HTTPHeaders.self).pointee
            .add(String(cString: name), text)
          return .YES
        }, pointer)
    }
    return headers
  }
}
