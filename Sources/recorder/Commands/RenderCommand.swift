import MediaCore
import MediaIO
import Strokes

/// `recorder render IN -o OUT.png`
struct RenderCommand: Command {
  static let syntax = CommandSyntax(
    name: "render", summary: "makes a PNG of one moment of a session or drawing",
    operands: ["IN"], operandCount: 1...1,
    options: [
      CommandOption("--output", letter: "o", "OUT.png", help: "the file to make"),
      CommandOption(
        "--at", "TIME", help: "session time: 12.5, 1:23.4, 1:02:03; the end unless given"),
      CommandOption("--scale", "N", help: "pixels per board pixel, 0.01 to 64; 1 unless given"),
      CommandOption(
        "--background", "COLOUR",
        help: "instead of the board's own: a CSS colour such as #fff or navy, or transparent"),
      CommandOption("--force", help: "replace OUT if it is there"),
      CommandOption("--quiet", letter: "q", help: "no warnings about single elements"),
    ],
    examples: [
      .init("recorder render lesson.board -o lesson.png", "the board as it was left"),
      .init(
        "recorder render lesson.board --at 1:30 --scale 2 -o half.png",
        "as it was after a minute and a half, in double size"),
      .init(
        "recorder render plan.excalidraw --background transparent -o plan.png",
        "a drawing to lay over something else"),
    ])

  let input: FileName
  let output: FileName
  let still: StillRenderer
  let replacesOutput: Bool
  let quiet: Bool

  init(_ arguments: ParsedArguments) throws(MediaError) {
    input = FileName(arguments.operands[0])
    guard let output = arguments.text("--output") else {
      throw MediaError(.usage, "render: say where to: -o OUT.png")
    }
    self.output = FileName(output)
    let time = try arguments.value(
      "--at", expected: "a time such as 12.5, 1:23.4 or 1:02:03", ArgumentValues.time)
    let scale = try arguments.value("--scale", expected: "a number from 0.01 to 64, such as 2") {
      ArgumentValues.number($0, in: 0.01...64)
    }
    let background = try arguments.value(
      "--background", expected: "a CSS colour such as #fff or navy, or transparent",
      ArgumentValues.background)
    still = StillRenderer(time: time, scale: scale ?? 1, background: background)
    replacesOutput = arguments.has("--force")
    quiet = arguments.has("--quiet")
  }

  func run(_ console: Console) throws(MediaError) -> ExitCode {
    try OutputFile.refuse(output, equalTo: input)
    var document = try InputFile.open(input)
    var warnings = DocumentWarnings()
    let canvas = try still.render(&document, warnings: &warnings)
    let png = try PNGEncoder.encode(canvas)
    let sink = try OutputFile.create(output, replacing: replacesOutput)
    do throws(MediaError) {
      try sink.append(png.span)
      try sink.close()
    } catch {
      sink.discard()
      throw error
    }
    warnings.add(document.warnings)
    if !quiet { console.warn(warnings) }
    console.note("\(output): \(canvas.width)×\(canvas.height), \(Decimal.bytes(sink.size))")
    return .success
  }
}
