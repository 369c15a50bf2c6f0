import CallSession
import Glibc
import MediaCore
import MediaIO
import Testing

@testable import recorder

/// The real program, asked over HTTP as browsers and others ask it. What Chromium makes of the stream is
/// tested in Tests/Browser.
@Suite struct StreamBrowserTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A stream that goes on, and where it is: the address without a slash at the end.
  private func stream(_ more: String...) throws -> (process: RecorderProcess, address: String) {
    try FlashBoard.write(to: folder)
    let process = try RecorderProcess(
      RecorderProcess.recorder,
      [
        "stream", folder.path("flash.board"), "--whep", "127.0.0.1:0", "--size", "160x96", "--loop",
        "--json",
      ] + more)
    let line = process.nextLine() ?? ""
    let words = line.split(separator: "\"")
    let page = try #require(
      words.first { $0.hasPrefix("http") && $0.contains("://127.0.0.1:") }, "\(line)")
    #expect(line.contains("\(page)whep"))
    return (process, String(page.dropLast()))
  }

  /// - Parameter refusals: whether a viewer was refused, which is then all that is said.
  private func stop(_ process: RecorderProcess) {
    process.send(SIGINT)
    let (code, output, errors) = process.finish()
    #expect(code == 130)
    #expect(errors.split(separator: "\n").allSatisfy { $0.hasPrefix("a viewer was refused: ") })
    #expect(output.split(separator: "\n").last?.contains(#""event":"done""#) == true)
  }

  private func ask(
    _ method: HTTPMethod, _ text: String, _ headers: [(String, String)] = [], _ body: String = ""
  ) throws -> HTTPResponse {
    var client = try HTTPClient()
    let url = try #require(WebURL(text))
    return try client.send(
      WebRequest(method, url, headers: HTTPHeaders(headers), body: Array(body.utf8)))
  }

  private static let sdp = ("Content-Type", "application/sdp")

  /// As a browser offers to watch, with a certificate that nobody has.
  private static let offer = """
    v=0
    o=- 46 2 IN IP4 127.0.0.1
    s=-
    t=0 0
    a=group:BUNDLE 0 1
    m=video 9 UDP/TLS/RTP/SAVPF 96 97
    c=IN IP4 0.0.0.0
    a=ice-ufrag:abcd
    a=ice-pwd:abcdefghijklmnop12345678
    a=fingerprint:sha-256 \([String](repeating: "AB", count: 32).joined(separator: ":"))
    a=setup:actpass
    a=mid:0
    a=recvonly
    a=rtcp-mux
    a=rtpmap:96 VP8/90000
    a=rtcp-fb:96 nack pli
    a=rtpmap:97 rtx/90000
    a=fmtp:97 apt=96
    m=audio 9 UDP/TLS/RTP/SAVPF 111
    c=IN IP4 0.0.0.0
    a=ice-ufrag:abcd
    a=ice-pwd:abcdefghijklmnop12345678
    a=fingerprint:sha-256 \([String](repeating: "AB", count: 32).joined(separator: ":"))
    a=setup:actpass
    a=mid:1
    a=recvonly
    a=rtcp-mux
    a=rtpmap:111 opus/48000/2

    """

  @Test func `a session is offered, answered, changed and ended`() throws {
    let (process, address) = try stream()
    #expect(try ask(.get, address + "/").headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(try ask(.get, address + "/elsewhere").status == 404)
    #expect(try ask(.options, address + "/whep").status == 204)
    #expect(try ask(.post, address + "/whep", [Self.sdp], "no description").status == 400)
    #expect(try ask(.post, address + "/whep", [], Self.offer).status == 415)
    let refused = Self.offer.replacing("VP8", with: "VP7").replacing("opus", with: "speex")
    #expect(try ask(.post, address + "/whep", [Self.sdp], refused).status == 406)

    let answer = try ask(.post, address + "/whep", [Self.sdp], Self.offer)
    #expect(answer.status == 201)
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.contains("a=ice-lite") && text.contains("a=setup:passive"))
    #expect(text.contains(" 127.0.0.1 ") && text.contains(" typ host"))
    #expect(text.contains("a=sendonly") && text.contains("a=rtpmap:96 VP8/90000"))
    let session = address + (try #require(answer.headers["Location"]))
    let tag = try #require(answer.headers["ETag"])

    let fragment = ("Content-Type", "application/trickle-ice-sdpfrag")
    let more = "a=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnop12345678\r\na=end-of-candidates\r\n"
    #expect(try ask(.patch, session, [fragment, ("If-Match", tag)], more).status == 204)
    let restart = try ask(
      .patch, session, [fragment, ("If-Match", "*")],
      more.replacing("ufrag:abcd", with: "ufrag:wxyz"))
    #expect(restart.status == 200 && restart.headers["ETag"] != tag)
    let said = String(decoding: restart.body, as: UTF8.self)
    #expect(said.contains("a=ice-ufrag:") && said.contains("a=candidate:"))
    #expect(!text.contains(said.split(separator: "\r\n").first ?? ""))

    #expect(try ask(.delete, session).status == 200)
    #expect(try ask(.delete, session).status == 410)
    stop(process)
  }

  @Test func `who does not know the token sees the page and nothing else`() throws {
    let (process, address) = try stream(
      "--token", "open.sesame", "--ice-server", "turn:me:secret@127.0.0.1:3478?transport=tcp")
    #expect(try ask(.get, address + "/").status == 200)
    #expect(try ask(.post, address + "/whep", [Self.sdp], Self.offer).status == 401)
    let wrong = ("Authorization", "Bearer open.barley")
    #expect(try ask(.post, address + "/whep", [Self.sdp, wrong], Self.offer).status == 401)
    let right = ("Authorization", "Bearer open.sesame")
    #expect(try ask(.post, address + "/whep", [Self.sdp, right], Self.offer).status == 201)
    #expect(try ask(.options, address + "/whep").headers["Link"] == nil)
    let link = try ask(.options, address + "/whep", [right]).headers["Link"]
    #expect(link?.hasPrefix("<turn:127.0.0.1:3478?transport=tcp>; rel=\"ice-server\"") == true)
    stop(process)
  }

  @Test func `a line can be tested, and the page be had by TLS`() throws {
    let made = try RecorderProcess.run(
      "/usr/bin/openssl",
      ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        + ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
        + ["-keyout", folder.path("key.pem"), "-out", folder.path("certificate.pem")])
    try #require(made.code == 0, "\(made.errors)")
    let (process, address) = try stream(
      "--tls-certificate", folder.path("certificate.pem"), "--tls-key", folder.path("key.pem"))
    #expect(address.hasPrefix("https://127.0.0.1:"))
    var settings = HTTPClientSettings()
    settings.authorities = FileName(folder.path("certificate.pem"))
    var client = try HTTPClient(settings)
    let offer = Self.offer.replacing("a=recvonly", with: "a=sendrecv")
    let answer = try client.send(
      WebRequest(
        .post, try #require(WebURL(address + "/echo")), headers: HTTPHeaders([Self.sdp]),
        body: Array(offer.utf8)))
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 201 && text.split(separator: "a=sendrecv").count == 3, "\(text)")
    stop(process)
  }

  @Test func `an address that is taken is told with what to do`() throws {
    let (process, address) = try stream()
    let port = try #require(address.split(separator: ":").last)
    let second = try RecorderProcess.run(
      RecorderProcess.recorder,
      ["stream", folder.path("flash.board"), "--whep", "127.0.0.1:\(port)"])
    #expect(second.code == MediaError.Code.networkFailed.rawValue)
    #expect(second.errors.contains("another program uses it"))
    stop(process)
  }
}
