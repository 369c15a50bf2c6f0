@testable import recorder

/// Hears what a command says.
final class Listener {
  private(set) var output = ""
  private(set) var errors = ""

  func console(isTerminal: Bool = false, width: Int = 80) -> Console {
    Console(
      writeOutput: { self.output += $0 }, writeErrors: { self.errors += $0 },
      isTerminal: isTerminal, width: width)
  }
}
