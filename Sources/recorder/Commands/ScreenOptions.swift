import MediaCore
import MediaIO

/// A screen in the place of a document: what `record` and `stream` ask alike.
struct ScreenOptions: Equatable {
  /// As X11 calls it; empty for the one that `$DISPLAY` names.
  let display: String
  let region: PixelRectangle?

  static let options = [
    CommandOption(
      "--screen", "DISPLAY", omitted: "",
      help: "an X11 screen instead of a document, such as :0; that of $DISPLAY unless given"),
    CommandOption(
      "--region", "WxH+X+Y", help: "with --screen: only this part of it, such as 1280x720+0+64"),
  ]

  /// Nil when none is asked for.
  init?(_ arguments: ParsedArguments) throws(MediaError) {
    let command = arguments.command
    let region = try arguments.value(
      "--region", expected: "WIDTHxHEIGHT+X+Y, such as 1280x720+0+64", ArgumentValues.region)
    guard
      let display = try arguments.value(
        "--screen", expected: "an X11 display such as :0 or host:0.1",
        { $0.isEmpty || $0.contains(":") ? $0 : nil })
    else {
      guard region == nil else {
        throw MediaError(.usage, "\(command): --region is a part of a screen; give --screen too")
      }
      return nil
    }
    guard arguments.operands.isEmpty else {
      throw MediaError(.usage, "\(command): IN and --screen together: there is one source")
    }
    try arguments.refuse("--screen", with: "--frames", because: "there is one source")
    try arguments.refuse("--screen", with: "--size", because: "say which part with --region")
    for option in PlaybackOptions.ofDocuments + ["--audio", "--constant-rate"]
    where arguments.isGiven(option) {
      throw MediaError(.usage, "\(command): \(option) is not for a screen, which is live")
    }
    self.display = display
    self.region = region
  }

  /// Pictures of it, as they are taken.
  ///
  /// - Parameter rate: as often as one is taken; 30 a second when nil.
  func feed(_ rate: FrameRate?) throws(MediaError) -> FrameThread {
    let options = ScreenGrabber.Options(
      display: display, region: region, rate: rate ?? .fps30)
    return try FrameThread { () throws(MediaError) in try ScreenGrabber(options) }
  }
}
