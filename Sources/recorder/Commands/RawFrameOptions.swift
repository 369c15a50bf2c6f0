import MediaCore

/// Raw frames in the place of a document: what `record` and `stream` ask alike.
struct RawFrameOptions: Equatable {
  enum Format: String, CaseIterable {
    case bgra
    case i420
    case y4m
  }

  /// `-` is standard input.
  let path: String
  let format: Format

  static let options = [
    CommandOption(
      "--frames", "FILE|-", help: "raw frames instead of a document; - reads standard input"),
    CommandOption(
      "--format", "NAME",
      help: "of the raw frames: bgra or i420 (both with --size and --fps), y4m"),
  ]

  /// Nil when they are not asked for.
  init?(_ arguments: ParsedArguments) throws(MediaError) {
    let command = arguments.command
    guard let path = arguments.text("--frames") else {
      guard !arguments.isGiven("--format") else {
        throw MediaError(.usage, "\(command): --format says what --frames holds; give --frames too")
      }
      return nil
    }
    guard arguments.operands.isEmpty else {
      throw MediaError(.usage, "\(command): IN and --frames together: there is one source")
    }
    for option in PlaybackOptions.ofDocuments where arguments.isGiven(option) {
      throw MediaError(
        .usage, "\(command): \(option) needs a document; raw frames are taken as they are")
    }
    let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
    guard
      let format = try arguments.value(
        "--format", expected: "one of \(names)", Format.init(rawValue:))
    else {
      throw MediaError(.usage, "\(command): --frames needs --format, one of \(names)")
    }
    if format != .y4m {
      for option in ["--size", "--fps"] where !arguments.isGiven(option) {
        throw MediaError(
          .usage, "\(command): \(format.rawValue) frames do not say their \(option); give it")
      }
    }
    self.path = path
    self.format = format
  }
}

extension RawFrameOptions.Format {
  var engineFormat: RawFrameRecording.Format {
    switch self {
    case .bgra: .bgra
    case .i420: .i420
    case .y4m: .y4m
    }
  }
}
