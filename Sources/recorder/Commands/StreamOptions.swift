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
  }

  let input: String
  let way: Way
  let token: BearerToken?
  let mediaPort: UInt16
  let announced: SocketAddress?
  let localPort: UInt16
  let sharesPort: Bool
  let description: FileName?
  let keyFrameInterval: MediaTime
  let isLooped: Bool
  let follows: Bool
  let size: (width: Int32, height: Int32)?
  let frameRate: FrameRate?
  let audio: String?
  let speed: Double
  let from: MediaTime?
  let to: MediaTime?
  let view: RecordOptions.View
  let pace: Double
  let quality: Int64?
  let encoder: RecordingConfiguration.VideoEncoderChoice?
  let bitrate: Int64?
  let replacesOutput: Bool
  let json: Bool
  let quiet: Bool

  static let options = [
    CommandOption(
      "--rtp", "HOST:PORT",
      help: "send plain RTP: the picture to PORT, the sound two above, RTCP one above each"),
    CommandOption(
      "--whep", "[ADDR:]PORT", omitted: "8018",
      help:
        "serve browsers: a page at / and WHEP at /whep; for this machine only unless ADDR is given"),
    CommandOption("--token", "TEXT", help: "with --whep: who watches has to know it"),
    CommandOption(
      "--media-port", "PORT", help: "with --whep: the UDP port; a free one unless given"),
    CommandOption(
      "--announce", "HOST:PORT",
      help: "with --whep: what browsers are told, where a router passes UDP on to --media-port"),
    CommandOption("--sdp", "FILE", help: "the description for receivers; printed unless given"),
    CommandOption("--rtcp-mux", help: "RTCP by the same ports as RTP"),
    CommandOption(
      "--local-port", "PORT",
      help: "an even port to send from, numbered alike; free ones unless given"),
    CommandOption(
      "--key-frames", "SECONDS", help: "longest time between key frames, 0.5 to 60; 3 unless given"),
    CommandOption("--loop", help: "begin again at the end, until Ctrl-C"),
    CommandOption(
      "--follow", help: "IN is a .board file that is still being written: show it as it grows"),
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
    CommandOption("--encoder", "NAME", help: "canvas, made for boards, or libvpx"),
    CommandOption("--force", help: "replace a description that is another program's"),
    CommandOption("--json", help: "what goes on as JSON lines on standard output"),
    CommandOption("--quiet", letter: "q", help: "no progress"),
  ]

  init(_ arguments: ParsedArguments) throws(MediaError) {
    input = arguments.operands[0]
    way = try Self.way(arguments)
    token = try arguments.value(
      "--token", expected: "letters, digits and -._~+/=", BearerToken.init)
    mediaPort =
      try arguments.value("--media-port", expected: "a port from 1 to 65535") {
        ArgumentValues.integer($0, in: 1...65_535).map { UInt16($0) }
      } ?? 0
    localPort =
      try arguments.value("--local-port", expected: "an even port from 2 to \(Self.lastPort)") {
        ArgumentValues.integer($0, in: 2...Int64(Self.lastPort)).flatMap {
          $0 & 1 == 0 ? UInt16($0) : nil
        }
      } ?? 0
    sharesPort = arguments.has("--rtcp-mux")
    announced = try arguments.value(
      "--announce", expected: "an address in digits and a port, such as 198.51.100.7:5000",
      ArgumentValues.address)
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
    (from, to) = try RecordOptions.range(arguments)
    view = try RecordOptions.view(arguments)
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
    replacesOutput = arguments.has("--force")
    json = arguments.has("--json")
    quiet = arguments.has("--quiet")
  }

  /// Three more follow it.
  static let lastPort: UInt16 = 65_532

  var videoQuality: RecordingQuality {
    if let bitrate { return .bitrate(Int(bitrate)) }
    return quality.map { .quantiser(Int($0)) } ?? .standard
  }
}
