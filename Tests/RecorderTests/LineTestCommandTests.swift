import Foundation
import Glibc
import MediaCore
import TestSupport
import Testing

@testable import recorder

/// The real program tests the line to itself.
@Suite(.serialized, .enabled(if: RealTime.isAlone, "Scripts/test runs it by itself"))
struct LineTestCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FlashBoard.write(to: folder)
  }

  private var lesson: String {
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      + "/Samples/lesson.opus"
  }

  /// A stream, and where it is: without a slash at the end.
  private func serve(_ more: String...) throws -> (process: RecorderProcess, address: String) {
    let process = try RecorderProcess(
      RecorderProcess.recorder,
      [
        "stream", folder.path("flash.board"), "--whep", "127.0.0.1:0", "--size", "160x96", "--loop",
        "--json",
      ] + more)
    let line = process.nextLine() ?? ""
    let page = try #require(
      line.split(separator: "\"").first { $0.hasPrefix("http://127.0.0.1:") }, "\(line)")
    return (process, String(page.dropLast()))
  }

  private func test(_ address: String, _ more: String...) throws -> RecorderProcess {
    try RecorderProcess(
      RecorderProcess.recorder,
      ["calltest", "--server", address, "--speech", lesson, "--quiet", "--json", "-"] + more)
  }

  private func figures(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// Of the only participant.
  private func loss(_ link: String, _ figures: [String: Any]) throws -> Double {
    let you = try #require((figures["participants"] as? [[String: Any]])?.first)
    return try #require((you[link] as? [String: Any])?["loss"] as? Double)
  }

  @Test func `a good line is praised, a lossy one is told, and a stopped test too`() throws {
    let port = try FreePorts.four()
    let relay = try RecorderProcess(
      RecorderProcess.recorder,
      ["relay", "-l", "0", "-t", "127.0.0.1:\(port)", "-p", "lossy-10", "--json"])
    let listening = try figures(relay.nextLine() ?? "")
    let relayed = try #require(listening["address"] as? String)
    let (server, address) = try serve("--token", "open.sesame")
    let (far, farAddress) = try serve("--media-port", "\(port)", "--announce", relayed)
    let page = folder.path("line.html")
    let stopped = try test(address, "--token", "open.sesame")

    for (path, more, text) in [
      (address, ["--token", "open.barley"], "does not accept the token"),
      (address, [], "give it with --token"),
      (farAddress + "/nowhere", [], "no echo there"),
      (farAddress + "/whep", [], "sends back nothing there"),
      ("http://127.0.0.1:\(port)", [], "nobody listens there; start the server"),
    ] {
      let refused = try RecorderProcess.run(
        RecorderProcess.recorder,
        ["calltest", "--server", path, "--speech", lesson, "-d", "10", "--quiet"] + more)
      #expect(refused.code == MediaError.Code.networkFailed.rawValue, "\(path)")
      #expect(refused.errors.contains(text), "\(refused.errors)")
      #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
    }
    stopped.send(SIGINT)
    let early = stopped.finish()
    #expect(early.code == 130, "\(early.errors)")

    var (code, output, errors) = (Int32(0), "", "")
    for _ in 0..<3 {
      (code, output, errors) = try test(
        address, "-d", "10", "--token", "open.sesame", "--require", "mos=4", "--report", page,
        "--force"
      ).finish()
      // Then the report itself says what to do: test again.
      guard output.contains("busy-machine") else { break }
    }
    #expect(code == 0 && errors == "", "\(output) \(errors)")
    let report = try figures(output)
    #expect((report["verdict"] as? [String: Any])?["level"] as? String == "good", "\(output)")
    #expect(try loss("up", report) == 0 && loss("down", report) == 0)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("Line test") && html.contains("recorder calltest --server \(address)"))
    #expect(!html.contains("sesame"))

    let bad = try test(farAddress + "/echo", "-d", "10", "--require", "loss-after=0").finish()
    #expect(bad.code == 1, "\(bad.output) \(bad.errors)")
    let other = try figures(bad.output)
    #expect(try loss("up", other) > 0.04 && loss("down", other) > 0.04, "\(bad.output)")
    for process in [server, far, relay] {
      process.send(SIGINT)
      #expect([0, 130].contains(process.finish().code))
    }
  }
}
