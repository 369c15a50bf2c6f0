import MediaCore
import Testing

@testable import recorder

@Suite struct DispatchTests {
  let listener = Listener()

  func run(_ words: String...) -> ExitCode {
    Recorder.run(words, console: listener.console())
  }

  @Test func `without a command the overview goes to standard error, with the usage code`() {
    #expect(run() == .failed(.usage))
    #expect(listener.errors.contains("Commands:"))
    #expect(listener.output == "")
  }

  @Test(arguments: [["help"], ["--help"], ["-h"]])
  func `help goes to standard output`(words: [String]) {
    #expect(Recorder.run(words, console: listener.console()) == .success)
    #expect(listener.output.contains("Commands:"))
    #expect(listener.errors == "")
  }

  @Test func `each command explains itself in both ways`() {
    for command in Recorder.commands {
      let (one, other) = (Listener(), Listener())
      let name = command.syntax.name
      #expect(Recorder.run(["help", name], console: one.console()) == .success)
      #expect(Recorder.run([name, "--help"], console: other.console()) == .success)
      #expect(one.output == other.output && one.output.contains("Usage: recorder \(name)"))
    }
  }

  @Test func `an unknown command is answered with the nearest one`() {
    #expect(run("hepl") == .failed(.usage))
    #expect(listener.errors == "recorder: no command 'hepl'; did you mean 'help'?\n")
  }

  @Test func `the version is one line, or one object`() {
    #expect(run("--version") == .success)
    #expect(listener.output.hasPrefix("recorder \(Recorder.version) "))
    #expect(run("version", "--json") == .success)
    #expect(listener.output.hasSuffix("\"inkEngine\":2}\n"))
  }

  @Test func `exit codes are those of the documentation`() {
    #expect(ExitCode.success.number == 0)
    #expect(ExitCode.faultsFound.number == 1)
    #expect(ExitCode.failed(.usage).number == 2)
    #expect(ExitCode.failed(.codecFailed).number == 8)
    #expect(ExitCode.failed(.networkFailed).number == 9)
    #expect(ExitCode.interrupted.number == 130)
  }
}
