import CallSession
import MediaCore
import MediaIO

/// `recorder receive --sdp FILE -o DIR`
struct ReceiveCommand: Command {
  static let syntax = CommandSyntax(
    name: "receive", summary: "records what somebody sends, pictures and sound, into a folder",
    operands: [], operandCount: 0...0,
    options: [
      CommandOption("--sdp", "FILE", help: "what is sent by plain RTP, and where to"),
      CommandOption(
        "--output", letter: "o", "DIR",
        help: "the folder to make: tracks as they were sent, both together, and a manifest"),
      CommandOption(
        "--duration", letter: "d", "TIME",
        help: "so long after the first packet, such as 30 or 2:00; until the sender ends or Ctrl-C "
          + "unless given"),
      CommandOption("--json", help: "what goes on as JSON lines on standard output"),
      CommandOption("--quiet", letter: "q", help: "no progress"),
    ],
    examples: [
      .init(
        "recorder receive --sdp lesson.sdp -o lesson", "until the sender says that it is over"),
      .init(
        "recorder receive --sdp camera.sdp -o camera -d 1:00:00", "an hour of what FFmpeg sends"),
    ])

  let description: FileName
  let output: FileName
  let duration: MediaTime?
  let json: Bool
  let quiet: Bool

  init(_ arguments: ParsedArguments) throws(MediaError) {
    guard let description = arguments.text("--sdp") else {
      throw MediaError(.usage, "receive: say what is sent: --sdp FILE")
    }
    guard let output = arguments.text("--output") else {
      throw MediaError(.usage, "receive: say where to: -o DIR")
    }
    self.description = FileName(description)
    self.output = FileName(output)
    duration = try arguments.value(
      "--duration", expected: "a time from 1 second on, such as 30 or 2:00"
    ) { text in
      ArgumentValues.time(text).flatMap { $0.seconds >= 1 ? $0 : nil }
    }
    json = arguments.has("--json")
    quiet = arguments.has("--quiet")
  }

  func run(_ console: Console) throws(MediaError) -> ExitCode {
    StopSignals.watch()
    let file = try ReceivedDescription(description)
    var recording = try PlainRTPRecording(
      file.streams, to: try FolderOfSinks(output), title: file.title)
    let style: Progress.Style =
      quiet ? .silent : json ? .json : console.isTerminal ? .bar : .lines
    var progress = ReceiveProgress(style: style, console: console)
    progress.begin(file.streams)
    let report: SessionRecordingReport?
    do throws(MediaError) {
      report = try recording.run(for: duration) { state in
        progress.update(state)
        return !StopSignals.isRaised
      }
    } catch {
      progress.finish()
      throw error
    }
    progress.finish()
    guard let report, report.manifest != nil else {
      throw MediaError(
        .networkFailed,
        "\(output): nothing came that could be recorded; does the sender send to "
          + file.streams.map { "\($0.address)" }.joined(separator: " and ") + "?")
    }
    for failure in report.failures {
      console.note("warning: \(failure.file): \(failure.error.message)")
    }
    let result = ReceiveResult(
      name: output.description, report: report, wasInterrupted: StopSignals.isRaised)
    if json {
      console.print(result.object.line)
    } else if !quiet {
      console.note(result.line)
    }
    return StopSignals.isRaised ? .interrupted : .success
  }
}
