import Foundation
import Glibc
import MediaCore
import MediaIO
import TestSupport
import Testing

@testable import recorder

/// The real program, received by programs of others.
@Suite(.serialized, .enabled(if: RealTime.isAlone, "Scripts/test runs it by itself"))
struct StreamCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Streams the session with the flash over and over, from the moment on at which this is back.
  func stream(_ port: UInt16, _ more: String...) throws -> RecorderProcess {
    try FlashBoard.write(to: folder)
    let process = try RecorderProcess(
      RecorderProcess.recorder,
      [
        "stream", folder.path("flash.board"), "--rtp", "127.0.0.1:\(port)", "--sdp",
        folder.path("a.sdp"), "--size", "160x96", "--loop", "--key-frames", "0.5", "--json",
      ] + more)
    let line = process.nextLine() ?? ""
    #expect(line.contains(#""event":"streaming""#), "\(line)")
    return process
  }

  /// Ends it; its last line.
  func stop(_ process: RecorderProcess) -> String {
    process.send(SIGINT)
    let (code, output, errors) = process.finish()
    #expect(code == 130 && errors == "")
    return output.split(separator: "\n").last.map(String.init) ?? ""
  }

  func receive(_ seconds: Int, _ more: [String] = []) throws -> (code: Int32, errors: String) {
    let result = try RecorderProcess.run(
      "/usr/bin/ffmpeg",
      ["-nostdin", "-v", "error", "-protocol_whitelist", "file,udp,rtp"] + more + [
        "-i", folder.path("a.sdp"), "-c", "copy", "-t", "\(seconds)", folder.path("got.webm"),
      ])
    return (result.code, result.errors)
  }

  @Test func `FFmpeg receives the pictures that are drawn, and the sound with them`() throws {
    let process = try stream(FreePorts.four())
    let received = try receive(9)
    let last = stop(process)
    #expect(received.code == 0, "\(received.errors)")
    #expect(last.contains(#""event":"done""#) && last.contains(#""interrupted":true"#))
    let errors = try Media.errors(decoding: folder.path("got.webm"), streams: "0:v")
    #expect(errors == "", "\(errors)")

    // Before the first reports FFmpeg lays both streams side by side as they come.
    let (all, heard) = try FlashBoard.onsets(folder.path("got.webm"))
    let seen = all.filter { $0 > 2.5 }
    #expect(!seen.isEmpty)
    for time in seen {
      let nearest = heard.map { $0 - time }.min { abs($0) < abs($1) }
      #expect(nearest.map { abs($0) < 0.045 } == true, "seen \(seen), heard \(heard)")
    }
    if let first = seen.first { try compare(at: first + 0.8) }
  }

  /// The picture at a time with the board as `render` draws it.
  func compare(at time: Double) throws {
    let likeness = try FlashBoard.likeness(of: folder.path("got.webm"), at: time, in: folder)
    #expect(likeness > 0.97)
  }

  @Test func `GStreamer receives by its session manager, and is told of`() throws {
    let port = try FreePorts.four()
    let from = try FreePorts.four()
    let process = try stream(port, "--local-port", "\(from)")
    let receiver = try RecorderProcess(
      "/usr/bin/gst-launch-1.0",
      ["-q", "rtpbin", "name=bin"]
        + source(port, "media=video,clock-rate=90000,encoding-name=VP8,payload=96", 0)
        + [
          "bin.", "!", "rtpvp8depay", "!", "vp8dec", "!", "videoconvert", "!", "y4menc", "!",
          "filesink", "buffer-mode=unbuffered", "location=\(folder.path("got.y4m"))",
        ] + control(port + 1, to: from + 1, 0)
        + source(port + 2, "media=audio,clock-rate=48000,encoding-name=OPUS,payload=111", 1)
        + [
          "bin.", "!", "rtpopusdepay", "!", "opusdec", "!", "audioconvert", "!",
          "audio/x-raw,format=S16LE,rate=48000,channels=1", "!", "filesink",
          "buffer-mode=unbuffered", "location=\(folder.path("got.pcm"))",
        ] + control(port + 3, to: from + 3, 1))
    // Until it has told of what it receives, and of some seconds.
    var (reports, lines) = (0, 0)
    while reports < 5, lines < 60, let line = process.nextLine() {
      lines += 1
      if line.contains(#""receivers":1"#) { reports += 1 }
    }
    // Told to end, gst-launch may wait for its streams for ever.
    receiver.send(SIGKILL)
    let result = receiver.finish()
    let last = stop(process)
    #expect(result.code == 128 + SIGKILL && !result.errors.contains("ERROR"), "\(result.errors)")
    #expect(last.contains(#""roundTrip":"#) && last.contains(#""loss":0.0000"#), "\(last)")
    // Each with a line of its own behind the header; it comes at no fixed rate.
    let frame = 160 * 96 * 3 / 2 + 6
    #expect((folder.read("got.y4m")?.count ?? 0) / frame > 10)
    #expect((folder.read("got.pcm")?.count ?? 0) / 2 > 2 * 48_000)
    let levels = try RecorderProcess.run(
      "/usr/bin/ffmpeg",
      ["-nostdin", "-f", "s16le", "-ar", "48000", "-ac", "1", "-i", folder.path("got.pcm")]
        + ["-af", "volumedetect", "-f", "null", "-"])
    let level = try #require(levels.errors.firstRange(of: "max_volume: "), "\(levels.errors)")
    let loudest = Double(levels.errors[level.upperBound...].prefix { $0 != " " }) ?? -99
    #expect(loudest > -20, "\(levels.errors)")
  }

  private func source(_ port: UInt16, _ caps: String, _ session: Int) -> [String] {
    [
      "udpsrc", "port=\(port)", "caps=application/x-rtp,\(caps)", "!",
      "bin.recv_rtp_sink_\(session)",
    ]
  }

  private func control(_ port: UInt16, to other: UInt16, _ session: Int) -> [String] {
    [
      "udpsrc", "port=\(port)", "!", "bin.recv_rtcp_sink_\(session)",
      "bin.send_rtcp_src_\(session)", "!", "udpsink", "host=127.0.0.1", "port=\(other)",
      "sync=false", "async=false",
    ]
  }

  @Test func `what is played is not written over by its description`() throws {
    try FlashBoard.write(to: folder)
    let board = folder.path("flash.board")
    let before = folder.read("flash.board")
    let listener = Listener()
    for source in [[board], [board, "--follow"]] {
      let call =
        ["stream"] + source
        + ["--rtp", "127.0.0.1:\(try FreePorts.four())", "--sdp", board, "--force", "-q"]
      #expect(Recorder.run(call, console: listener.console()) == .failed(.usage))
    }
    #expect(listener.errors.contains("is what is being read"))
    #expect(folder.read("flash.board") == before)
  }

  @Test func `a description of ours is replaced, another program's is not`() throws {
    try FlashBoard.write(to: folder)
    let call = [
      "stream", folder.path("flash.board"), "--rtp", "127.0.0.1:\(try FreePorts.four())", "--sdp",
      folder.path("a.sdp"), "--to", "0.1", "--size", "160x96", "-q",
    ]
    let listener = Listener()
    #expect(Recorder.run(call, console: listener.console()) == .success)
    let first = folder.read("a.sdp")
    #expect(Recorder.run(call, console: listener.console()) == .success)
    #expect(folder.read("a.sdp") != first)
    try folder.write(Array("v=0\r\ns=mine\r\n".utf8), "a.sdp")
    #expect(Recorder.run(call, console: listener.console()) == .failed(.outputExists))
    #expect(folder.read("a.sdp") == Array("v=0\r\ns=mine\r\n".utf8))
    #expect(Recorder.run(call + ["--force"], console: listener.console()) == .success)
    let text = String(decoding: folder.read("a.sdp") ?? [], as: UTF8.self)
    #expect(text.contains("s=flash.board\r\n") && !text.contains("/flash.board"))
    #expect(folder.names == ["a.sdp", "flash.board", "tone.wav"])
  }

  @Test func `without a file the description is the output`() throws {
    try FlashBoard.write(to: folder)
    let listener = Listener()
    let code = Recorder.run(
      [
        "stream", folder.path("flash.board"), "--rtp", "127.0.0.1:\(try FreePorts.four())", "--to",
        "0.1", "--size", "160x96", "--rtcp-mux",
      ], console: listener.console())
    #expect(code == .success)
    #expect(listener.output.hasPrefix("v=0\r\n") && listener.output.contains("a=rtcp-mux\r\n"))
    #expect(listener.errors.contains(" s sent: "))
  }
}
