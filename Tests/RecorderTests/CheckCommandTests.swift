import MediaCore
import MediaIO
import TestSupport
import Testing

@testable import recorder

@Suite struct CheckCommandTests {
  private func run(_ words: [String]) -> (code: Int32, output: String, errors: String) {
    let listener = Listener()
    let code = Recorder.run(words, console: listener.console())
    return (code.number, listener.output, listener.errors)
  }

  private var samples: String {
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Samples/"
  }

  private func recorded(_ folder: TemporaryFolder) -> String {
    let output = folder.path("silent.webm")
    #expect(
      run([
        "record", samples + "silent.board", "-o", output, "--size", "320x180", "--to", "8",
        "--quiet",
      ]).code == 0)
    return output
  }

  @Test func aGoodRecordingHasExitCodeZero() throws {
    let folder = try TemporaryFolder()
    let file = recorded(folder)
    let result = run(["check", file, "--against", samples + "silent.board", "--to", "8"])
    #expect(result.code == 0)
    #expect(result.output.contains("no fault found"))
    #expect(result.output.contains("A/V offset: unknown"))
    #expect(run(["check", file]).code == 0)
  }

  @Test func aFaultHasExitCodeOneAndItsName() throws {
    let folder = try TemporaryFolder()
    let file = recorded(folder)
    var bytes: [UInt8] = []
    let source = try FileSource(FileName(file))
    while try source.read(into: &bytes, atMost: 1 << 20) > 0 {}
    let cut = folder.path("cut.webm")
    let sink = try FileSink(FileName(cut), replacing: false)
    try sink.append(Array(bytes.dropLast(700)).span)
    try sink.close()
    let result = run(["check", cut, "--json"])
    #expect(result.code == 1)
    #expect(result.output.contains("\"kind\":\"truncated\""))
    #expect(result.output.contains("\"ok\":false"))
  }

  @Test func whatCannotBeReadHasItsCode() throws {
    let folder = try TemporaryFolder()
    #expect(run(["check", folder.path("none.webm")]).code == 3)
    #expect(run(["check", samples + "silent.board"]).code == 4)
    let file = recorded(folder)
    #expect(run(["check", file, "--against", folder.path("none.board")]).code == 3)
  }

  @Test func optionsOfTheSessionNeedOne() {
    #expect(run(["check", "a.webm", "--speed", "2"]).code == 2)
    #expect(run(["check", "a.webm", "--against", "b", "--fit", "--follow-view", "Ada"]).code == 2)
  }
}
