import MediaCore
import MediaIO

/// `recorder record IN -o OUT.webm`
struct RecordCommand: Command {
  static let syntax = CommandSyntax(
    name: "record", summary: "makes a WebM of a session, a drawing, raw frames or a screen",
    operands: ["IN"], operandCount: 0...1, options: RecordOptions.options,
    examples: [
      .init("recorder record lesson.board -o lesson.webm", "the whole session, with its narration"),
      .init(
        "recorder record plan.excalidraw --audio talk.m4a --size 1280x720 -o plan.webm",
        "a drawing, drawn by an ordinary hand under a talk"),
      .init(
        "recorder record lesson.board --from 1:00 --to 2:30 --speed 1.5 -o part.webm",
        "a minute and a half of it in one minute"),
      .init(
        "my-renderer | recorder record --frames - --format bgra --size 1280x720 --fps 30 -o a.webm",
        "what another program draws"),
      .init(
        "recorder record --screen :0 --duration 10:00 -o talk.webm", "ten minutes of a screen"),
    ])

  let options: RecordOptions

  init(_ arguments: ParsedArguments) throws(MediaError) {
    options = try RecordOptions(arguments)
  }

  func run(_ console: Console) throws(MediaError) -> ExitCode {
    StopSignals.watch()
    switch options.source {
    case .document(let path): return try recordDocument(FileName(path), console)
    case .frames(let path, let format): return try recordFrames(path, format, console)
    case .screen(let screen): return try recordScreen(screen, console)
    }
  }

  var output: FileName { FileName(options.output) }

  var narrationChoice: NarrationChoice {
    NarrationChoice(
      audio: options.playback.audio, speed: options.playback.speed, output: output,
      quiet: options.quiet)
  }

  func progress(_ console: Console, total: MediaTime?) -> Progress {
    Progress(
      style: Progress.Style(quiet: options.quiet, json: options.json, console), console: console,
      total: total)
  }

  /// Says what was made, and whether it is all that was asked for.
  func report(
    _ summary: RecordingSummary, size: (width: Int, height: Int), _ console: Console
  ) -> ExitCode {
    let result = RecordingResult(
      name: output.description, summary: summary, size: size,
      wasInterrupted: StopSignals.isRaised)
    if options.json {
      console.print(result.object.line)
    } else if !options.quiet {
      console.note(result.line)
    }
    return result.wasInterrupted ? .interrupted : .success
  }
}
