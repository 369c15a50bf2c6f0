/// How a command is called: what its help shows and what its parser accepts.
struct CommandSyntax: Sendable {
  struct Example: Sendable {
    let call: String
    let effect: String

    init(_ call: String, _ effect: String) {
      self.call = call
      self.effect = effect
    }
  }

  let name: String
  /// One line, for the list of commands.
  let summary: String
  /// Operands as the help shows them, such as `IN`.
  let operands: [String]
  /// How many operands a call may have.
  let operandCount: ClosedRange<Int>
  let options: [CommandOption]
  let examples: [Example]

  /// Every option, with those that each command has.
  var allOptions: [CommandOption] { options + [CommandOption.help] }
}
