import MediaCore

/// `recorder help [COMMAND]`
struct HelpCommand: Command {
  static let syntax = CommandSyntax(
    name: "help", summary: "lists the commands, or shows one", operands: ["[COMMAND]"],
    operandCount: 0...1, options: [],
    examples: [.init("recorder help record", "shows the options of record")])

  let subject: String?

  init(_ arguments: ParsedArguments) throws(MediaError) {
    subject = arguments.operands.first
  }

  func run(_ console: Console) throws(MediaError) -> ExitCode {
    guard let subject else {
      console.print(HelpText.overview(of: Recorder.commands.map { $0.syntax }))
      return .success
    }
    guard let command = Recorder.command(named: subject) else { throw Recorder.unknown(subject) }
    console.print(HelpText.text(of: command.syntax))
    return .success
  }
}
