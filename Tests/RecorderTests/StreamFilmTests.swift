import Glibc
import MediaCore
import TestSupport
import Testing

@testable import recorder

/// Films of FFmpeg's through the real program, received by FFmpeg.
@Suite struct StreamFilmTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func make(_ name: String, _ words: [String]) throws -> String {
    let result = try RecorderProcess.run(
      "/usr/bin/ffmpeg", ["-nostdin", "-v", "error"] + words + [folder.path(name)])
    try #require(result.code == 0, "\(result.errors)")
    return folder.path(name)
  }

  private func stream(_ input: String, _ more: String...) throws -> RecorderProcess {
    let process = try RecorderProcess(
      RecorderProcess.recorder,
      [
        "stream", input, "--rtp", "127.0.0.1:\(try FreePorts.four())", "--sdp",
        folder.path("a.sdp"), "--key-frames", "0.5", "--json",
      ] + more)
    #expect(process.nextLine()?.contains(#""event":"streaming""#) == true)
    return process
  }

  private func receive(_ words: [String]) throws -> String {
    let result = try RecorderProcess.run(
      "/usr/bin/ffmpeg",
      [
        "-nostdin", "-v", "info", "-y", "-protocol_whitelist", "file,udp,rtp", "-i",
        folder.path("a.sdp"),
      ] + words)
    #expect(result.code == 0, "\(result.errors)")
    return result.errors
  }

  private static let bars = [
    "-f", "lavfi", "-i", "smptebars=size=322x180:rate=25:duration=4", "-f", "lavfi", "-i",
    "sine=frequency=440:duration=4",
  ]

  @Test func `a film is seen and heard, over and over`() throws {
    let film = try make("a.mkv", Self.bars + ["-c:v", "mpeg4", "-q:v", "2", "-c:a", "aac"])
    let process = try stream(film, "--loop", "--size", "160x160", "--from", "1", "--to", "2.5")
    let text = try receive([
      "-t", "3", "-map", "0:v", "-f", "rawvideo", "-pix_fmt", "gray", folder.path("got.gray"),
      "-t", "3", "-map", "0:a", "-af", "volumedetect", "-f", "null", "-",
    ])
    process.send(SIGINT)
    let (code, _, errors) = process.finish()
    #expect(code == 130 && errors == "", "\(errors)")
    // In the film's proportions, even: 160×88 or so.
    let size = 160 * 88
    let grey = folder.read("got.gray") ?? []
    #expect(grey.count % size == 0 && grey.count / size > 10)
    // Seven bars, each darker than the one on its left.
    let row = Array(grey.suffix(size).dropFirst(20 * 160).prefix(160))
    let bars = (0..<7).map { row[$0 * 160 / 7 + 11] }
    #expect(zip(bars, bars.dropFirst()).allSatisfy { $0 > $1 }, "\(bars)")
    let level = try #require(text.firstRange(of: "max_volume: "), "\(text)")
    let loudest = Double(text[level.upperBound...].prefix { $0 != " " }) ?? -99
    #expect(loudest > -25 && loudest < -10, "\(loudest)")
  }

  @Test func `what is only heard has a black picture, and ends`() throws {
    let sound = try make("a.wav", ["-f", "lavfi", "-i", "sine=frequency=440:duration=1"])
    let process = try stream(sound)
    let (code, output, errors) = process.finish()
    #expect(code == 0 && errors == "")
    #expect(output.contains(#""event":"done""#))
  }

  @Test func `a cut file plays as far as it goes, with a warning`() throws {
    let film = try make("a.mkv", Self.bars + ["-c:v", "mpeg4", "-c:a", "pcm_s16le"])
    let bytes = try #require(folder.read("a.mkv"))
    try folder.write(Array(bytes.prefix(bytes.count / 3)), "cut.mkv")
    let process = try stream(film.replacing("a.mkv", with: "cut.mkv"))
    let (code, output, errors) = process.finish()
    #expect(code == 0)
    #expect((output + errors).contains("cut or broken"), "\(output)\(errors)")
  }

  @Test func `what is neither seen nor heard is refused, and documents stay documents`() throws {
    let text = try make(
      "a.mkv", ["-f", "srt", "-i", try written("1\n00:00:00,000 --> 00:00:01,000\nHi\n", "a.srt")])
    for (path, code, message) in [
      (text, MediaError.Code.formatUnsupported, "neither picture nor sound"),
      (try written("no film", "a.txt"), .inputDamaged, "a.txt"),
      (try written("RIFF....WAVE", "b.wav"), .inputDamaged, "broken"),
    ] {
      let listener = Listener()
      let result = Recorder.run(
        ["stream", path, "--rtp", "127.0.0.1:5004"], console: listener.console())
      #expect(result == .failed(code) && listener.errors.contains(message), "\(listener.errors)")
    }
  }

  @Test func `options of documents are refused`() throws {
    let sound = try make("a.wav", ["-f", "lavfi", "-i", "sine=frequency=440:duration=1"])
    for words in [["--speed", "2"], ["--pace", "2"], ["--fit"], ["--follow-view", "Ada"]] {
      let listener = Listener()
      let result = Recorder.run(
        ["stream", sound, "--rtp", "127.0.0.1:5004"] + words, console: listener.console())
      #expect(result == .failed(.usage) && listener.errors.contains("need a document"))
    }
  }

  private func written(_ text: String, _ name: String) throws -> String {
    try folder.write(Array(text.utf8), name)
    return folder.path(name)
  }
}
