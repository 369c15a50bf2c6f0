import MediaCore
import Testing

@testable import recorder

@Suite struct RecordOptionsTests {
  static let syntax = CommandSyntax(
    name: "record", summary: "", operands: ["IN"], operandCount: 0...1,
    options: RecordOptions.options, examples: [])

  func options(_ call: String) throws(MediaError) -> RecordOptions {
    let words = call.split(separator: " ").map(String.init)
    return try RecordOptions(ArgumentParser(syntax: Self.syntax).parse(words))
  }

  @Test func `a document needs nothing but an output`() throws {
    let options = try options("a.board -o b.webm")
    #expect(options.source == .document(path: "a.board"))
    #expect(options.output == "b.webm")
    let playback = options.playback
    #expect(playback.size == nil && playback.frameRate == nil && playback.view == .recorded)
    #expect(playback.speed == 1 && playback.pace == 1 && !options.replacesOutput)
  }

  @Test func `frames need a format, and say the rest themselves only as y4m`() throws {
    #expect(try options("--frames - --format y4m -o b").source == .frames(path: "-", format: .y4m))
    let raw = try options("--frames f --format bgra --size 8x4 --fps 25 -o b")
    #expect(raw.source == .frames(path: "f", format: .bgra))
    #expect(raw.playback.size.map { [$0.width, $0.height] } == [8, 4])
    #expect(raw.playback.frameRate?.frames == 25 && raw.playback.frameRate?.seconds == 1)
  }

  @Test func `one view is chosen`() throws {
    #expect(try options("a -o b --fit").playback.view == .fit)
    #expect(try options("a -o b --follow-view Ada").playback.view == .participant("Ada"))
  }

  @Test(arguments: [
    ("a", "record: say where to: -o OUT.webm"),
    ("-o b", "record: IN is missing; see recorder record --help"),
    ("a -o b --from 5 --to 5", "record: --to has to come after --from, and after 0"),
    ("a -o b --to 0", "record: --to has to come after --from, and after 0"),
    (
      "a -o b --fit --follow-view x",
      "record: --fit and --follow-view together: there is one picture"
    ),
    (
      "a -o b --quality 10 --bitrate 2M",
      "record: --quality and --bitrate together: one of the two decides"
    ),
    ("a -o b --format y4m", "record: --format says what --frames holds; give --frames too"),
    ("a -o b --frames -", "record: IN and --frames together: there is one source"),
    ("-o b --frames -", "record: --frames needs --format, one of bgra, i420, y4m"),
    ("-o b --frames - --format rgb", "record: --format takes one of bgra, i420, y4m, not 'rgb'"),
    (
      "-o b --frames - --format i420 --fps 30",
      "record: i420 frames do not say their --size; give it"
    ),
    (
      "-o b --frames - --format y4m --speed 2",
      "record: --speed needs a document; raw frames are taken as they are"
    ),
    (
      "a -o b --size 0x0",
      "record: --size takes WIDTHxHEIGHT up to 16383x16383, such as 1280x720, not '0x0'"
    ),
    ("a -o b --speed 0", "record: --speed takes a number from 0.1 to 100, such as 1.5, not '0'"),
  ])
  func `a contradiction is refused before anything is touched`(call: String, message: String) {
    var said: MediaError?
    do throws(MediaError) {
      _ = try options(call)
    } catch {
      said = error
    }
    #expect(said == MediaError(.usage, message))
  }
}
