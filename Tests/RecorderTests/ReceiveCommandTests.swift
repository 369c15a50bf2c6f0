import Foundation
import Glibc
import MediaCore
import MediaIO
import TestSupport
import Testing

@testable import recorder

/// The real program receives from programs of others and from itself.
@Suite(.serialized, .enabled(if: RealTime.isAlone, "Scripts/test runs it by itself"))
struct ReceiveCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// As FFmpeg prints it.
  func describe(_ port: UInt16) throws {
    let text = """
      SDP:
      v=0
      o=- 0 0 IN IP4 127.0.0.1
      s=No Name
      c=IN IP4 127.0.0.1
      t=0 0
      a=tool:libavformat LIBAVFORMAT_VERSION
      m=video \(port) RTP/AVP 96
      b=AS:200
      a=rtpmap:96 VP8/90000
      m=audio \(port + 2) RTP/AVP 97
      b=AS:96
      a=rtpmap:97 opus/48000/2

      """
    try folder.write(Array(text.utf8), "a.sdp")
  }

  /// Listens from the moment on at which this is back.
  func receive(_ more: String...) throws -> RecorderProcess {
    let process = try RecorderProcess(
      RecorderProcess.recorder,
      ["receive", "--sdp", folder.path("a.sdp"), "-o", folder.path("got"), "--json"] + more)
    #expect(process.nextLine()?.contains(#""event":"listening""#) == true)
    return process
  }

  func check(_ name: String) throws {
    let result = try RecorderProcess.run(
      RecorderProcess.recorder, ["check", folder.path("got/\(name)")])
    #expect(result.code == 0, "\(name): \(result.output) \(result.errors)")
  }

  /// What is dark and heard at one moment lies together in the tracks. In the mix so it does only as long as
  /// the sender keeps pace with time.
  ///
  /// - Parameter most: seconds. FFmpeg stamps each of its outputs from when it has opened that one.
  func compareOnsets(most: Double) throws {
    let seen = try FlashBoard.onsets(folder.path("got/tracks/1.webm")).seen
    let heard = try FlashBoard.onsets(folder.path("got/tracks/2.webm")).heard
    let last = try #require(seen.last)
    let nearest = heard.map { $0 - last }.min { abs($0) < abs($1) }
    #expect(nearest.map { abs($0) < most } == true, "seen \(seen), heard \(heard)")
    let mix = try FlashBoard.onsets(folder.path("got/mix.webm"))
    #expect(!mix.seen.isEmpty && !mix.heard.isEmpty)
  }

  /// Every second second the picture is dark and a tone is heard.
  @Test func `what FFmpeg sends is recorded until it says goodbye`() throws {
    let port = try FreePorts.four()
    try describe(port)
    // Made before, so that both outputs are opened, and stamped, at one moment.
    let made = try RecorderProcess.run(
      "/usr/bin/ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i",
        "color=white:s=320x180:r=30:d=6,drawbox=c=black:t=fill:enable='gte(mod(t,2),1)'", "-f",
        "lavfi", "-i", "aevalsrc='0.5*sin(2*PI*500*t)*gte(mod(t,2),1)':d=6", "-c:v", "libvpx",
        "-deadline", "realtime", "-cpu-used", "8", "-g", "15", "-b:v", "300k", "-c:a", "libopus",
        folder.path("source.webm"),
      ])
    #expect(made.code == 0, "\(made.errors)")
    let process = try receive()
    let sent = try RecorderProcess.run(
      "/usr/bin/ffmpeg",
      [
        "-nostdin", "-v", "error", "-re", "-i", folder.path("source.webm"), "-map", "0:v", "-c",
        "copy", "-payload_type", "96", "-f", "rtp", "-rtpflags", "send_bye",
        "rtp://127.0.0.1:\(port)", "-map", "0:a", "-c", "copy", "-payload_type", "97", "-f", "rtp",
        "-rtpflags", "send_bye", "rtp://127.0.0.1:\(port + 2)",
      ])
    #expect(sent.code == 0, "\(sent.errors)")
    let (code, output, errors) = process.finish()
    #expect(code == 0 && errors == "", "\(errors)")
    #expect(output.contains(#""event":"done""#) && output.contains(#""interrupted":false"#))
    for name in ["mix.webm", "tracks/1.webm", "tracks/2.webm"] { try check(name) }
    try compareOnsets(most: 0.2)
    let manifest = String(decoding: folder.read("got/manifest.json") ?? [], as: UTF8.self)
    #expect(manifest.contains("tracks/1.webm") && manifest.contains("tracks/2.webm"))
  }

  @Test func `what stream sends is recorded for as long as is asked`() throws {
    try FlashBoard.write(to: folder)
    let port = try FreePorts.four()
    let sender = try RecorderProcess(
      RecorderProcess.recorder,
      [
        "stream", folder.path("flash.board"), "--rtp", "127.0.0.1:\(port)", "--sdp",
        folder.path("a.sdp"), "--size", "320x192", "--loop", "--key-frames", "0.5", "--json",
      ])
    #expect(sender.nextLine()?.contains(#""event":"streaming""#) == true)
    let (code, output, errors) = try receive("-d", "7").finish()
    #expect(code == 0 && errors == "", "\(errors)")
    #expect(output.contains(#""lost":0.000"#), "\(output)")
    sender.send(SIGINT)
    let last = sender.finish()
    #expect(last.code == 130)
    // It was reported to the sender.
    #expect(last.output.contains(#""receivers":1"#), "\(last.output)")
    for name in ["mix.webm", "tracks/1.webm", "tracks/2.webm"] { try check(name) }
    try compareOnsets(most: 0.06)
  }

  @Test func `Ctrl-C completes what was received, and nothing is no recording`() throws {
    let port = try FreePorts.four()
    try describe(port)
    let process = try receive()
    process.send(SIGINT)
    let (code, _, errors) = process.finish()
    #expect(code == 9 && errors.contains("nothing came that could be recorded"), "\(errors)")
  }

  @Test func `what cannot be received is said before anything is made`() throws {
    let listener = Listener()
    func run(_ text: String) throws -> ExitCode {
      try folder.write(Array(text.utf8), "b.sdp")
      return Recorder.run(
        ["receive", "--sdp", folder.path("b.sdp"), "-o", folder.path("none")],
        console: listener.console())
    }
    let head = "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\n"
    #expect(try run("no description") == .failed(.inputDamaged))
    #expect(
      try run(head + "m=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n")
        == .failed(.formatUnsupported))
    #expect(listener.errors.contains("neither VP8 nor Opus is sent"))
    for second in ["5005", "5004", "65535"] {
      #expect(
        try run(
          head + "m=video 5004 RTP/AVP 96\na=rtpmap:96 VP8/90000\nm=audio \(second) RTP/AVP 97\n"
            + "a=rtpmap:97 opus/48000/2\n") == .failed(.inputDamaged), "\(second)")
    }
    #expect(folder.names == ["b.sdp"])
  }
}
