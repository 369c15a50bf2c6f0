import MediaCore

/// What `record` is asked for, checked as far as that goes without opening a file.
struct RecordOptions {
  enum Source: Equatable {
    /// A `.board` session or a foreign drawing.
    case document(path: String)
    /// Raw frames; `-` is standard input.
    case frames(path: String, format: RawFrameOptions.Format)
    case screen(ScreenOptions)
  }

  let source: Source
  let output: String
  let playback: PlaybackOptions
  let constantRate: Bool
  /// Of a screen's recording; until Ctrl-C when nil.
  let duration: MediaTime?
  let replacesOutput: Bool
  let json: Bool
  let quiet: Bool

  static let options =
    [
      CommandOption("--output", letter: "o", "OUT.webm", help: "the file to make")
    ] + PlaybackOptions.options + [
      CommandOption(
        "--constant-rate",
        help:
          "as many frames a second as --fps says also when nothing moves, for editors that need it")
    ] + RawFrameOptions.options + ScreenOptions.options + [
      CommandOption(
        "--duration", "TIME", help: "with --screen: end after so long; on Ctrl-C unless given"),
      CommandOption("--force", help: "replace OUT if it is there, once the new one is complete"),
      CommandOption("--json", help: "progress and result as JSON lines on standard output"),
      CommandOption("--quiet", letter: "q", help: "no progress"),
    ]

  init(_ arguments: ParsedArguments) throws(MediaError) {
    guard let output = arguments.text("--output") else {
      throw MediaError(.usage, "record: say where to: -o OUT.webm")
    }
    self.output = output
    playback = try PlaybackOptions(arguments)
    constantRate = arguments.has("--constant-rate")
    replacesOutput = arguments.has("--force")
    json = arguments.has("--json")
    quiet = arguments.has("--quiet")
    source = try Self.source(arguments)
    duration = try arguments.value(
      "--duration", expected: "a time from 0.1 on such as 12.5, 1:23.4 or 1:02:03",
      { ArgumentValues.time($0).flatMap { $0 >= MediaTime(milliseconds: 100) ? $0 : nil } })
    if duration != nil, !arguments.isGiven("--screen") {
      throw MediaError(.usage, "record: --duration is for a --screen; a document has --to")
    }
  }

  private static func source(_ arguments: ParsedArguments) throws(MediaError) -> Source {
    if let screen = try ScreenOptions(arguments) { return .screen(screen) }
    if let frames = try RawFrameOptions(arguments) {
      return .frames(path: frames.path, format: frames.format)
    }
    guard let path = arguments.operands.first else {
      throw MediaError(.usage, "record: IN is missing; see recorder record --help")
    }
    return .document(path: path)
  }
}
