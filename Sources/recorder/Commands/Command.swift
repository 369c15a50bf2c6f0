import MediaCore

/// One command of the program.
protocol Command {
  static var syntax: CommandSyntax { get }

  /// Checks the options before anything is touched.
  init(_ arguments: ParsedArguments) throws(MediaError)

  func run(_ console: Console) throws(MediaError) -> ExitCode
}
