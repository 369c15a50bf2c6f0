import Glibc
import MediaCore
import MediaIO
import TestSupport
import Testing

/// Ctrl-C, a termination signal and kill -9, sent to the real program.
@Suite struct StoppedRecordingTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func inspect(_ name: String) throws -> WebMInspection {
    try WebMInspection(FileSource(FileName(folder.path(name))))
  }

  /// A recording that runs for minutes, of which a second has gone by.
  func longRecording(_ more: String...) throws -> RecorderProcess {
    try folder.write(WrittenBoard.endless(chat: true), "a.board")
    let process = try RecorderProcess(
      RecorderProcess.recorder,
      ["record", folder.path("a.board"), "-o", folder.path("a.webm"), "--json"]
        + WrittenBoard.endlessOptions + more)
    #expect(process.nextLine()?.hasPrefix(#"{"event":"progress","#) == true)
    return process
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a request to stop completes the file`(signal: Int32) throws {
    let process = try longRecording()
    process.send(signal)
    let (code, output, errors) = process.finish()
    #expect(code == 130 && errors == "")
    #expect(output.contains(#""event":"done""#) && output.contains(#""interrupted":true"#))
    let file = try inspect("a.webm")
    #expect(file.isComplete && file.hasSeekHead)
    let duration = try #require(file.duration)
    #expect(duration > .zero && duration < MediaTime(milliseconds: 7_000_000))
    // The last frame is one 240th of a second before the end.
    #expect(duration - file.lastTime <= MediaTime(milliseconds: 6))
    #expect(try Media.errors(decoding: folder.path("a.webm")) == "")
    #expect(abs(try Media.seconds(folder.path("a.webm")) - duration.seconds) < 1e-5)
    #expect(folder.names == ["a.board", "a.vtt", "a.webm"])
  }

  @Test func `it is said in one line`() throws {
    let process = try RecorderProcess(
      RecorderProcess.recorder,
      ["record"] + MovingFrames.options + ["-o", folder.path("a.webm")], hasInput: true)
    var frames = MovingFrames(seed: 1)
    for _ in 0..<40 { #expect(process.write(frames.next())) }
    // It waits for the next frame: its input stays open.
    process.send(SIGINT)
    let (code, output, errors) = process.finishLeavingInputOpen()
    #expect(code == 130 && output == "")
    #expect(errors.hasSuffix("; interrupted, complete up to there\n"))
    #expect(errors.split(separator: "\n").count == 1, "\(errors)")
    let file = try inspect("a.webm")
    #expect(file.isComplete)
    #expect(try #require(file.duration) >= MediaTime(milliseconds: 1_200))
  }

  @Test func `a stopped recording replaces the file that it was to replace`() throws {
    try folder.write([1, 2, 3], "a.webm")
    let process = try longRecording("--force")
    #expect(folder.read("a.webm") == [1, 2, 3])
    #expect(folder.names.contains("a.webm.part"))
    process.send(SIGINT)
    #expect(process.finish().code == 130)
    #expect(try inspect("a.webm").isComplete)
    #expect(folder.names == ["a.board", "a.vtt", "a.webm"])
  }

  @Test(arguments: 1...6)
  func `killed at any moment it plays, and loses a second at most`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = 35 + Int(generator.next() % 200)
    let process = try RecorderProcess(
      RecorderProcess.recorder,
      ["record"] + MovingFrames.options + ["-o", folder.path("a.webm"), "-q"], hasInput: true)
    var frames = MovingFrames(seed: seed)
    for _ in 0..<count { #expect(process.write(frames.next())) }
    process.send(SIGKILL)
    #expect(process.finish().code == 128 + SIGKILL)
    // A pipe holds 64 KiB, a frame has 60: all but the last two or three had been read.
    let least = Double(count - 3) / 30 - 1
    #expect(try !inspect("a.webm").isComplete)
    #expect(try Media.decodedSeconds(folder.path("a.webm")) >= least - 1.0 / 30, "\(count)")

    let recovered = try RecorderProcess.run(
      RecorderProcess.recorder, ["recover", folder.path("a.webm")])
    #expect(recovered.code == 0 && recovered.errors == "")
    #expect(recovered.output.hasPrefix(folder.path("a.webm") + ": "))
    let file = try inspect("a.webm")
    #expect(file.isComplete)
    #expect(try #require(file.duration).seconds >= least)
    #expect(try Media.errors(decoding: folder.path("a.webm")) == "")
    #expect(folder.names == ["a.webm"])
  }

  @Test func `killed in the middle of a session, with sound and chat, it is recovered`() throws {
    try folder.write(Sounds.wave(seconds: 20), "talk.wav")
    let process = try longRecording("--audio", folder.path("talk.wav"))
    let line = try #require(process.nextLine())
    process.send(SIGKILL)
    #expect(process.finish().code == 128 + SIGKILL)
    let fields = line.split { $0 == ":" || $0 == "," }
    let place = try #require(fields.firstIndex(of: #""seconds""#))
    let reached = try #require(Double(fields[place + 1]))
    let recovered = try RecorderProcess.run(
      RecorderProcess.recorder, ["recover", folder.path("a.webm"), "--json"])
    #expect(recovered.code == 0)
    let file = try inspect("a.webm")
    #expect(file.isComplete && file.tracks.count == 3)
    #expect(try #require(file.duration).seconds >= reached - 1)
    #expect(try Media.errors(decoding: folder.path("a.webm")) == "")
  }

  @Test func `killed before its first cluster it is reported as empty, and left alone`() throws {
    let process = try RecorderProcess(
      RecorderProcess.recorder,
      ["record"] + MovingFrames.options + ["-o", folder.path("a.webm"), "-q"], hasInput: true)
    var frames = MovingFrames(seed: 3)
    // The third is taken only when the first has been read, and the header is written then.
    for _ in 0..<4 { #expect(process.write(frames.next())) }
    while folder.read("a.webm")?.isEmpty ?? true { sched_yield() }
    process.send(SIGKILL)
    _ = process.finish()
    let before = try #require(folder.read("a.webm"))
    let (code, output, errors) = try RecorderProcess.run(
      RecorderProcess.recorder, ["recover", folder.path("a.webm")])
    #expect(code == 4 && output == "")
    #expect(errors.contains("a.webm is empty: it was interrupted before its first frame"))
    #expect(errors.split(separator: "\n").count == 1)
    #expect(folder.read("a.webm") == before && folder.names == ["a.webm"])
  }
}
