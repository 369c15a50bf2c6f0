import CallSession
import MediaCore
import MediaIO

extension StreamOptions.Way {
  /// How large the picture of a film is unless that is said, in pixels: to browsers it is coded again and
  /// again as their paths allow, and has to be done in time.
  var largestFilm: (width: Int32, height: Int32) {
    switch self {
    case .rtp: (1_920, 1_080)
    case .whep, .whip: (1_280, 720)
    }
  }
}

extension StreamOptions {
  /// One of `--rtp`, `--whep` and `--whip`, with those options only that belong to it.
  static func way(_ arguments: ParsedArguments) throws(MediaError) -> Way {
    for (one, other) in [("--rtp", "--whep"), ("--rtp", "--whip"), ("--whep", "--whip")] {
      try arguments.refuse(one, with: other, because: "choose one of them")
    }
    if let destination = try arguments.value(
      "--rtp", expected: "an address in digits and a port, such as 127.0.0.1:5004",
      ArgumentValues.address)
    {
      for option in ["--token", "--ice-server", "--stun"] + WebRTCServerOptions.names {
        try arguments.refuse("--rtp", with: option, because: "that is for WebRTC")
      }
      guard destination.port <= lastPort else {
        throw MediaError(
          .usage,
          "stream: --rtp needs ports up to three above its own: take one up to \(lastPort)")
      }
      return .rtp(destination)
    }
    if let endpoint = try arguments.value(
      "--whip", expected: ArgumentValues.endpointForm, WebURL.init)
    {
      for option in ["--ice-server"] + WebRTCServerOptions.names {
        try arguments.refuse("--whip", with: option, because: "that is for --whep")
      }
      try refusePlain(arguments, with: "--whip")
      return .whip(endpoint)
    }
    guard
      let address = try arguments.value(
        "--whep",
        expected: "a port, or an address in digits and a port, such as 0.0.0.0:8018",
        ArgumentValues.listening)
    else {
      throw MediaError(
        .usage,
        "stream: say where to: --rtp HOST:PORT, --whip URL, or --whep for browsers")
    }
    try arguments.refuse(
      "--whep", with: "--stun", because: "say with --announce how it looks from outside")
    try refusePlain(arguments, with: "--whep")
    return .whep(address)
  }

  private static func refusePlain(
    _ arguments: ParsedArguments, with way: String
  ) throws(MediaError) {
    for option in ["--sdp", "--force", "--rtcp-mux", "--local-port", "--key-frames"] {
      try arguments.refuse(way, with: option, because: "that is for --rtp")
    }
    for option in ["--quality", "--bitrate", "--encoder"] {
      try arguments.refuse(way, with: option, because: "what each path carries decides")
    }
  }
}
