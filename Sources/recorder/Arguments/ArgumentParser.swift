import MediaCore

/// Reads the words of a call.
///
/// `--option value`, `--option=value`, `-o value` and `-ovalue` are alike; `--` ends the options;
/// `-` alone is an operand or a value.
struct ArgumentParser {
  let syntax: CommandSyntax

  func parse(_ words: [String]) throws(MediaError) -> ParsedArguments {
    var parsed = ParsedArguments(command: syntax.name)
    var index = 0
    var optionsEnded = false
    while index < words.count {
      let word = words[index]
      index += 1
      if optionsEnded || word == "-" || !word.hasPrefix("-") {
        parsed.operands.append(word)
      } else if word == "--" {
        optionsEnded = true
      } else {
        let (option, attached) = try option(in: word)
        if option.placeholder == nil {
          guard attached == nil else {
            throw usage("\(option.name) takes no value")
          }
          parsed.flags.insert(option.name)
        } else {
          let value: String
          if let attached {
            value = attached
          } else {
            value = try next(in: words, at: &index, for: option)
          }
          guard parsed.values.updateValue(value, forKey: option.name) == nil else {
            throw usage("\(option.name) is given twice")
          }
        }
      }
    }
    if !parsed.has(CommandOption.help.name) { try checkOperands(parsed.operands) }
    return parsed
  }

  private func option(in word: String) throws(MediaError) -> (CommandOption, attached: String?) {
    if word.hasPrefix("--") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      for option in syntax.allOptions where option.name == parts[0] {
        return (option, parts.count > 1 ? String(parts[1]) : nil)
      }
    } else {
      let letter = word[word.index(after: word.startIndex)]
      for option in syntax.allOptions where option.letter == letter {
        let attached = word.dropFirst(2)
        return (option, attached.isEmpty ? nil : String(attached))
      }
    }
    throw unknown(String(word.split(separator: "=", maxSplits: 1)[0]))
  }

  private func next(
    in words: [String], at index: inout Int, for option: CommandOption
  ) throws(MediaError) -> String {
    if let omitted = option.omitted, index == words.count || words[index].hasPrefix("-") {
      return omitted
    }
    guard index < words.count, !isOption(words[index]) else {
      throw usage("\(option.name) needs a value: \(option.name) \(option.placeholder ?? "")")
    }
    defer { index += 1 }
    return words[index]
  }

  private func isOption(_ word: String) -> Bool {
    let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
    return word == "--" || syntax.allOptions.contains { $0.name == name }
  }

  private func checkOperands(_ operands: [String]) throws(MediaError) {
    if operands.count < syntax.operandCount.lowerBound {
      let missing = syntax.operands[operands.count]
      throw usage("\(missing) is missing; see recorder \(syntax.name) --help")
    }
    if operands.count > syntax.operandCount.upperBound {
      throw usage("'\(operands[syntax.operandCount.upperBound])' is one operand too many")
    }
  }

  private func unknown(_ word: String) -> MediaError {
    let names = syntax.allOptions.map(\.name)
    if let meant = Suggestion.nearest(to: word, among: names) {
      return usage("unknown option \(word); did you mean \(meant)?")
    }
    return usage("unknown option \(word); see recorder \(syntax.name) --help")
  }

  private func usage(_ text: String) -> MediaError {
    MediaError(.usage, "\(syntax.name): \(text)")
  }
}
