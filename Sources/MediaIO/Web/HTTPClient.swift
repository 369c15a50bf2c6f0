internal import CCurl
package import CallSession
package import MediaCore

/// Owns libcurl's connection to a server. A call waits for the answer, so it has a thread of its own.
///
/// It follows no redirects, asks no proxy, keeps no cookies and reads none of the user's settings: what
/// happens is what the request says.
@safe
package struct HTTPClient: ~Copyable {
  private let curl: OpaquePointer
  private let settings: HTTPClientSettings

  package init(_ settings: HTTPClientSettings = HTTPClientSettings()) throws(MediaError) {
    guard Self.isReady, let curl = unsafe curl_easy_init() else {
      throw MediaError(.networkFailed, "libcurl does not start; too little memory may be left")
    }
    unsafe self.curl = OpaquePointer(curl)
    self.settings = settings
  }

  deinit {
    unsafe curl_easy_cleanup(UnsafeMutableRawPointer(curl))
  }

  /// Asks and waits for the answer, whatever its status.
  ///
  /// - Throws: `.networkFailed` when there is none, with what to do about it.
  package mutating func send(
    _ request: WebRequest, cancellation: HTTPCancellation = HTTPCancellation()
  ) throws(MediaError) -> HTTPResponse {
    let curl = unsafe UnsafeMutableRawPointer(curl)
    unsafe curl_easy_reset(curl)
    var fields: UnsafeMutablePointer<curl_slist>?
    defer { unsafe curl_slist_free_all(fields) }
    // A colon without a value takes out what libcurl adds.
    for line in request.headers.fields.map({ "\($0.name): \($0.value)" }) + ["Expect:", "Accept:"] {
      unsafe fields = curl_slist_append(fields, line)
    }
    unsafe configure(curl, request)
    unsafe _ = CCurl_setHeaders(curl, fields)
    let receiver = Receiver(limit: settings.largestAnswer, cancellation: cancellation)
    let owner = unsafe Unmanaged.passUnretained(receiver).toOpaque()
    unsafe CCurl_setSinks(
      curl, { unsafe Receiver.take($0, $1, $2, $3, isHeader: true) },
      { unsafe Receiver.take($0, $1, $2, $3, isHeader: false) },
      { owner, _, _, _, _ in unsafe Receiver.of(owner).cancellation.isCancelled ? 1 : 0 }, owner)
    let code = unsafe request.body.withUnsafeBytes { body in
      if unsafe !body.isEmpty {
        unsafe _ = CCurl_setBody(curl, body.baseAddress, curl_off_t(body.count))
      }
      return unsafe curl_easy_perform(curl)
    }
    guard code == CURLE_OK else { throw failure(code, request.url, receiver) }
    return HTTPResponse(
      unsafe CCurl_status(curl), headers: receiver.headers, body: receiver.body)
  }

  private func configure(_ curl: UnsafeMutableRawPointer, _ request: WebRequest) {
    unsafe _ = CCurl_setText(curl, CURLOPT_URL, request.url.description)
    unsafe _ = CCurl_setText(curl, CURLOPT_PROTOCOLS_STR, "http,https")
    unsafe _ = CCurl_setText(curl, CURLOPT_PROXY, "")
    unsafe _ = CCurl_setNumber(curl, CURLOPT_NOSIGNAL, 1)
    unsafe _ = CCurl_setNumber(curl, CURLOPT_CONNECTTIMEOUT, settings.connectTimeout)
    unsafe _ = CCurl_setNumber(curl, CURLOPT_TIMEOUT, settings.timeout)
    if let authorities = settings.authorities?.cString {
      unsafe _ = CCurl_setText(curl, CURLOPT_CAINFO, authorities)
      unsafe _ = CCurl_setText(curl, CURLOPT_CAPATH, nil)
    }
    if request.method == .head {
      unsafe _ = CCurl_setNumber(curl, CURLOPT_NOBODY, 1)
    } else if request.method != .get {
      // The length is said even if it is 0.
      let sends = !request.body.isEmpty || [.post, .put, .patch].contains(request.method)
      // Of nothing, nothing is read after this.
      if sends { unsafe _ = CCurl_setBody(curl, "", 0) }
      unsafe _ = CCurl_setText(curl, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
  }

  private func failure(_ code: CURLcode, _ url: WebURL, _ receiver: Receiver) -> MediaError {
    let place = "\(url.isSecure ? "https" : "http")://\(url.host):\(url.port)"
    let (reason, remedy) =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST: ("nobody knows that name", "check the address")
      case CURLE_COULDNT_CONNECT: ("nobody listens there", "start the server, or check the address")
      case CURLE_OPERATION_TIMEDOUT: ("it took too long", "try again, or check the address")
      case CURLE_PEER_FAILED_VERIFICATION:
        ("its certificate is not trusted", "give the file of the authority that signed it")
      case CURLE_SSL_CACERT_BADFILE:
        ("the file of authorities cannot be read", "give one with certificates in PEM")
      case CURLE_SSL_CONNECT_ERROR: ("it does not speak TLS", "use http instead of https")
      case CURLE_ABORTED_BY_CALLBACK: ("the request was given up", "start again")
      case CURLE_WRITE_ERROR where receiver.isFull:
        ("it answers with too much", "check that the address is that of a WHIP or WHEP endpoint")
      default: ("the connection failed", "try again")
      }
    let cause = unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) }
    return MediaError(.networkFailed, "no answer from \(place): \(reason); \(remedy)", cause: cause)
  }

  /// Once a process.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// What has come of an answer.
  private final class Receiver {
    let limit: Int
    let cancellation: HTTPCancellation
    var headers = HTTPHeaders()
    var body: [UInt8] = []
    var isFull = false
    private var headerSize = 0

    init(limit: Int, cancellation: HTTPCancellation) {
      self.limit = limit
      self.cancellation = cancellation
    }

    static func of(_ owner: UnsafeMutableRawPointer?) -> Receiver {
      guard let owner = unsafe owner else {
        preconditionFailure("libcurl gives back what it was given")
      }
      return unsafe Unmanaged<Receiver>.fromOpaque(owner).takeUnretainedValue()
    }

    /// - Returns: how much was taken; less ends the transfer.
    static func take(
      _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
      _ owner: UnsafeMutableRawPointer?, isHeader: Bool
    ) -> Int {
      let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      let receiver = unsafe of(owner)
      return unsafe isHeader ? receiver.takeHeader(piece) : receiver.takeBody(piece)
    }

    private func takeBody(_ piece: UnsafeRawBufferPointer) -> Int {
      guard piece.count <= limit - body.count else {
        isFull = true
        return 0
      }
      unsafe body.append(contentsOf: piece)
      return piece.count
    }

    private func takeHeader(_ piece: UnsafeRawBufferPointer) -> Int {
      headerSize += piece.count
      guard headerSize <= limit else {
        isFull = true
        return 0
      }
      let line = unsafe String(decoding: piece, as: UTF8.self)
      if line.hasPrefix("HTTP/") {
        // Of an interim answer nothing is kept.
        headers = HTTPHeaders()
      } else if let colon = line.firstIndex(of: ":") {
        headers.add(
          String(line[..<colon]),
          String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }))
      }
      return piece.count
    }
  }
}
