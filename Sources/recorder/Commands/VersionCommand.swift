import MediaCore
import Strokes

/// `recorder version`
struct VersionCommand: Command {
  static let syntax = CommandSyntax(
    name: "version", summary: "says which version this is", operands: [], operandCount: 0...0,
    options: [CommandOption("--json", help: "as one JSON object")], examples: [])

  let json: Bool

  init(_ arguments: ParsedArguments) throws(MediaError) {
    json = arguments.has("--json")
  }

  func run(_ console: Console) throws(MediaError) -> ExitCode {
    if json {
      var object = JSONObject()
      object.add("version", Recorder.version)
      object.add("boardFormat", Int64(BoardHeader.currentVersion))
      object.add("inkEngine", Int64(BoardHeader.currentInkEngine))
      console.print(object.line)
    } else {
      console.print(
        "recorder \(Recorder.version) (.board format \(BoardHeader.currentVersion), "
          + "ink engine \(BoardHeader.currentInkEngine))")
    }
    return .success
  }
}
