import MediaCore

/// Gives any bytes to both sides of signalling as what a network brought: what a fuzzer calls.
package enum SignallingExercise {
  package struct Report: Equatable {
    /// Whether every request was answered once, by nobody unknown, and no session was left over.
    package var isConsistent = true

    package init() {}
  }

  /// The bytes are cut at 0xFF into pieces: method, path, headers and content, again and again, and the
  /// same pieces are a server's answers to a client.
  package static func run(_ bytes: [UInt8]) -> Report {
    let pieces = bytes.split(separator: 0xFF, omittingEmptySubsequences: false).prefix(256)
      .map { Array($0) }
    var report = Report()
    serve(pieces, &report)
    call(pieces, &report)
    return report
  }

  private static func serve(_ pieces: [[UInt8]], _ report: inout Report) {
    var settings = SignallingSettings(path: "/whep", token: BearerToken("t"))
    settings.mostSessions = 4
    settings.largestOffer = 200
    var endpoint = SignallingEndpoint(settings)
    var outputs = SignallingOutputs()
    var random = Counting()
    var answered: [UInt64: Int] = [:]
    var number: UInt64 = 0
    var last = "/whep/"
    for start in stride(from: 0, to: pieces.count, by: 4) {
      let request = Self.request(pieces[start...].prefix(4), last: last)
      guard endpoint.owns(request.path) else { continue }
      number += 1
      answered[number] = 0
      let now = MediaTime(milliseconds: Int64(number) * 1_000)
      endpoint.expire(at: now, into: &outputs)
      endpoint.receive(request, number: number, at: now, using: &random, into: &outputs)
      for event in outputs.events {
        // The owner's answer depends on what is offered, and sometimes there is none.
        switch event {
        case .offered(let name, let offer):
          if offer.count % 4 == 1 { endpoint.refuse(name, .notAcceptable, into: &outputs) }
          if offer.count % 4 == 2 { _ = endpoint.accept(name, answer: offer, into: &outputs) }
          last = "/whep/\(name)"
        case .restarting(let name, let fragment):
          if fragment.count % 2 == 0 {
            endpoint.acceptRestart(name, fragment: fragment, into: &outputs)
          }
        case .candidates, .ended: break
        }
      }
      take(&outputs, &answered, &report)
    }
    endpoint.expire(at: MediaTime(milliseconds: 10_000_000), into: &outputs)
    take(&outputs, &answered, &report)
    if answered.values.contains(where: { $0 != 1 }) { report.isConsistent = false }
    if endpoint.deadline != nil || endpoint.sessionCount > 4 { report.isConsistent = false }
  }

  private static func take(
    _ outputs: inout SignallingOutputs, _ answered: inout [UInt64: Int], _ report: inout Report
  ) {
    for answer in outputs.answers {
      if answered[answer.number] == nil { report.isConsistent = false }
      answered[answer.number, default: 0] += 1
    }
    outputs.removeAll()
  }

  /// The first byte of a piece picks what is usual; the rest is taken as it is.
  private static func request(_ pieces: ArraySlice<[UInt8]>, last: String) -> HTTPRequest {
    let parts = Array(pieces)
    let choice = parts.first?.first ?? 0
    let methods = HTTPMethod.allCases
    var headers = HTTPHeaders()
    if choice & 64 == 0 { headers.add("Authorization", "Bearer t") }
    if choice & 32 == 0 {
      headers.add(
        "Content-Type",
        choice & 16 == 0 ? SignallingEndpoint.offerType : SignallingEndpoint.fragmentType)
    }
    for line in parts.dropFirst(2).first?.split(separator: 0x0A) ?? [] {
      let text = String(decoding: line, as: UTF8.self)
      guard let colon = text.firstIndex(of: ":") else { continue }
      headers.add(String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
    let tail = String(decoding: parts.dropFirst().first ?? [], as: UTF8.self)
    let path = choice & 128 != 0 ? last : "/whep" + tail
    return HTTPRequest(
      methods[Int(choice & 15) % methods.count], path, headers: headers,
      body: parts.dropFirst(3).first ?? [])
  }

  private static func call(_ pieces: [[UInt8]], _ report: inout Report) {
    guard let url = WebURL("https://a.example/whep") else { return }
    var client = SignallingClient(.whep, endpoint: url, token: BearerToken("t"))
    var outputs = SignallingClientOutputs()
    client.start(offer: [1], into: &outputs)
    for (index, piece) in pieces.enumerated() {
      let now = MediaTime(milliseconds: Int64(index) * 60_000)
      client.wake(at: now, into: &outputs)
      let statuses = [201, 200, 204, 307, 308, 401, 404, 409, 412, 429, 503, 500]
      let text = String(decoding: piece.dropFirst(), as: UTF8.self)
      let response = HTTPResponse(
        statuses[Int(piece.first ?? 0) % statuses.count],
        headers: HTTPHeaders([
          ("Location", text), ("ETag", text), ("Link", text), ("Retry-After", text),
          ("Content-Type", SignallingEndpoint.offerType),
        ]), body: piece)
      if piece.count % 5 == 4 { client.trickle(piece, into: &outputs) }
      if piece.count % 7 == 6 { client.restart(piece, into: &outputs) }
      client.receive(response, at: now, into: &outputs)
    }
    client.close(into: &outputs)
    for request in outputs.requests {
      let isTold = request.headers["Authorization"] != nil
      // A token is for its origin, and what began with TLS goes on with it.
      if isTold != request.url.isSameOrigin(url) || !request.url.isSecure {
        report.isConsistent = false
      }
      if request.url.resolving("") != request.url || WebURL(request.url.description) != request.url
      {
        report.isConsistent = false
      }
    }
  }

  /// Numbers in a row are good enough for names here.
  private struct Counting: RandomNumberGenerator {
    var last: UInt64 = 0

    mutating func next() -> UInt64 {
      last += 1
      return last
    }
  }
}
