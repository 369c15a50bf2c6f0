/// What `--help` prints.
enum HelpText {
  static func text(of syntax: CommandSyntax) -> String {
    var lines = ["recorder \(syntax.name): \(syntax.summary)", ""]
    let operands = syntax.operands.joined(separator: " ")
    lines.append(
      "Usage: recorder \(syntax.name) \(operands)\(operands.isEmpty ? "" : " ")[options]")
    lines.append("")
    lines.append("Options:")
    lines += table(syntax.allOptions.map { (label($0), $0.help) })
    if !syntax.examples.isEmpty {
      lines += ["", "Examples:"]
      for example in syntax.examples {
        lines.append("  \(example.call)")
        lines.append("      \(example.effect)")
      }
    }
    return lines.joined(separator: "\n")
  }

  static func overview(of commands: [CommandSyntax]) -> String {
    var lines = [
      "recorder: records, streams, receives and tests drawing sessions and calls", "",
      "Usage: recorder COMMAND [operands and options]", "", "Commands:",
    ]
    lines += table(commands.map { ($0.name, $0.summary) })
    lines += [
      "", "recorder COMMAND --help shows a command's options with examples.",
      "Exit codes: 0 done, 1 faults found, 2 to 8 see Documentation/exit-codes.md, 130 interrupted.",
    ]
    return lines.joined(separator: "\n")
  }

  private static func label(_ option: CommandOption) -> String {
    let letter = option.letter.map { "-\($0), " } ?? "    "
    guard let placeholder = option.placeholder else { return letter + option.name }
    return letter + option.name + (option.omitted == nil ? " \(placeholder)" : " [\(placeholder)]")
  }

  /// Two columns; the right one wraps at 100 columns.
  private static func table(_ rows: [(String, String)]) -> [String] {
    var width = 0
    for (left, _) in rows { width = max(width, left.count) }
    var lines: [String] = []
    for (left, right) in rows {
      let indent = String(repeating: " ", count: width + 4)
      var line = "  " + left + String(repeating: " ", count: width - left.count)
      line += right.isEmpty ? "" : " "
      for word in right.split(separator: " ") {
        if line.count + 1 + word.count > 100 {
          lines.append(line)
          line = indent + word
        } else {
          line += " " + word
        }
      }
      lines.append(line)
    }
    return lines
  }
}
