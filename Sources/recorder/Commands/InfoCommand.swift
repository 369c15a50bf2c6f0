import MediaCore
import MediaIO

/// `recorder info FILE`
struct InfoCommand: Command {
  static let syntax = CommandSyntax(
    name: "info", summary: "says what a recording, session or drawing holds",
    operands: ["FILE"], operandCount: 1...1,
    options: [CommandOption("--json", help: "as one JSON object on standard output")],
    examples: [
      .init("recorder info lesson.webm", "length, tracks, chapters, seek index"),
      .init("recorder info lesson.board --json", "what the session holds, for a script"),
    ])

  let input: FileName
  let json: Bool

  init(_ arguments: ParsedArguments) throws(MediaError) {
    input = FileName(arguments.operands[0])
    json = arguments.has("--json")
  }

  func run(_ console: Console) throws(MediaError) -> ExitCode {
    let source = try FileSource(input)
    if try InputFile.isRecording(source) {
      let report = RecordingReport(name: input.description, file: try WebMInspection(source))
      if json {
        console.print(report.object.line)
      } else {
        for line in report.lines { console.print(line) }
      }
      return .success
    }
    var document = try BoardDocument(opening: source, name: input.description)
    var summary = BoardSummary()
    while let event = try document.next() { summary.include(event) }
    let report = DocumentReport(
      name: input.description, format: document.format, header: document.header, summary: summary,
      warnings: document.warnings)
    if json {
      console.print(report.object.line)
    } else {
      for line in report.lines { console.print(line) }
    }
    return .success
  }
}
