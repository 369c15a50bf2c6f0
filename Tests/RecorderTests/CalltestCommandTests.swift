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

  @Test(arguments: [
    (["-p", "lossy10"], "did you mean 'lossy-10'?"),
    (["-d", "4"], "a time from"),
    (["-n", "1"], "2 to 8"),
    (["--require", "moss=3"], "mos"),
    (["--udp", "-p", "wifi"], "together"),
    (["--encoder", "h264"], "faceboard or libvpx"),
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
