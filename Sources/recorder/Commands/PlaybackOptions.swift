import MediaCore

/// What of a document is shown and heard, and how: what `record` and `stream` ask alike.
struct PlaybackOptions {
  enum View: Equatable {
    /// As the session's own view events move it.
    case recorded
    /// Everything that is ever drawn, from beginning to end.
    case fit
    /// As one participant, by name or number, saw it.
    case participant(String)
  }

  /// Nil when it was not given: 1920×1080, or what a y4m header says.
  let size: (width: Int32, height: Int32)?
  /// Nil when it was not given: 30, or what a y4m header says.
  let frameRate: FrameRate?
  let audio: String?
  let speed: Double
  let from: MediaTime?
  let to: MediaTime?
  let view: View
  let pace: Double
  let quality: RecordingQuality
  /// Nil leaves it to what the session is like.
  let encoder: RecordingConfiguration.VideoEncoderChoice?

  static let options = [
    CommandOption("--size", "WxH", help: "pixels of the video; 1920x1080 unless given"),
    CommandOption("--fps", "N", help: "most frames a second; 30 unless given, 240 at most"),
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
  ]

  /// Those that only a document understands.
  static let ofDocuments = ["--speed", "--from", "--to", "--fit", "--follow-view", "--pace"]

  init(_ arguments: ParsedArguments) throws(MediaError) {
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
    pace =
      try arguments.value("--pace", expected: "a number from 0.01 to 100, such as 2") {
        ArgumentValues.number($0, in: 0.01...100)
      } ?? 1
    let quantiser = try arguments.value("--quality", expected: "a whole number from 0 to 63") {
      ArgumentValues.integer($0, in: 0...63)
    }
    encoder = try arguments.value(
      "--encoder", expected: "canvas or libvpx",
      RecordingConfiguration.VideoEncoderChoice.init(rawValue:))
    let bitrate = try arguments.value(
      "--bitrate", expected: "bits a second from 10k to 200M, such as 2M", ArgumentValues.bitrate)
    try arguments.refuse("--quality", with: "--bitrate", because: "one of the two decides")
    quality =
      bitrate.map { RecordingQuality.bitrate(Int($0)) }
      ?? quantiser.map { RecordingQuality.quantiser(Int($0)) } ?? .standard
  }

  /// Of a document's picture, in pixels.
  var pictureSize: (width: Int32, height: Int32) { size ?? (1_920, 1_080) }

  private static func range(
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

  private static func view(_ arguments: ParsedArguments) throws(MediaError) -> View {
    try arguments.refuse("--fit", with: "--follow-view", because: "there is one picture")
    if arguments.has("--fit") { return .fit }
    return arguments.text("--follow-view").map { .participant($0) } ?? .recorded
  }
}
