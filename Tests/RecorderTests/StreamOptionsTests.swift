import CallSession
import MediaCore
import MediaIO
import Testing

@testable import recorder

@Suite struct StreamOptionsTests {
  func options(_ call: String) throws(MediaError) -> StreamOptions {
    let words = call.split(separator: " ").map(String.init)
    return try StreamOptions(ArgumentParser(syntax: StreamCommand.syntax).parse(words))
  }

  func destination(_ options: StreamOptions) -> SocketAddress? {
    if case .rtp(let address) = options.way { address } else { nil }
  }

  func page(_ call: String) throws(MediaError) -> SocketAddress? {
    if case .whep(let address) = try options(call).way { address } else { nil }
  }

  func complaint(_ call: String) -> String? {
    do throws(MediaError) {
      _ = try options(call)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `a document needs nothing but an address`() throws {
    let options = try options("a.board --rtp 127.0.0.1:5004")
    #expect(options.source == .file(path: "a.board"))
    #expect(destination(options) == SocketAddress("127.0.0.1", port: 5_004))
    #expect(options.localPort == 0 && !options.sharesPort && !options.isLooped)
    #expect(options.keyFrameInterval == MediaTime(milliseconds: 3_000))
    #expect(options.description == nil && options.playback.quality == .standard)
  }

  @Test func `addresses are digits with a port, and leave room for the ports above`() throws {
    #expect(try destination(options("a --rtp [::1]:5004")) == SocketAddress("::1", port: 5_004))
    #expect(
      try destination(options("a --rtp localhost:6")) == SocketAddress("127.0.0.1", port: 6))
    for wrong in ["127.0.0.1", "::1:5004", "board.example:5004", "127.0.0.1:0", "127.0.0.1:65536"] {
      #expect(complaint("a --rtp \(wrong)")?.contains("--rtp takes an address in digits") == true)
    }
    #expect(complaint("a --rtp 127.0.0.1:65533")?.contains("up to 65532") == true)
    #expect(complaint("a")?.contains("say where to: --rtp HOST:PORT") == true)
  }

  @Test func `what decides the stream is checked before anything is opened`() throws {
    let options = try options(
      "a --rtp 127.0.0.1:5004 --local-port 6000 --rtcp-mux --key-frames 0.5 --loop --bitrate 2M")
    #expect(options.localPort == 6_000 && options.sharesPort && options.isLooped)
    #expect(options.keyFrameInterval == MediaTime(milliseconds: 500))
    #expect(options.playback.quality == .bitrate(2_000_000))
    for wrong in ["--local-port 6001", "--key-frames 0.1", "--encoder best", "--to 1 --from 2"] {
      #expect(complaint("a --rtp 127.0.0.1:5004 \(wrong)")?.hasPrefix("stream: ") == true)
    }
  }

  @Test func `browsers find the stream here, or where they are told`() throws {
    let here = SocketAddress("127.0.0.1", port: 8_018)
    #expect(try page("a.board --whep") == here)
    #expect(try page("--whep --loop a.board") == here)
    #expect(try page("a --whep -q") == here)
    #expect(try options("a --whep -q").quiet)
    #expect(try page("a.board --whep 9000") == SocketAddress("127.0.0.1", port: 9_000))
    #expect(try page("a.board --whep=0.0.0.0:80") == SocketAddress("0.0.0.0", port: 80))
    #expect(try page("a.board --whep [::1]:0") == SocketAddress("::1"))
    #expect(complaint("--whep a.board b.board")?.contains("--whep takes a port") == true)
    let options = try options("a --whep --token dG9r.en= --media-port 5000")
    #expect(options.token != nil && options.server.mediaPort == 5_000)
  }

  @Test func `browsers are told of servers that help them through`() throws {
    #expect(try options("a --whep").iceServers.isEmpty)
    let told = try options(
      "a --whep --ice-server stun:a.example,turn:12:me:secret@[::1]:3478?transport=tcp")
    #expect(
      told.iceServers == [
        ICEServer(url: "stun:a.example"),
        ICEServer(url: "turn:[::1]:3478?transport=tcp", username: "12:me", credential: "secret"),
      ])
    for wrong in [
      "a.example", "http://a.example", "stun:", "stun:u:p@a.example", "stun::3478",
      "stun:a.example:0", "stun:[::1", "stun:a.example?transport=udp", "turn:a.example",
      "turn:me@a.example", "turn:me:@a.example", "turn::p@a.example", "turn:me:p@",
      "turn:me:p@a.example?transport=sctp", "turn:me:p@a.example:x", "stun:<a>", "stun:a,",
    ] {
      #expect(complaint("a --whep --ice-server \(wrong)")?.contains("--ice-server takes") == true)
    }
  }

  @Test func `the help shows what may be left out, and what it is then`() {
    let text = HelpText.text(of: StreamCommand.syntax)
    #expect(text.contains("--whep [[ADDR:]PORT]  "))
    #expect(text.contains("port 8018 unless given"))
  }

  @Test func `a server is named by its address`() throws {
    let options = try options("a.board --whip https://live.example/whip/42 --token dG9r.en=")
    guard case .whip(let endpoint) = options.way else {
      Issue.record("\(options.way)")
      return
    }
    #expect(endpoint == WebURL("https://live.example/whip/42") && options.token != nil)
    #expect(options.stun == nil)
  }

  @Test func `a server of STUN helps our own calls`() throws {
    let whip = "a --whip http://a.example/b"
    #expect(try options("\(whip) --stun stun.example").stun == STUNServer("stun.example:3478"))
    #expect(complaint("\(whip) --stun turn:a.example")?.contains("--stun takes a host") == true)
    for wrong in ["--whep --stun a.example", "--rtp 127.0.0.1:5004 --stun a.example"] {
      #expect(complaint("a \(wrong)")?.contains("--stun") == true)
    }
  }

  @Test func `each way has its own options`() {
    for wrong in [
      "--whep --announce 1.2.3.4:5", "--whep --force", "--whip http://a/b --force",
      "--whep --rtp 127.0.0.1:5004", "--whep --sdp a.sdp", "--whep --key-frames 2",
      "--whep --bitrate 2M", "--whep --token böse", "--whep --media-port 0",
      "--rtp 127.0.0.1:5004 --token a", "--rtp 127.0.0.1:5004 --ice-server stun:a",
      "--rtp 127.0.0.1:5004 --media-port 5000",
      "--whip http://a/b --whep", "--whip http://a/b --rtp 127.0.0.1:5004", "--whip ftp://a/b",
      "--whip http://a/b --media-port 5000", "--whip http://a/b --sdp a.sdp",
      "--whip http://a/b --bitrate 2M", "--whip http://a/b --ice-server stun:a",
    ] {
      #expect(complaint("a \(wrong)")?.hasPrefix("stream: ") == true)
    }
  }
}
