/// One option of a command, declared once: parsing, help and suggestions all read this.
struct CommandOption: Sendable {
  /// With its dashes, such as `--size`.
  let name: String
  /// One letter, such as `o` for `-o`.
  let letter: Character?
  /// What a value is called in the help; nil for a flag.
  let placeholder: String?
  /// The value when the option stands without one, at the end or before a word with a dash; nil when there has
  /// to be one.
  let omitted: String?
  let help: String

  init(
    _ name: String, letter: Character? = nil, _ placeholder: String? = nil, omitted: String? = nil,
    help: String
  ) {
    self.name = name
    self.letter = letter
    self.placeholder = placeholder
    self.omitted = omitted
    self.help = help
  }

  static let help = CommandOption("--help", letter: "h", help: "this text")
}
