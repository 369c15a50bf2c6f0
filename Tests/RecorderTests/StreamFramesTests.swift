import MediaCore
import Testing

@testable import recorder

/// Raw frames through the real program, received by it.
@Suite struct StreamFramesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a pipe's frames arrive as they were drawn, and its end is the end`() throws {
    let port = try FreePorts.four()
    let sender = try RecorderProcess(
      RecorderProcess.recorder,
      ["stream", "--rtp", "127.0.0.1:\(port)", "--sdp", folder.path("a.sdp"), "--json"]
        + MovingFrames.options, hasInput: true)
    var frames = MovingFrames(seed: 5, noise: 0)
    // The first one begins the stream; without it there is no description.
    #expect(sender.write(frames.next()))
    #expect(sender.nextLine()?.contains(#""event":"streaming""#) == true)
    let receiver = try RecorderProcess(
      "/usr/bin/ffmpeg",
      [
        "-nostdin", "-v", "error", "-protocol_whitelist", "file,udp,rtp", "-i",
        folder.path("a.sdp"), "-frames:v", "30", "-f", "rawvideo", "-pix_fmt", "gray",
        folder.path("got.gray"),
      ])
    // More than it takes: the pace is the stream's.
    for _ in 0..<300 { #expect(sender.write(frames.next())) }
    let (code, output, errors) = sender.finish()
    #expect(code == 0 && errors == "")
    #expect(output.contains(#""event":"done""#) && output.contains(#""interrupted":false"#))
    #expect(receiver.finish().code == 0)
    let grey = try #require(folder.read("got.gray"))
    #expect(grey.count == 30 * 160 * 96)
    // White paper on which a dark bar grows.
    let last = grey[(29 * 160 * 96)...]
    let row = Array(last.dropFirst(40 * 160).prefix(160))
    #expect(row[5] < 60 && last.dropFirst(80 * 160).prefix(160).allSatisfy { $0 > 200 })
  }

  @Test func `what they are has to be said`() {
    for (words, message) in [
      (["--format", "y4m"], "give --frames too"), (["--frames", "-"], "needs --format"),
      (["--frames", "-", "--format", "bgra"], "do not say their --size"),
      (["--frames", "-", "--format", "y4m", "--loop"], "taken as they come"),
      (["--frames", "-", "--format", "y4m", "a.board"], "there is one source"),
      (["--frames", "-", "--format", "y4m", "--pace", "2"], "needs a document"),
      ([], "IN is missing"),
    ] {
      let listener = Listener()
      let code = Recorder.run(
        ["stream", "--rtp", "127.0.0.1:5004"] + words, console: listener.console())
      #expect(code == .failed(.usage) && listener.errors.contains(message), "\(listener.errors)")
    }
  }

  @Test func `no frame is an error in one line`() throws {
    try folder.write([1, 2, 3], "short")
    let listener = Listener()
    let code = Recorder.run(
      ["stream", "--rtp", "127.0.0.1:5004", "--frames", folder.path("short")]
        + ["--format", "bgra", "--size", "16x16", "--fps", "30"], console: listener.console())
    #expect(code == .failed(.inputDamaged))
    #expect(listener.errors.contains("not one whole frame came"), "\(listener.errors)")
  }
}
