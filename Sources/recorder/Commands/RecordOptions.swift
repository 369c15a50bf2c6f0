import MediaCore

/// What `record` is asked for, checked as far as that goes without opening a file.
struct RecordOptions {
  enum Source: Equatable {
    /// A `.board` session or a foreign drawing.
    case document(path: String)
    /// Raw frames; `-` is standard input.
    case frames(path: String, format: FrameFormat)
  }

  enum FrameFormat: String, CaseIterable {
    case bgra
    case i420
    case y4m
  }

  enum View: Equatable {
    /// As the session's own view events move it.
    case recorded
    /// Everything that is ever drawn, from beginning to end.
    case fit
    /// As one participant, by name or number, saw it.
    case participant(String)
  }

  let source: Source
  let output: String
  /// Nil when it was not given: 1920×1080, or what a y4m header says.
  let size: (width: Int32, height: Int32)?
  /// Nil when it was not given: 30, or what a y4m header says.
  let frameRate: FrameRate?
  let audio: String?
  let speed: Double
  let from: MediaTime?
  let to: MediaTime?
  let view: View
  let constantRate: Bool
  let replacesOutput: Bool
  let pace: Double
  let quality: Int64?
  /// Nil leaves it to what the session is like.
  let encoder: RecordingConfiguration.VideoEncoderChoice?
  let bitrate: Int64?
  let json: Bool
  let quiet: Bool

  static let defaultSize: (width: Int32, height: Int32) = (1_920, 1_080)

  static let options = [
    CommandOption("--output", letter: "o", "OUT.webm", help: "the file to make"),
    CommandOption("--size", "WxH", help: "pixels of the video; 1920x1080 unless given"),
    CommandOption("--fps", "N", help: "most frames a second; 30 unless given, 240 at most"),
    CommandOption(
      "--constant-rate",
      help:
        "as many frames a second as --fps says also when nothing moves, for editors that need it"),
    CommandOption("--audio", "FILE", help: "narration: any sound or film that FFmpeg reads"),
    CommandOption("--speed", "N", help: "times faster (2) or slower (0.5); narration up to 2 only"),
    CommandOption("--from", "TIME", help: "begin at this session time: 12.5, 1:23.4, 1:02:03"),
    CommandOption(
      "--to", "TIME", help: "end at this session time; beyond the end the last picture stays"),
    CommandOption("--fit", help: "show everything that is ever drawn, whatever view was recorded"),
    CommandOption(
      "--follow-view", "WHO", help: "show what this participant saw, by name or number"),
    CommandOption(
      "--pace", "N",
      help: "hand speed for drawings that hold no times; 1 is an ordinary hand, 2 twice as fast"),
    CommandOption(
      "--quality", "N", help: "quantiser from 0 (best) to 63 (smallest); 10 unless given"),
    CommandOption(
      "--bitrate", "RATE", help: "at most so many bits a second on average: 2M, 500k"),
    CommandOption(
      "--encoder", "NAME",
      help:
        "canvas, made for boards, or libvpx; canvas unless a bit rate meets a view that keeps moving"
    ),
    CommandOption(
      "--frames", "FILE|-", help: "raw frames instead of a document; - reads standard input"),
    CommandOption(
      "--format", "NAME", help: "of the raw frames: bgra or i420 (both with --size and --fps), y4m"),
    CommandOption("--force", help: "replace OUT if it is there, once the new one is complete"),
    CommandOption("--json", help: "progress and result as JSON lines on standard output"),
    CommandOption("--quiet", letter: "q", help: "no progress"),
  ]

  init(_ arguments: ParsedArguments) throws(MediaError) {
    guard let output = arguments.text("--output") else {
      throw MediaError(.usage, "record: say where to: -o OUT.webm")
    }
    self.output = output
    size = try arguments.value(
      "--size", expected: "WIDTHxHEIGHT up to 16383x16383, such as 1280x720", ArgumentValues.size)
    frameRate = try arguments.value(
      "--fps", expected: "a rate up to 240, such as 25, 29.97 or 30000/1001",
      ArgumentValues.frameRate)
    audio = arguments.text("--audio")
    speed =
      try arguments.value("--speed", expected: "a number from 0.1 to 100, such as 1.5") {
        ArgumentValues.number($0, in: 0.1...100)
      } ?? 1
    (from, to) = try Self.range(arguments)
    view = try Self.view(arguments)
    constantRate = arguments.has("--constant-rate")
    replacesOutput = arguments.has("--force")
    pace =
      try arguments.value("--pace", expected: "a number from 0.01 to 100, such as 2") {
        ArgumentValues.number($0, in: 0.01...100)
      } ?? 1
    quality = try arguments.value("--quality", expected: "a whole number from 0 to 63") {
      ArgumentValues.integer($0, in: 0...63)
    }
    encoder = try arguments.value(
      "--encoder", expected: "canvas or libvpx",
      RecordingConfiguration.VideoEncoderChoice.init(rawValue:))
    bitrate = try arguments.value(
      "--bitrate", expected: "bits a second from 10k to 200M, such as 2M", ArgumentValues.bitrate)
    try arguments.refuse("--quality", with: "--bitrate", because: "one of the two decides")
    json = arguments.has("--json")
    quiet = arguments.has("--quiet")
    source = try Self.source(arguments)
  }

  static func range(
    _ arguments: ParsedArguments
  ) throws(MediaError) -> (MediaTime?, MediaTime?) {
    let expected = "a time such as 12.5, 1:23.4 or 1:02:03"
    let from = try arguments.value("--from", expected: expected, ArgumentValues.time)
    let to = try arguments.value("--to", expected: expected, ArgumentValues.time)
    if let to, to <= from ?? .zero {
      throw MediaError(.usage, "\(arguments.command): --to has to come after --from, and after 0")
    }
    return (from, to)
  }

  static func view(_ arguments: ParsedArguments) throws(MediaError) -> View {
    try arguments.refuse("--fit", with: "--follow-view", because: "there is one picture")
    if arguments.has("--fit") { return .fit }
    return arguments.text("--follow-view").map { .participant($0) } ?? .recorded
  }

  private static func source(_ arguments: ParsedArguments) throws(MediaError) -> Source {
    guard let frames = arguments.text("--frames") else {
      guard !arguments.isGiven("--format") else {
        throw MediaError(.usage, "record: --format says what --frames holds; give --frames too")
      }
      guard let path = arguments.operands.first else {
        throw MediaError(.usage, "record: IN is missing; see recorder record --help")
      }
      return .document(path: path)
    }
    guard arguments.operands.isEmpty else {
      throw MediaError(.usage, "record: IN and --frames together: there is one source")
    }
    for option in ["--speed", "--from", "--to", "--fit", "--follow-view", "--pace"]
    where arguments.isGiven(option) {
      throw MediaError(
        .usage, "record: \(option) needs a document; raw frames are taken as they are")
    }
    let names = FrameFormat.allCases.map(\.rawValue).joined(separator: ", ")
    guard
      let format = try arguments.value(
        "--format", expected: "one of \(names)", FrameFormat.init(rawValue:))
    else {
      throw MediaError(.usage, "record: --frames needs --format, one of \(names)")
    }
    if format != .y4m {
      for option in ["--size", "--fps"] where !arguments.isGiven(option) {
        throw MediaError(
          .usage, "record: \(format.rawValue) frames do not say their \(option); give it")
      }
    }
    return .frames(path: frames, format: format)
  }
}
