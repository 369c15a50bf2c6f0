import Foundation
import MediaCore
import MediaIO
import TestSupport
import Testing

@testable import recorder

@Suite struct CalltestCommandTests {
  private func run(_ words: [String]) -> (code: Int32, output: String, errors: String) {
    let listener = Listener()
    let code = Recorder.run(["calltest"] + words, console: listener.console())
    return (code.number, listener.output, listener.errors)
  }

  private var lesson: String {
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      + "/Samples/lesson.opus"
  }

  @Test func `a call makes its report, its figures and its folder`() throws {
    let folder = try TemporaryFolder()
    let (page, figures, call) = (
      folder.path("call.html"), folder.path("call.json"), folder.path("call")
    )
    let words = [
      "-n", "2", "-d", "12", "--speech", lesson, "--report", page, "--json", figures, "--record",
      call, "--quiet",
    ]
    let result = run(words)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("Ada to Ben"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("<svg") && html.contains("recorder calltest --participants 2"))
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: figures)))
    #expect((json as? [String: Any])?["profile"] as? String == "wifi")
    for name in ["mix.webm", "tracks/1.webm"] {
      let check = Recorder.run(["check", call + "/" + name], console: Listener().console())
      #expect(check == .success)
    }
    for name in ["session.board", "manifest.json", "chat.vtt"] {
      #expect(FileManager.default.fileExists(atPath: call + "/" + name))
    }
    // Nothing is written over.
    #expect(run(words).code == 6)
  }

  @Test func `what is required and not met has exit code 1`() throws {
    let words = ["-n", "2", "-d", "12", "--speech", lesson, "--quiet"]
    #expect(run(words + ["--require", "mos=3,delay=400"]).code == 0)
    let result = run(words + ["--require", "mos=4.9"])
    #expect(result.code == 1)
    #expect(result.output.contains("NOT met: mos"))
  }

  @Test func `a server's echo is at its usual place unless a path is named`() throws {
    for (text, echo) in [
      ("http://192.0.2.7:8018", "http://192.0.2.7:8018/echo"),
      ("https://live.example/", "https://live.example/echo"),
      ("http://192.0.2.7/somewhere/else", "http://192.0.2.7/somewhere/else"),
    ] {
      let options = try CalltestOptions(
        ArgumentParser(syntax: CalltestCommand.syntax).parse(["--server", text]))
      #expect(options.echo.map { "\($0)" } == echo)
      #expect(options.command == "recorder calltest --server \(text)")
    }
  }

  @Test(arguments: [
    (["-p", "lossy10"], "did you mean 'lossy-10'?"),
    (["-d", "4"], "a time from"),
    (["-n", "1"], "2 to 8"),
    (["--require", "moss=3"], "mos"),
    (["--udp", "-p", "wifi"], "together"),
    (["--encoder", "h264"], "faceboard or libvpx"),
    (["--server", "ftp://192.0.2.7"], "an address of http or https"),
    (["--server", "http://192.0.2.7", "--token", "a b"], "letters, digits"),
    (["--server", "http://192.0.2.7", "-n", "2"], "a line has one participant"),
    (["--server", "http://192.0.2.7", "--board", "a.board"], "a line has one participant"),
    (["--server", "http://192.0.2.7", "--record", "call"], "a line has one participant"),
    (["--server", "http://192.0.2.7", "--share"], "a line has one participant"),
    (["--server", "http://192.0.2.7", "-p", "lte"], "the network is the real one"),
    (["--server", "http://192.0.2.7", "--udp"], "the network is the real one"),
    (["--server", "http://192.0.2.7", "-d", "11:00"], "to 10:00"),
    (["--server", "http://192.0.2.7", "-d", "9"], "a time from 10 seconds"),
    (["--token", "open.sesame"], "--token needs --server"),
    (["--stun", "stun.example"], "--stun needs --server"),
    (["--server", "http://192.0.2.7", "--stun", "a:b:c"], "--stun takes a host"),
  ])
  func `a wrong call is refused in a line`(words: [String], text: String) {
    let result = run(words)
    #expect(result.code == 2)
    #expect(result.errors.contains(text))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `a profile that is none names its field`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("office.json")
    try Data(#"{"up": {"latencyMs": -4}}"#.utf8).write(to: URL(fileURLWithPath: file))
    let result = run(["-p", file])
    #expect(result.code == 4)
    #expect(result.errors.contains("up.latencyMs"))
    #expect(run(["-p", folder.path("none.json")]).code == 3)
  }

  @Test func `sockets carry a call, too`() {
    let result = run(["--udp", "-n", "2", "-d", "10", "--speech", lesson, "--quiet", "--json", "-"])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("\"usesSockets\": true"))
  }
}
