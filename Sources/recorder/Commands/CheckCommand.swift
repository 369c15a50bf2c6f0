import MediaCore
import MediaIO
import Strokes

/// `recorder check FILE [--against IN]`
struct CheckCommand: Command {
  static let syntax = CommandSyntax(
    name: "check", summary: "decodes a recording and names what is wrong with it",
    operands: ["FILE"], operandCount: 1...1,
    options: [
      CommandOption(
        "--against", "IN", help: "the session or drawing it was recorded from: compares the two"),
      CommandOption(
        "--audio", "FILE",
        help: "the sound it was recorded with; unless given what the session names"),
      CommandOption("--speed", "N", help: "as it was recorded"),
      CommandOption("--from", "TIME", help: "as it was recorded"),
      CommandOption("--to", "TIME", help: "as it was recorded"),
      CommandOption("--fit", help: "as it was recorded"),
      CommandOption("--follow-view", "WHO", help: "as it was recorded"),
      CommandOption("--pace", "N", help: "as it was recorded"),
      CommandOption("--json", help: "as one JSON object on standard output"),
    ],
    examples: [
      .init("recorder check lesson.webm", "structure, pictures, sound, colours"),
      .init(
        "recorder check lesson.webm --against lesson.board",
        "also whether every stroke is there, at its time, and the sound with it"),
    ])

  let input: FileName
  let against: FileName?
  let audio: FileName?
  let speed: Double
  let from: MediaTime?
  let to: MediaTime?
  let isFitted: Bool
  let follows: String?
  let pace: Double
  let json: Bool

  init(_ arguments: ParsedArguments) throws(MediaError) {
    input = FileName(arguments.operands[0])
    against = arguments.text("--against").map { FileName($0) }
    audio = arguments.text("--audio").map { FileName($0) }
    speed =
      try arguments.value("--speed", expected: "a number from 0.1 to 100, such as 1.5") {
        ArgumentValues.number($0, in: 0.1...100)
      } ?? 1
    let expected = "a time such as 12.5, 1:23.4 or 1:02:03"
    from = try arguments.value("--from", expected: expected, ArgumentValues.time)
    to = try arguments.value("--to", expected: expected, ArgumentValues.time)
    pace =
      try arguments.value("--pace", expected: "a number from 0.01 to 100, such as 2") {
        ArgumentValues.number($0, in: 0.01...100)
      } ?? 1
    try arguments.refuse("--fit", with: "--follow-view", because: "there is one picture")
    isFitted = arguments.has("--fit")
    follows = arguments.text("--follow-view")
    json = arguments.has("--json")
    guard against == nil else { return }
    for option in ["--audio", "--speed", "--from", "--to", "--fit", "--follow-view", "--pace"]
    where arguments.isGiven(option) {
      throw MediaError(
        .usage, "check: \(option) says how IN was recorded; give --against IN too")
    }
  }

  func run(_ console: Console) throws(MediaError) -> ExitCode {
    let source = try FileSource(input)
    guard source.length != nil else {
      throw MediaError(.usage, "\(input): a pipe; check reads a file several times")
    }
    guard try InputFile.isRecording(source) else {
      throw MediaError(
        .inputDamaged, "\(input): this is no WebM file; see recorder info \(input)")
    }
    var session: RecordingCheck.Session?
    if let against { session = try self.session(against) }
    let findings: RecordingFindings
    do throws(MediaError) {
      findings = try RecordingCheck.run(source, against: session)
    } catch {
      guard error.code == .formatUnsupported else { throw error }
      throw MediaError(.inputDamaged, "\(input): \(error.message)", cause: error.cause)
    }
    let report = CheckReport(name: input.description, findings: findings)
    if json {
      console.print(report.object.line)
    } else {
      for line in report.lines { console.print(line) }
    }
    return findings.faults.isEmpty ? .success : .faultsFound
  }

  private func session(_ name: FileName) throws(MediaError) -> RecordingCheck.Session {
    var document = try InputFile.open(name, pace: pace)
    let outline = try SessionOutline(&document)
    var reference = CheckReference()
    (reference.speed, reference.from, reference.to) = (speed, from, to)
    if isFitted { reference.view = .fit }
    if let follows {
      guard let author = outline.author(follows) else {
        throw MediaError(.usage, "\(name): nobody called '\(follows)' takes part")
      }
      reference.view = .participant(author)
    }
    var sounds: [(source: any ByteSource, start: MediaTime)] = []
    var unknown: String?
    if let audio {
      sounds.append((try FileSource(audio), .zero))
    } else if let narration = outline.narrations.first {
      do throws(MediaError) {
        sounds.append((try FileSource(try place(narration.path, beside: name)), narration.start))
      } catch {
        unknown = error.message
      }
    }
    let ahead = document.format == .board ? try InputFile.open(name, pace: pace) : document
    return RecordingCheck.Session(
      document, ahead: ahead, outline, reference, sounds: sounds, isSoundRequired: audio != nil,
      soundUnknown: unknown)
  }

  /// A sound file that a session names lies beside it, nowhere else.
  private func place(_ path: String, beside session: FileName) throws(MediaError) -> FileName {
    guard !path.isEmpty, !path.utf8.contains(UInt8(ascii: "/")), path != ".." else {
      throw MediaError(.inputUnreadable, "the session's sound is not beside it; see --audio")
    }
    return session.sibling(path)
  }
}
