import MediaCore
import MediaIO
import Strokes
import Testing

@testable import recorder

@Suite struct RecordCommandTests {
  let folder: TemporaryFolder
  let listener = Listener()

  init() throws {
    folder = try TemporaryFolder()
  }

  func run(_ words: String...) -> ExitCode {
    Recorder.run(words, console: listener.console())
  }

  /// A session of two seconds: a stroke, a chapter, and a chat message when asked for.
  func session(chat: Bool = false, audio: String? = nil) throws -> [UInt8] {
    let ada = AuthorID(1)
    let stroke = BoardID(author: ada, number: 1)
    let ink = Ink(kind: .monoline, colour: .black, width: 8 * 64)
    var actions: [(ticks: Int64, BoardAction)] = [
      (0, .joined(name: "Ada")),
      (1_000, .strokeBegan(stroke, ink: ink, channels: [], order: nil)),
      (1_000, .strokePoints(stroke, [StrokePoint(x: 1_000, y: 1_000)])),
      (6_000, .strokePoints(stroke, [StrokePoint(x: 5_000, y: 4_000)])),
      (6_000, .strokeEnded(stroke)),
      (8_000, .chapter("Half")),
    ]
    if chat { actions.append((9_000, .chat("hello"))) }
    if let audio { actions.append((0, .audioFile(path: audio, offset: .zero))) }
    actions.append((20_000, .pointer(x: 0, y: 0, isVisible: false)))
    var text: [UInt8] = []
    var writer = BoardTextWriter()
    try writer.append(BoardHeader(canvasWidth: 160, canvasHeight: 96), to: &text)
    for (index, (ticks, action)) in actions.enumerated() {
      let event = BoardEvent(
        sequence: UInt64(index + 1), time: BoardTime(ticks: ticks), author: ada, action: action)
      try writer.append(event, to: &text)
    }
    return text
  }

  func inspect(_ name: String) throws -> WebMInspection {
    try WebMInspection(FileSource(FileName(folder.path(name))))
  }

  @Test func `a session becomes a finished file of its own length`() throws {
    try folder.write(session(), "a.board")
    let code = run(
      "record", folder.path("a.board"), "-o", folder.path("a.webm"), "--size", "160x96")
    #expect(code == .success, "\(listener.errors)")
    let file = try inspect("a.webm")
    #expect(file.isComplete && file.duration == MediaTime(milliseconds: 2_000))
    #expect(file.tracks.count == 1 && file.tracks[0].width == 160 && file.tracks[0].height == 96)
    #expect(file.chapters.map(\.title) == ["Half"])
    #expect(folder.names == ["a.board", "a.webm"])
    #expect(listener.errors.contains("a.webm: 2.0 s, 160×96, "))
  }

  @Test func `the same call gives the same bytes`() throws {
    try folder.write(session(), "a.board")
    for name in ["b.webm", "c.webm"] {
      #expect(run("record", folder.path("a.board"), "-o", folder.path(name), "-q") == .success)
    }
    #expect(folder.read("b.webm") == folder.read("c.webm"))
    #expect(listener.errors == "" && listener.output == "")
  }

  @Test func `chat goes into the file and beside it`() throws {
    try folder.write(session(chat: true), "a.board")
    #expect(run("record", folder.path("a.board"), "-o", folder.path("a.webm"), "-q") == .success)
    #expect(try inspect("a.webm").tracks.map(\.codec).last?.hasPrefix("D_WEBVTT") == true)
    let text = String(decoding: folder.read("a.vtt") ?? [], as: UTF8.self)
    #expect(text.hasPrefix("WEBVTT") && text.contains("<v Ada>hello"))
  }

  @Test func `nothing is overwritten unasked, and with force only by a finished file`() throws {
    try folder.write(session(chat: true), "a.board")
    try folder.write([1, 2, 3], "a.webm")
    let call = ["record", folder.path("a.board"), "-o", folder.path("a.webm")]
    #expect(Recorder.run(call, console: listener.console()) == .failed(.outputExists))
    #expect(listener.errors.contains("a.webm exists already"))
    #expect(folder.read("a.webm") == [1, 2, 3] && folder.names == ["a.board", "a.webm"])
    #expect(Recorder.run(call + ["--force"], console: listener.console()) == .success)
    #expect(try inspect("a.webm").isComplete)
    #expect(folder.names == ["a.board", "a.vtt", "a.webm"])
  }

  @Test func `the output is not the input, not even by another path`() throws {
    try folder.write(session(), "a.board")
    for name in ["a.board", "./a.board"] {
      let code = run("record", folder.path("a.board"), "-o", folder.path(name), "--force")
      #expect(code == .failed(.usage))
    }
    #expect(try folder.read("a.board") == session())
  }

  @Test func `a part, faster, is as long as it says`() throws {
    try folder.write(session(), "a.board")
    let code = run(
      "record", folder.path("a.board"), "-o", folder.path("a.webm"), "--from", "0.5", "--to", "1.5",
      "--speed", "2", "--json")
    #expect(code == .success)
    #expect(try inspect("a.webm").duration == MediaTime(milliseconds: 500))
    #expect(listener.output.contains(#"{"event":"done","file":""#))
    #expect(listener.errors == "")
  }

  @Test func `a constant rate has every frame`() throws {
    try folder.write(session(), "a.board")
    let code = run(
      "record", folder.path("a.board"), "-o", folder.path("a.webm"), "--fps", "25",
      "--constant-rate", "--size", "64x64")
    #expect(code == .success)
    #expect(try inspect("a.webm").tracks[0].frameCount == 50)
  }

  @Test func `an unknown participant is answered with those there are`() throws {
    try folder.write(session(), "a.board")
    let code = run(
      "record", folder.path("a.board"), "-o", folder.path("a.webm"), "--follow-view", "Bob")
    #expect(code == .failed(.usage))
    #expect(listener.errors.contains("nobody is called 'Bob'; there are Ada"))
    #expect(folder.names == ["a.board"])
  }

  @Test(arguments: ["gone.opus", "../elsewhere.opus", "/etc/passwd", ".."])
  func `a narration that is not beside the session is left out, and this is said`(
    name: String
  ) throws {
    try folder.write(session(audio: name), "a.board")
    #expect(run("record", folder.path("a.board"), "-o", folder.path("a.webm")) == .success)
    #expect(listener.errors.contains("warning: narration '\(name)' left out: "))
    #expect(try inspect("a.webm").tracks.count == 1)
  }

  @Test func `a narration asked for by name has to be there, and has to be sound`() throws {
    try folder.write(session(), "a.board")
    try folder.write(Array("no sound".utf8), "b.wav")
    for (name, expected) in [("none.wav", MediaError.Code.inputUnreadable), ("b.wav", nil)] {
      let code = run(
        "record", folder.path("a.board"), "-o", folder.path("a.webm"), "--audio",
        folder.path(name))
      #expect(code == .failed(expected ?? .inputDamaged) || code == .failed(.formatUnsupported))
      #expect(listener.errors.contains(name))
    }
    #expect(folder.names == ["a.board", "b.wav"])
  }

  @Test func `raw frames become a file, and a cut last one is said`() throws {
    let frame = [UInt8](repeating: 200, count: 32 * 16 * 4)
    try folder.write(frame + frame + frame + [1, 2, 3], "a.bgra")
    let code = run(
      "record", "--frames", folder.path("a.bgra"), "--format", "bgra", "--size", "32x16", "--fps",
      "10", "-o", folder.path("a.webm"))
    #expect(code == .success)
    #expect(try inspect("a.webm").duration == MediaTime(milliseconds: 300))
    #expect(listener.errors.contains("the last 3 bytes are no whole frame"))
  }

  @Test func `no frame at all leaves no file`() throws {
    try folder.write([1, 2, 3], "a.bgra")
    let code = run(
      "record", "--frames", folder.path("a.bgra"), "--format", "bgra", "--size", "32x16", "--fps",
      "10", "-o", folder.path("a.webm"))
    #expect(code == .failed(.inputDamaged))
    #expect(folder.names == ["a.bgra"])
  }
}
