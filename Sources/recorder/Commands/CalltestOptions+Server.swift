import CallSession
import MediaCore
import MediaIO

/// A line to a server, in the place of a call.
extension CalltestOptions {
  static let serverOptions = [
    CommandOption(
      "--server", "URL",
      help:
        "test the line to a server's echo and back, in real time, such as http://HOST:8018 of "
        + "stream --whep; /echo unless a path is given"),
    CommandOption("--token", "TEXT", help: "with --server: the server's"),
    .stun(with: "--server"),
  ]

  static func server(
    _ arguments: ParsedArguments
  ) throws(MediaError) -> (echo: WebURL?, token: BearerToken?, stun: STUNServer?) {
    for option in ["--participants", "--record", "--share", "--board", "--encoder"] {
      try arguments.refuse(
        "--server", with: option, because: "a line has one participant, and no room with a board")
    }
    for option in ["--profile", "--udp"] {
      try arguments.refuse("--server", with: option, because: "the network is the real one")
    }
    let token = try arguments.value(
      "--token", expected: "letters, digits and -._~+/=", BearerToken.init)
    let server = try arguments.value(
      "--server", expected: "an address of http or https, such as http://192.0.2.7:8018",
      WebURL.init)
    guard token == nil || server != nil else {
      throw MediaError(.usage, "calltest: --token needs --server: it is the server's")
    }
    let stun = try arguments.stunServer()
    guard stun == nil || server != nil else {
      throw MediaError(
        .usage, "calltest: --stun needs --server: a simulated network has no outside")
    }
    return (server.map { ServerLineTest.echo(of: $0) }, token, stun)
  }

  /// What is said over a line.
  func lineVoice() throws(MediaError) -> [Float] {
    if let speech { return try SpeechFile.parts(of: speech, participants: 1)[0] }
    let voice = Int((max(seed, 1) - 1) % UInt64(Self.names.count)) + 1
    return try SpokenText.speech(of: voice)
  }
}
