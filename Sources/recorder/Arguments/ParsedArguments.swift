import MediaCore

/// What a command was called with, checked against its syntax.
struct ParsedArguments {
  let command: String
  var operands: [String] = []
  var flags: Set<String> = []
  var values: [String: String] = [:]

  init(command: String) {
    self.command = command
  }

  func has(_ flag: String) -> Bool {
    flags.contains(flag)
  }

  func text(_ option: String) -> String? {
    values[option]
  }

  /// The value of an option as `parse` understands it; nil when the option was not given.
  ///
  /// - Parameter expected: What the option takes, with an example, to end "--size takes …".
  func value<Value>(
    _ option: String, expected: String, _ parse: (String) -> Value?
  ) throws(MediaError) -> Value? {
    guard let text = values[option] else { return nil }
    guard let value = parse(text) else {
      throw MediaError(.usage, "\(command): \(option) takes \(expected), not '\(text)'")
    }
    return value
  }

  /// Refuses a call that asks for two things that exclude each other.
  func refuse(_ option: String, with other: String, because reason: String) throws(MediaError) {
    if isGiven(option), isGiven(other) {
      throw MediaError(.usage, "\(command): \(option) and \(other) together: \(reason)")
    }
  }

  func isGiven(_ option: String) -> Bool {
    flags.contains(option) || values[option] != nil
  }
}
