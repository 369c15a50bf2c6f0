import CallSession
import MediaCore
import MediaIO
import Testing

@testable import recorder

@Suite struct ReceiveOptionsTests {
  func options(_ call: String) throws(MediaError) -> ReceiveOptions {
    let words = call.split(separator: " ").map(String.init)
    return try ReceiveOptions(ArgumentParser(syntax: ReceiveCommand.syntax).parse(words))
  }

  func complaint(_ call: String) -> String? {
    do throws(MediaError) {
      _ = try options(call)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `publishers find us here, or where they are told`() throws {
    let inner = try options("--whip-listen -o got")
    guard case .whip(let here, let noToken) = inner.way else {
      Issue.record("another way")
      return
    }
    #expect(here == SocketAddress("127.0.0.1", port: 8_019) && noToken == nil)
    #expect(inner.server.mediaPort == 0 && inner.server.announced == nil)
    let call =
      "--whip-listen 0.0.0.0:80 --token dG9r.en= --media-port 5000 --announce 198.51.100.7:6000 -o x"
    let outer = try options(call)
    guard case .whip(let address, let token) = outer.way else {
      Issue.record("another way")
      return
    }
    #expect(address == SocketAddress("0.0.0.0", port: 80) && token != nil)
    #expect(outer.server.mediaPort == 5_000)
    #expect(outer.server.announced == SocketAddress("198.51.100.7", port: 6_000))
  }

  @Test func `a server is named by its address`() throws {
    let options = try options("--whep-from http://a.example/whep --token t -o got -d 2:00")
    guard case .whep(let endpoint, let token) = options.way else {
      Issue.record("another way")
      return
    }
    #expect(endpoint == WebURL("http://a.example/whep") && token != nil)
    #expect(options.duration == MediaTime(milliseconds: 120_000))
  }

  @Test func `a server of STUN helps our own calls`() throws {
    let watching = try options("--whep-from http://a.example/whep --stun a.example:99 -o got")
    #expect(watching.stun == STUNServer("a.example:99"))
  }

  @Test func `each way has its own options`() {
    for wrong in [
      "--sdp a.sdp --stun a.example -o got", "--whip-listen --stun a.example -o got",
      "", "-o got", "--sdp a.sdp", "--whip-listen --sdp a.sdp -o got",
      "--whip-listen --whep-from http://a/b -o got", "--sdp a.sdp --token t -o got",
      "--whep-from a.example -o got", "--whep-from http://a/b --media-port 5000 -o got",
      "--sdp a.sdp --announce 1.2.3.4:5 -o got", "--whip-listen b.example:80 -o got",
      "--whip-listen -o got --announce 1.2.3.4:5",
      "--whip-listen", "--whip-listen --token böse -o got", "--sdp a.sdp -o got -d 0.5",
    ] {
      #expect(complaint(wrong)?.hasPrefix("receive: ") == true, "\(wrong)")
    }
  }
}
