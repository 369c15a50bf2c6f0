import CallSession
import MediaCore
import MediaIO

/// What `receive` is asked for, checked as far as that goes without opening anything.
struct ReceiveOptions {
  /// How it comes.
  enum Way {
    /// Plain RTP, as a file describes it.
    case description(FileName)
    /// WebRTC, from whoever publishes there.
    case whip(SocketAddress, BearerToken?)
    /// WebRTC, from a server.
    case whep(WebURL, BearerToken?)
  }

  let way: Way
  /// Of `--whip-listen`.
  let server: WebRTCServerOptions
  /// Of `--whep-from`.
  let stun: STUNServer?
  let output: FileName
  let duration: MediaTime?
  let json: Bool
  let quiet: Bool

  static let options =
    [
      CommandOption("--sdp", "FILE", help: "what is sent by plain RTP, and where to"),
      CommandOption(
        "--whip-listen", "[ADDR:]PORT", omitted: "8019",
        help:
          "take those who publish by WHIP at /whip (browsers, stream --whip), each into a folder of "
          + "its own in DIR; port 8019 unless given, and for this machine only unless ADDR is given"
      ),
      CommandOption("--whep-from", "URL", help: "watch what a server sends by WHEP"),
      CommandOption(
        "--token", "TEXT",
        help: "with --whip-listen: who publishes has to know it; with --whep-from: the server's"),
      .stun(with: "--whep-from"),
    ] + WebRTCServerOptions.options(with: "--whip-listen", for: "publishers") + [
      CommandOption(
        "--output", letter: "o", "DIR",
        help: "the folder to make: tracks as they were sent, both together, and a manifest"),
      CommandOption(
        "--duration", letter: "d", "TIME",
        help:
          "so long after the first packet, such as 30 or 2:00; until the sender ends (who publish "
          + "may come again: until Ctrl-C) unless given"),
      CommandOption("--json", help: "what goes on as JSON lines on standard output"),
      CommandOption("--quiet", letter: "q", help: "no progress"),
    ]

  init(_ arguments: ParsedArguments) throws(MediaError) {
    server = try WebRTCServerOptions(arguments)
    stun = try arguments.stunServer()
    way = try Self.way(arguments)
    guard let output = arguments.text("--output") else {
      throw MediaError(.usage, "receive: say where to: -o DIR")
    }
    self.output = FileName(output)
    duration = try arguments.value(
      "--duration", expected: "a time from 1 second on, such as 30 or 2:00"
    ) { text in
      ArgumentValues.time(text).flatMap { $0.seconds >= 1 ? $0 : nil }
    }
    json = arguments.has("--json")
    quiet = arguments.has("--quiet")
  }

  private static func way(_ arguments: ParsedArguments) throws(MediaError) -> Way {
    for (one, other) in [
      ("--sdp", "--whip-listen"), ("--sdp", "--whep-from"), ("--whip-listen", "--whep-from"),
    ] {
      try arguments.refuse(one, with: other, because: "choose one of them")
    }
    try arguments.refuse("--sdp", with: "--token", because: "plain RTP knows none")
    try arguments.refuse("--sdp", with: "--stun", because: "plain RTP asks nobody")
    try arguments.refuse(
      "--whip-listen", with: "--stun", because: "say with --announce how it looks from outside")
    for way in ["--sdp", "--whep-from"] {
      for option in WebRTCServerOptions.names {
        try arguments.refuse(way, with: option, because: "that is for --whip-listen")
      }
    }
    let token = try arguments.value(
      "--token", expected: "letters, digits and -._~+/=", BearerToken.init)
    if let description = arguments.text("--sdp") { return .description(FileName(description)) }
    if let endpoint = try arguments.value(
      "--whep-from", expected: ArgumentValues.endpointForm, WebURL.init)
    {
      return .whep(endpoint, token)
    }
    guard
      let address = try arguments.value(
        "--whip-listen",
        expected: "a port, or an address in digits and a port, such as 0.0.0.0:8019",
        ArgumentValues.listening)
    else {
      throw MediaError(
        .usage, "receive: say what is sent: --sdp FILE, --whip-listen or --whep-from URL")
    }
    return .whip(address, token)
  }
}
