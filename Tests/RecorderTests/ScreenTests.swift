import Glibc
import MediaCore
import TestSupport
import Testing

@testable import recorder

/// A real X server, drawn on by a real client.
@Suite struct ScreenTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Red, green and blue of a place in each frame of a file; the pointer stands in the middle.
  private func colours(
    _ input: [String], x: Int = 40, y: Int = 40, most: Int = 10_000
  ) throws -> [[UInt8]] {
    let result = try RecorderProcess.run(
      "/usr/bin/ffmpeg",
      ["-nostdin", "-v", "error", "-y"] + input + [
        "-vf", "crop=2:2:\(x):\(y),scale=2:2", "-fps_mode", "passthrough", "-frames:v", "\(most)",
        "-f", "rawvideo", "-pix_fmt", "rgb24", folder.path("colours"),
      ])
    try #require(result.code == 0, "\(result.errors)")
    let bytes = folder.read("colours") ?? []
    return stride(from: 0, to: bytes.count, by: 12).map { Array(bytes[$0..<$0 + 3]) }
  }

  private func isNear(_ colour: [UInt8]?, _ expected: [UInt8]) -> Bool {
    guard let colour else { return false }
    return zip(colour, expected).allSatisfy { abs(Int($0) - Int($1)) < 12 }
  }

  private static let red: [UInt8] = [255, 0, 0]
  private static let blue: [UInt8] = [0, 0, 255]

  @Test func `a recording shows what was on the screen, until it is told to end`() throws {
    let screen = try Screen()
    try screen.fill("#ff0000")
    let process = try RecorderProcess(
      RecorderProcess.recorder,
      ["record", "--screen", screen.name, "-o", folder.path("a.webm"), "--fps", "20", "--json"])
    #expect(process.nextLine()?.contains(#""event":"progress""#) == true)
    try screen.fill("#0000ff")
    for _ in 0..<3 { #expect(process.nextLine() != nil) }
    process.send(SIGINT)
    let (code, output, errors) = process.finish()
    #expect(code == 130 && errors == "")
    let last = try #require(output.split(separator: "\n").last)
    #expect(last.contains(#""width":320,"height":200"#) && last.contains(#""interrupted":true"#))

    let shown = try colours(["-i", folder.path("a.webm")])
    #expect(isNear(shown.first, Self.red) && isNear(shown.last, Self.blue), "\(shown)")
    // A screen that stands still takes a few frames that sharpen it.
    #expect(shown.count < 20)
    let check = try RecorderProcess.run(RecorderProcess.recorder, ["check", folder.path("a.webm")])
    #expect(check.code == 0, "\(check.output)")
  }

  @Test func `a part of it, for a while`() throws {
    let screen = try Screen()
    try screen.fill("#0000ff")
    let result = try RecorderProcess.run(
      RecorderProcess.recorder,
      [
        "record", "--screen", screen.name, "--region", "101x50+219+150", "--duration", "0.5", "-o",
        folder.path("a.webm"), "--json",
      ])
    #expect(result.code == 0 && result.errors == "")
    let last = try #require(result.output.split(separator: "\n").last)
    #expect(last.contains(#""width":101,"height":50"#) && last.contains(#""interrupted":false"#))
    let seconds = try Media.seconds(folder.path("a.webm"))
    #expect(seconds >= 0.5 && seconds < 5)
    #expect(isNear(try colours(["-i", folder.path("a.webm")], x: 50, y: 20).last, Self.blue))
  }

  @Test func `a stream shows it as it is`() throws {
    let screen = try Screen()
    try screen.fill("#0000ff")
    let sender = try RecorderProcess(
      RecorderProcess.recorder,
      [
        "stream", "--screen", screen.name, "--rtp", "127.0.0.1:\(try FreePorts.four())", "--sdp",
        folder.path("a.sdp"), "--key-frames", "0.5", "--json",
      ])
    #expect(sender.nextLine()?.contains(#""event":"streaming""#) == true)
    let shown = try colours(
      ["-protocol_whitelist", "file,udp,rtp", "-i", folder.path("a.sdp")], most: 2)
    sender.send(SIGINT)
    #expect(sender.finish().code == 130)
    #expect(isNear(shown.first, Self.blue), "\(shown)")
  }

  @Test func `what cannot be seen is an error in one line`() throws {
    func complaint(_ words: [String]) throws -> (code: Int32, text: String) {
      let result = try RecorderProcess.run(
        RecorderProcess.recorder, ["record", "-o", folder.path("a.webm")] + words)
      #expect(result.errors.split(separator: "\n").count == 1 && folder.names.isEmpty)
      return (result.code, result.errors)
    }
    let nowhere = try complaint(["--screen", ":59999"])
    #expect(nowhere.code == 3 && nowhere.text.contains("screen :59999 cannot be opened: is an X"))
    let screen = try Screen()
    let outside = try complaint(["--screen", screen.name, "--region", "320x200+1+0"])
    #expect(outside.code == 2 && outside.text.contains("320x200+1+0 does not lie on screen"))
    for (words, message) in [
      (["--screen", "0"], "an X11 display such as :0"), (["--region", "2x2+0+0"], "give --screen"),
      (["--screen", ":0", "a.board"], "one source"), (["a.board", "--duration", "3"], "has --to"),
      (["--screen", ":0", "--size", "2x2"], "--region"),
      (["--screen", ":0", "--to", "3"], "is live"),
    ] {
      let (code, text) = try complaint(words)
      #expect(code == 2 && text.contains(message), "\(text)")
    }
  }
}
