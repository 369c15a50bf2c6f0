import Glibc
import MediaCore

/// The command line: finds the command, runs it, and turns errors into a line and an exit code.
@main
enum Recorder {
  static let version = "0.1.0"

  static var commands: [any Command.Type] {
    [
      RecordCommand.self, RenderCommand.self, InfoCommand.self, CheckCommand.self,
      RecoverCommand.self, StreamCommand.self, ReceiveCommand.self, CalltestCommand.self,
      RelayCommand.self,
      HelpCommand.self,
      VersionCommand.self,
    ]
  }

  static func main() {
    // A reader that goes away must not end a recording.
    signal(SIGPIPE, SIG_IGN)
    // Neither must a limit on the size of files: the write then fails, and the file is completed.
    signal(SIGXFSZ, SIG_IGN)
    let words = Array(CommandLine.arguments.dropFirst())
    exit(run(words, console: .standard()).number)
  }

  static func run(_ words: [String], console: Console) -> ExitCode {
    do throws(MediaError) {
      return try dispatch(words, console: console)
    } catch {
      console.note(line(for: error))
      return .failed(error.code)
    }
  }

  /// One line: what a person reads, with what the library said in brackets.
  static func line(for error: MediaError) -> String {
    var text = "recorder: \(error.message)"
    if let cause = error.cause, !cause.isEmpty { text += " (\(cause))" }
    return String(text.map { $0.isNewline ? " " : $0 })
  }

  private static func dispatch(
    _ words: [String], console: Console
  ) throws(MediaError) -> ExitCode {
    guard let first = words.first else {
      console.note(HelpText.overview(of: commands.map { $0.syntax }))
      return .failed(.usage)
    }
    let name = aliases[first] ?? first
    guard let command = command(named: name) else {
      throw unknown(first)
    }
    let arguments = try ArgumentParser(syntax: command.syntax).parse(Array(words.dropFirst()))
    if arguments.has(CommandOption.help.name) {
      console.print(HelpText.text(of: command.syntax))
      return .success
    }
    return try command.init(arguments).run(console)
  }

  private static let aliases = [
    "--help": "help", "-h": "help", "--version": "version", "-V": "version",
  ]

  static func command(named name: String) -> (any Command.Type)? {
    for command in commands where command.syntax.name == name { return command }
    return nil
  }

  static func unknown(_ word: String) -> MediaError {
    if let meant = Suggestion.nearest(to: word, among: commands.map { $0.syntax.name }) {
      return MediaError(.usage, "no command '\(word)'; did you mean '\(meant)'?")
    }
    return MediaError(.usage, "no command '\(word)'; see recorder help")
  }
}
