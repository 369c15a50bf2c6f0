import MediaCore
import MediaIO

/// `recorder recover FILE`
struct RecoverCommand: Command {
  static let syntax = CommandSyntax(
    name: "recover", summary: "completes a recording whose process was killed",
    operands: ["FILE"], operandCount: 1...1,
    options: [
      CommandOption(
        "--output", letter: "o", "OUT.webm",
        help: "write the completed file here; unless given it replaces FILE once it is whole"),
      CommandOption("--json", help: "the result as one JSON object on standard output"),
    ],
    examples: [
      .init("recorder recover lesson.webm", "gives it its duration and seek index"),
      .init("recorder recover cut.webm -o whole.webm", "leaves cut.webm as it is"),
    ])

  let input: FileName
  let output: FileName?
  let json: Bool

  init(_ arguments: ParsedArguments) throws(MediaError) {
    input = FileName(arguments.operands[0])
    output = arguments.text("--output").map { FileName($0) }
    json = arguments.has("--json")
  }

  func run(_ console: Console) throws(MediaError) -> ExitCode {
    if let output { try OutputFile.refuse(output, equalTo: input) }
    let source = try FileSource(input)
    var sink: FileSink?
    let report: RecoveryReport
    do throws(MediaError) {
      report = try Recovery.complete(source, named: input.description) {
        () throws(MediaError) -> any ByteSink in
        let made = try FileSink(output ?? input, replacing: output == nil)
        sink = made
        return made
      }
    } catch {
      // The interrupted recording is still there; half a copy of it helps nobody.
      sink?.discard()
      throw error
    }
    if json {
      console.print(object(report).line)
    } else {
      for line in lines(report) { console.print(line) }
    }
    return .success
  }

  private func lines(_ report: RecoveryReport) -> [String] {
    let name = output ?? input
    var kept = ["\(report.videoFrames) frames"]
    if report.audioPackets > 0 { kept.append("\(report.audioPackets) sound packets") }
    if report.textCues > 0 { kept.append("\(report.textCues) texts") }
    if report.chapters > 0 { kept.append("\(report.chapters) chapters") }
    var lines = [
      "\(name): \(Decimal.length(report.duration)), \(Decimal.bytes(report.bytes)), kept "
        + kept.joined(separator: ", ")
    ]
    if report.wasComplete { lines.append("nothing was missing") }
    if report.bytesCut > 0 {
      lines.append("cut off: a piece of \(Decimal.bytes(report.bytesCut)) at the end")
    }
    if report.bytesDamaged > 0 {
      lines.append("skipped: \(Decimal.bytes(report.bytesDamaged)) in the middle made no sense")
    }
    if report.framesDropped > 0 {
      lines.append("dropped: \(report.framesDropped) frames that build on what is damaged")
    }
    return lines
  }

  private func object(_ report: RecoveryReport) -> JSONObject {
    var object = JSONObject()
    object.add("file", (output ?? input).description)
    object.add("duration", report.duration.seconds, places: 3)
    object.add("bytes", report.bytes)
    object.add("videoFrames", Int64(report.videoFrames))
    object.add("audioPackets", Int64(report.audioPackets))
    object.add("textCues", Int64(report.textCues))
    object.add("chapters", Int64(report.chapters))
    object.add("bytesCut", report.bytesCut)
    object.add("bytesDamaged", report.bytesDamaged)
    object.add("framesDropped", Int64(report.framesDropped))
    object.add("wasComplete", report.wasComplete)
    return object
  }
}
