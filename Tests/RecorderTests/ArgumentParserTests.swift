import MediaCore
import Testing

@testable import recorder

@Suite struct ArgumentParserTests {
  static let syntax = CommandSyntax(
    name: "paint", summary: "paints", operands: ["IN"], operandCount: 1...2,
    options: [
      CommandOption("--output", letter: "o", "FILE", help: "where to"),
      CommandOption("--size", "WxH", help: "how large"),
      CommandOption("--force", letter: "f", help: "replaces"),
    ], examples: [.init("recorder paint a -o b", "paints a into b")])

  func parse(_ words: String...) throws(MediaError) -> ParsedArguments {
    try ArgumentParser(syntax: Self.syntax).parse(words)
  }

  func refusal(_ words: String...) -> String? {
    do throws(MediaError) {
      _ = try ArgumentParser(syntax: Self.syntax).parse(words)
      return nil
    } catch {
      return error.code == .usage ? error.message : "wrong code"
    }
  }

  @Test func `a value stands beside, behind an equals sign, or against its letter`() throws {
    for words in [["-o", "b"], ["-ob"], ["--output", "b"], ["--output=b"]] {
      let parsed = try ArgumentParser(syntax: Self.syntax).parse(["a"] + words)
      #expect(parsed.text("--output") == "b")
      #expect(parsed.operands == ["a"])
    }
  }

  @Test func `flags are given or not, and options and operands mix`() throws {
    let parsed = try parse("--force", "a", "--size", "1x2", "b")
    #expect(parsed.has("--force"))
    #expect(parsed.text("--size") == "1x2")
    #expect(parsed.operands == ["a", "b"])
    #expect(try !parse("a").has("--force"))
  }

  @Test func `two dashes end the options`() throws {
    #expect(try parse("--", "--force").operands == ["--force"])
  }

  @Test func `a lone dash is an operand or a value`() throws {
    #expect(try parse("-").operands == ["-"])
    #expect(try parse("a", "-o", "-").text("--output") == "-")
  }

  @Test func `a value may begin with a dash when it is no option`() throws {
    #expect(try parse("a", "-o", "-b-").text("--output") == "-b-")
  }

  @Test func `an empty value is a value`() throws {
    #expect(try parse("a", "--output=").text("--output") == "")
  }

  @Test func `help wins over what is missing`() throws {
    #expect(try parse("--help").has("--help"))
  }

  @Test(arguments: [
    (["a", "--sise", "1x1"], "paint: unknown option --sise; did you mean --size?"),
    (["a", "--sise=1x1"], "paint: unknown option --sise; did you mean --size?"),
    (["a", "--elephant"], "paint: unknown option --elephant; see recorder paint --help"),
    (["a", "-x"], "paint: unknown option -x; see recorder paint --help"),
    (["a", "--size"], "paint: --size needs a value: --size WxH"),
    (["a", "--size", "--force"], "paint: --size needs a value: --size WxH"),
    (["a", "--force=yes"], "paint: --force takes no value"),
    (["a", "-o", "b", "--output", "c"], "paint: --output is given twice"),
    ([], "paint: IN is missing; see recorder paint --help"),
    (["a", "b", "c"], "paint: 'c' is one operand too many"),
  ])
  func `what cannot be understood is refused with a remedy`(words: [String], message: String) {
    var said: MediaError?
    do throws(MediaError) {
      _ = try ArgumentParser(syntax: Self.syntax).parse(words)
    } catch {
      said = error
    }
    #expect(said == MediaError(.usage, message))
  }

  @Test func `the help shows every option, its letter and an example`() {
    let text = HelpText.text(of: Self.syntax)
    for part in [
      "Usage: recorder paint IN [options]", "-o, --output FILE  where to", "-f, --force ",
      "-h, --help", "recorder paint a -o b\n      paints a into b",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func `no line of any help is wider than 100 columns`() {
    for command in Recorder.commands {
      for line in HelpText.text(of: command.syntax).split(separator: "\n") {
        #expect(line.count <= 100, "\(line)")
      }
    }
  }
}
