import MediaCore
import MediaIO

extension StreamOptions {
  /// One of `--rtp` and `--whep`, with those options only that belong to it.
  static func way(_ arguments: ParsedArguments) throws(MediaError) -> Way {
    try arguments.refuse("--rtp", with: "--whep", because: "choose one of the two")
    if let destination = try arguments.value(
      "--rtp", expected: "an address in digits and a port, such as 127.0.0.1:5004",
      ArgumentValues.address)
    {
      for option in ["--token", "--media-port", "--announce"] {
        try arguments.refuse("--rtp", with: option, because: "that is for --whep")
      }
      guard destination.port <= lastPort else {
        throw MediaError(
          .usage,
          "stream: --rtp needs ports up to three above its own: take one up to \(lastPort)")
      }
      return .rtp(destination)
    }
    guard
      let address = try arguments.value(
        "--whep",
        expected: "a port, or an address in digits and a port, such as 0.0.0.0:8018",
        ArgumentValues.listening)
    else {
      throw MediaError(.usage, "stream: say where to: --rtp HOST:PORT, or --whep for browsers")
    }
    for option in ["--sdp", "--rtcp-mux", "--local-port", "--key-frames"] {
      try arguments.refuse("--whep", with: option, because: "that is for --rtp")
    }
    for option in ["--quality", "--bitrate", "--encoder"] {
      try arguments.refuse(
        "--whep", with: option, because: "what each viewer's path carries decides")
    }
    return .whep(address)
  }
}
