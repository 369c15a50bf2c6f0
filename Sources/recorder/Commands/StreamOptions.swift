import CallSession
import MediaCore
import MediaIO

/// What `stream` is asked for, checked as far as that goes without opening a file.
struct StreamOptions {
  /// How it goes out.
  enum Way {
    /// Plain RTP, to there.
    case rtp(SocketAddress)
    /// WebRTC, to whoever comes there.
    case whep(SocketAddress)
    /// WebRTC, to a server.
    case whip(WebURL)
  }

  /// What is played.
  enum Source: Equatable {
    case file(path: String)
    case frames(RawFrameOptions)
    case screen(ScreenOptions)
  }

  let source: Source
  let way: Way
  let token: BearerToken?
  let server: WebRTCServerOptions
  let iceServers: [ICEServer]
  /// Of `--whip`.
  let stun: STUNServer?
  let localPort: UInt16
  let sharesPort: Bool
  let description: FileName?
  let keyFrameInterval: MediaTime
  let isLooped: Bool
  let follows: Bool
  let playback: PlaybackOptions
  let replacesOutput: Bool
  let json: Bool
  let quiet: Bool

  static let options =
    [
      CommandOption(
        "--rtp", "HOST:PORT",
        help: "send plain RTP: the picture to PORT, the sound two above, RTCP one above each"),
      CommandOption(
        "--whep", "[ADDR:]PORT", omitted: "8018",
        help:
          "serve browsers: a page at / and WHEP at /whep; port 8018 unless given, and for this machine "
          + "only unless ADDR is given"),
      CommandOption(
        "--whip", "URL", help: "publish to a media server, or to receive --whip-listen, by WHIP"),
      CommandOption(
        "--token", "TEXT",
        help: "with --whep: who watches has to know it; with --whip: the server's"),
      CommandOption(
        "--ice-server", "URL,…",
        help:
          "with --whep: STUN and TURN servers that browsers are told of, such as "
          + "turn:USER:PASSWORD@HOST:3478?transport=tcp where UDP is blocked"),
      .stun(with: "--whip"),
    ] + WebRTCServerOptions.options(with: "--whep", for: "browsers") + [
      CommandOption("--sdp", "FILE", help: "the description for receivers; printed unless given"),
      CommandOption("--rtcp-mux", help: "RTCP by the same ports as RTP"),
      CommandOption(
        "--local-port", "PORT",
        help: "an even port to send from, numbered alike; free ones unless given"),
      CommandOption(
        "--key-frames", "SECONDS",
        help: "longest time between key frames, 0.5 to 60; 3 unless given"),
      CommandOption("--loop", help: "begin again at the end, until Ctrl-C"),
      CommandOption(
        "--follow", help: "IN is a .board file that is still being written: show it as it grows"),
    ] + PlaybackOptions.options + RawFrameOptions.options + ScreenOptions.options + [
      CommandOption("--force", help: "replace a description that is another program's"),
      CommandOption("--json", help: "what goes on as JSON lines on standard output"),
      CommandOption("--quiet", letter: "q", help: "no progress"),
    ]

  init(_ arguments: ParsedArguments) throws(MediaError) {
    source = try Self.source(arguments)
    way = try Self.way(arguments)
    token = try arguments.value(
      "--token", expected: "letters, digits and -._~+/=", BearerToken.init)
    server = try WebRTCServerOptions(arguments)
    localPort =
      try arguments.value("--local-port", expected: "an even port from 2 to \(Self.lastPort)") {
        ArgumentValues.integer($0, in: 2...Int64(Self.lastPort)).flatMap {
          $0 & 1 == 0 ? UInt16($0) : nil
        }
      } ?? 0
    sharesPort = arguments.has("--rtcp-mux")
    iceServers =
      try arguments.value(
        "--ice-server",
        expected: "such as stun:HOST:3478 or turn:USER:PASSWORD@HOST:3478?transport=tcp",
        ArgumentValues.iceServers) ?? []
    stun = try arguments.stunServer()
    description = arguments.text("--sdp").map { FileName($0) }
    let seconds =
      try arguments.value("--key-frames", expected: "seconds from 0.5 to 60, such as 3") {
        ArgumentValues.number($0, in: 0.5...60)
      } ?? 3
    keyFrameInterval = MediaTime(milliseconds: Int64(seconds * 1_000))
    isLooped = arguments.has("--loop")
    follows = arguments.has("--follow")
    for option in [
      "--loop", "--from", "--to", "--speed", "--fit", "--follow-view", "--pace", "--audio",
    ] {
      try arguments.refuse("--follow", with: option, because: "what is live has its own pace")
    }
    for option in ["--loop", "--follow"] {
      try arguments.refuse("--frames", with: option, because: "frames are taken as they come")
      try arguments.refuse("--screen", with: option, because: "a screen is live")
    }
    playback = try PlaybackOptions(arguments)
    replacesOutput = arguments.has("--force")
    json = arguments.has("--json")
    quiet = arguments.has("--quiet")
  }

  private static func source(_ arguments: ParsedArguments) throws(MediaError) -> Source {
    if let screen = try ScreenOptions(arguments) { return .screen(screen) }
    if let frames = try RawFrameOptions(arguments) { return .frames(frames) }
    guard let path = arguments.operands.first else {
      throw MediaError(.usage, "stream: IN is missing; see recorder stream --help")
    }
    return .file(path: path)
  }

  /// Three more follow it.
  static let lastPort: UInt16 = 65_532
}
